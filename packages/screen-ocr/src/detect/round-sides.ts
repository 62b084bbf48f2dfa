/**
 * Erases the sides of low frames with round corners, such as speech bubbles. They are no longer than the strokes of big letters: left in,
 * they chain with the text next to them. A side leads from the end of a rule to that of the rule below, outside of both.
 */
import type { Box } from './box.ts';

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

/** A straight run across. */
export interface Rule {
  readonly x0: number;
  readonly x1: number;
  readonly y: number;
}

/** Where a side may be; `nearX` is the column next to the ends of the rules. */
interface Zone extends Readonly<Box> {
  readonly nearX: number;
}

export function eraseRoundSides(mask: Uint8Array, width: number, rules: readonly Rule[]): void {
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
  if (!hasEnds(mask, width, zone)) return;
  const rows = bitsOf(mask, width, zone);
  const side = shapeFrom(rows, endBits(zone));
  if (!leadsDown(side, zone) || !isThin(side)) return;
  for (const [row, bits] of side.entries()) {
    for (let left = bits; left !== 0; left &= left - 1) {
      mask[(zone.y0 + row) * width + zone.x0 + 31 - Math.clz32(left & -left)] = 0;
    }
  }
}

/** Whether there is anything next to the ends of both rules: most pairs of rules are no frame, or one with straight sides. */
function hasEnds(mask: Uint8Array, width: number, { x0, x1, y0, y1, nearX }: Zone): boolean {
  const first = Math.max(x0, nearX - WIDEST_GAP);
  const last = Math.min(x1, nearX + WIDEST_GAP);
  return (
    hasInk(mask, width, { x0: first, x1: last, y0, y1: y0 + WIDEST_GAP - 1 }) &&
    hasInk(mask, width, { x0: first, x1: last, y0: y1 - WIDEST_GAP, y1 })
  );
}

function hasInk(mask: Uint8Array, width: number, { x0, x1, y0, y1 }: Box): boolean {
  for (let y = y0; y <= y1; y++) {
    for (let at = y * width + x0; at <= y * width + x1; at++) if (mask[at] === 1) return true;
  }
  return false;
}

/** The mask of a zone, a number for each row: bit 0 is its first column. */
function bitsOf(mask: Uint8Array, width: number, { x0, x1, y0, y1 }: Zone): Int32Array {
  const rows = new Int32Array(y1 - y0 + 1);
  for (let row = 0; row < rows.length; row++) {
    const from = (y0 + row) * width + x0;
    let bits = 0;
    for (let column = x1 - x0; column >= 0; column--)
      bits = (bits << 1) | (mask[from + column] === 1 ? 1 : 0);
    rows[row] = bits;
  }
  return rows;
}

/** The columns next to the ends of the rules. */
function endBits({ x0, x1, nearX }: Zone): number {
  const first = Math.max(x0, nearX - WIDEST_GAP) - x0;
  const last = Math.min(x1, nearX + WIDEST_GAP) - x0;
  return (1 << (last + 1)) - (1 << first);
}

/** What begins in the columns `ends` of the uppermost rows, with all that follows it without a wide gap. */
function shapeFrom(rows: Int32Array, ends: number): Int32Array {
  const shape = rows.map((bits, row) => (row < WIDEST_GAP ? bits & ends : 0));
  let hasGrown = shape.some((bits) => bits !== 0);
  while (hasGrown) {
    hasGrown = false;
    for (let row = 0; row < rows.length; row++) {
      let near = 0;
      const last = Math.min(rows.length - 1, row + WIDEST_GAP);
      for (let k = Math.max(0, row - WIDEST_GAP); k <= last; k++) near |= shape[k] as number;
      const bits = widened(near) & (rows[row] as number);
      if (bits === shape[row]) continue;
      shape[row] = bits;
      hasGrown = true;
    }
  }
  return shape;
}

/** By the widest gap, to both sides. */
function widened(bits: number): number {
  let wide = bits;
  for (let by = 0; by < WIDEST_GAP; by++) wide |= (wide << 1) | (wide >>> 1);
  return wide;
}

function leadsDown(side: Int32Array, zone: Zone): boolean {
  const ends = endBits(zone);
  return side.subarray(-WIDEST_GAP - 1).some((bits) => (bits & ends) !== 0);
}

/** Between the corners. */
function isThin(side: Int32Array): boolean {
  const last = side.length - 1;
  const corner = Math.ceil(last * LONGEST_CORNER);
  let columns = 0;
  for (let row = corner; row < last - corner; row++) columns |= side[row] as number;
  if (columns === 0) return true;
  return 31 - Math.clz32(columns) - (31 - Math.clz32(columns & -columns)) < THICKEST;
}
