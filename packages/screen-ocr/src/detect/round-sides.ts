/**
 * Erases the sides of low frames with round corners, such as speech bubbles. They are no longer than the strokes of big letters: left in,
 * they chain with the text next to them. A side leads from the end of a rule to that of the rule below, outside of both.
 */

// From the upper to the lower rule.
const LOWEST = 16;
const TALLEST = 80;
// Pixels between the ends of the two rules.
const UNEVEN = 2;
// Columns outside of the end of a rule: corners are no rounder than half of the lowest bubble.
const REACH = 16;
// Pixels from one piece of a side to the next: faint ones of a corner leave gaps in the mask.
const WIDEST_GAP = 4;
// Columns between the ends of the rules in which the inner edge of a corner may lie.
const INWARD = 6;
// Of the rows of a frame, where its sides turn into its rules.
const LONGEST_CORNER = 0.3;
// A border of one pixel has edges on both of its sides.
const THICKEST = 4;

/** A stretch of the mask. */
interface Run {
  readonly from: number;
  readonly length: number;
}

interface Rule {
  readonly x0: number;
  readonly x1: number;
  readonly y: number;
}

/** Where a side may be, both corners inclusive; `nearX` is the column next to the ends of the rules. */
interface Zone {
  readonly x0: number;
  readonly x1: number;
  readonly y0: number;
  readonly y1: number;
  readonly nearX: number;
}

/** `across` are the rules of the mask from left to right. */
export function eraseRoundSides(mask: Uint8Array, width: number, across: readonly Run[]): void {
  const rules = across.map(({ from, length }) => {
    const x0 = from % width;
    return { x0, x1: x0 + length - 1, y: (from - x0) / width };
  });
  for (const [upper, lower] of framesOf(rules)) {
    const rows = { y0: upper.y, y1: lower.y };
    const left = Math.min(upper.x0, lower.x0);
    const right = Math.max(upper.x1, lower.x1);
    const sides = [
      { ...rows, x0: Math.max(0, left - REACH), x1: left + INWARD, nearX: left - 1 },
      { ...rows, x0: right - INWARD, x1: Math.min(width - 1, right + REACH), nearX: right + 1 },
    ];
    for (const zone of sides) eraseSide(mask, width, zone);
  }
}

/** Pairs of rules that begin and end in the same columns, one not far below the other. */
function framesOf(rules: readonly Rule[]): [Rule, Rule][] {
  const byStart = rules.toSorted((a, b) => a.x0 - b.x0);
  const frames: [Rule, Rule][] = [];
  for (const [i, one] of byStart.entries()) {
    for (let k = i + 1; k < byStart.length; k++) {
      const other = byStart[k] as Rule;
      if (other.x0 - one.x0 > UNEVEN) break;
      const height = Math.abs(other.y - one.y);
      const isFrame =
        height >= LOWEST && height <= TALLEST && Math.abs(other.x1 - one.x1) <= UNEVEN;
      if (isFrame) frames.push(one.y < other.y ? [one, other] : [other, one]);
    }
  }
  return frames;
}

/** Erases the shape at the end of the upper rule when it leads to the end of the lower one, and no letter hangs on it. */
function eraseSide(mask: Uint8Array, width: number, zone: Zone): void {
  const isNearEnd = (at: number, y: number) =>
    Math.abs((at % width) - zone.nearX) <= WIDEST_GAP &&
    Math.abs(Math.floor(at / width) - y) <= WIDEST_GAP;
  const begin = startsAt(mask, width, zone);
  if (begin.length === 0) return;
  const side = new Set(begin);
  // A set yields what is added to it while it is walked.
  for (const at of side) addNeighbours(mask, width, zone, at, side);
  const leadsDown = [...side].some((at) => isNearEnd(at, zone.y1));
  if (leadsDown && isThin([...side], width, zone)) for (const at of side) mask[at] = 0;
}

/** Between the corners. */
function isThin(side: readonly number[], width: number, { y0, y1 }: Zone): boolean {
  const corner = (y1 - y0) * LONGEST_CORNER;
  const columns = side
    .filter((at) => at >= (y0 + corner) * width && at < (y1 - corner) * width)
    .map((at) => at % width);
  return Math.max(...columns) - Math.min(...columns) < THICKEST;
}

/** The set pixels next to the end of the upper rule. */
function startsAt(mask: Uint8Array, width: number, { x0, x1, y0, nearX }: Zone): number[] {
  const found: number[] = [];
  const last = Math.min(x1, nearX + WIDEST_GAP);
  for (let x = Math.max(x0, nearX - WIDEST_GAP); x <= last; x++) {
    for (let y = y0; y < y0 + WIDEST_GAP; y++) {
      if (mask[y * width + x] === 1) found.push(y * width + x);
    }
  }
  return found;
}

function addNeighbours(
  mask: Uint8Array,
  width: number,
  { x0, x1, y0, y1 }: Zone,
  at: number,
  shape: Set<number>,
): void {
  const x = at % width;
  const y = (at - x) / width;
  for (let row = Math.max(y0, y - WIDEST_GAP); row <= Math.min(y1, y + WIDEST_GAP); row++) {
    for (
      let column = Math.max(x0, x - WIDEST_GAP);
      column <= Math.min(x1, x + WIDEST_GAP);
      column++
    ) {
      if (mask[row * width + column] === 1) shape.add(row * width + column);
    }
  }
}
