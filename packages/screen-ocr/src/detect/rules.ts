/** Erases straight runs that are longer than any stroke of a letter: borders, grids and separators would join everything they touch. */
import { eraseRoundSides, type Rule } from './round-sides.ts';

const LONGEST_ACROSS = 100;
const LONGEST_DOWN = 44;
const LEAST_SIDE = 8;
const WIDEST_CORNER = 14;

// Marks a pixel of a rule across, until the rules down are found.
const ACROSS = 2;

/** A rule from top to bottom: the border of a window, a column of a table. */
export interface Divider {
  readonly x: number;
  readonly y0: number;
  readonly y1: number;
}

/** Returns the upright ones: no line of text goes across them. */
export function eraseRules(
  mask: Uint8Array,
  width: number,
  rows: number,
  isLossy = false,
): Divider[] {
  const across = rulesAcross(mask, width, rows);
  for (const rule of across) fill(mask, width, rule, ACROSS);
  const down = [...rulesDown(mask, width, rows), ...cellSides(mask, width, across)];
  if (!isLossy) eraseRoundSides(mask, width, across);
  for (const rule of across) fill(mask, width, rule, 0);
  for (const side of down) erase(mask, width, side);
  // The noise of a codec breaks rules anywhere: their ends are no corners.
  if (!isLossy) for (const rule of across) eraseCorners(mask, width, rule, down);
  return down;
}

/** The arcs between the rules of a frame with round corners: left in, they hang on the first and the last letter of a line. */
function eraseCorners(
  mask: Uint8Array,
  width: number,
  { x0, x1, y }: Rule,
  down: readonly Divider[],
): void {
  for (const side of down) {
    const columns = between(side.x, x0, x1);
    const rows = columns && between(y, side.y0, side.y1);
    if (columns === undefined || rows === undefined) continue;
    for (let row = rows.first; row <= rows.last; row++) {
      mask.fill(0, row * width + columns.first, row * width + columns.last + 1);
    }
  }
}

/** From a point to the near end of a stretch outside of which it lies; undefined when that is no corner. */
function between(
  at: number,
  from: number,
  to: number,
): { first: number; last: number } | undefined {
  const distance = at < from ? from - at : at - to;
  if (distance <= 0 || distance > WIDEST_CORNER) return undefined;
  return at < from ? { first: at, last: from } : { first: to, last: at };
}

function rulesAcross(mask: Uint8Array, width: number, rows: number): Rule[] {
  // Where a line down crosses there is no step in brightness: the rule goes on all the same.
  const isOfRule = (_: Uint8Array, at: number) =>
    mask[at] !== 0 || (isSet(mask, at - width) && isSet(mask, at + width));
  const found: Rule[] = [];
  for (let y = 0; y < rows; y++) addLongRuns(mask, width, y, LONGEST_ACROSS, isOfRule, found);
  return found;
}

/**
 * Adds the runs of a row that are longer than the limit: such a run covers a column that is a multiple of it, and only those columns are
 * looked at. Loops over pixels are functions of one row: see `raster.ts`.
 */
export function addLongRuns(
  mask: Uint8Array,
  width: number,
  y: number,
  limit: number,
  isOfRun: (mask: Uint8Array, at: number) => boolean,
  found: Rule[],
): void {
  const first = y * width;
  const last = first + width - 1;
  // What was found covers the columns before this one.
  let covered = first;
  for (let at = first + limit; at <= last; at += limit) {
    if (mask[at] === 0 || at < covered) continue;
    const { from, to } = runAt(mask, at, { first, last, step: 1 }, isOfRun);
    if (to - from >= limit) found.push({ x0: from - first, x1: to - first, y });
    covered = to + 1;
  }
}

function rulesDown(mask: Uint8Array, width: number, rows: number): Divider[] {
  const found: Divider[] = [];
  // Of each column the row after the last rule that was found: the lines of a grid would be walked again and again.
  const covered = new Int32Array(width);
  for (let row = LONGEST_DOWN; row < rows; row += LONGEST_DOWN) {
    const end = (row + 1) * width;
    for (let at = nextDown(mask, row * width, end); at < end; at = nextDown(mask, at + 1, end)) {
      const x = at - row * width;
      if (row < (covered[x] as number)) continue;
      const range = { first: x, last: (rows - 1) * width + x, step: width };
      const run = runAt(mask, at, range, isDown);
      const [y0, y1] = [(run.from - x) / width, (run.to - x) / width];
      if (y1 - y0 >= LONGEST_DOWN) found.push({ x, y0, y1 });
      covered[x] = y1 + 1;
    }
  }
  return found;
}

/** Upright strokes from one rule across to the next: the sides of table cells, however low these are. No letter touches both rules. */
function cellSides(mask: Uint8Array, width: number, across: readonly Rule[]): Divider[] {
  const found: Divider[] = [];
  for (const rule of across) addSidesBelow(mask, width, rule, found);
  return found;
}

function addSidesBelow(mask: Uint8Array, width: number, rule: Rule, found: Divider[]): void {
  const y0 = rule.y + 1;
  for (let x = rule.x0 - 1; x <= rule.x1 + 1; x++) {
    const top = y0 * width + x;
    if (mask[top] !== 1) continue;
    const end = endOfSide(mask, top, width);
    const isSide = mask[end] === 1 && end - top >= LEAST_SIDE * width;
    if (isSide) found.push({ x, y0, y1: (end - x) / width });
  }
}

/** The last pixel above a rule, or the first one that is not set. */
function endOfSide(mask: Uint8Array, top: number, width: number): number {
  let end = top;
  while (mask[end] === 1 && !isAtRule(mask, end + width)) end += width;
  return end;
}

function isAtRule(mask: Uint8Array, at: number): boolean {
  return mask[at] === ACROSS || mask[at - 1] === ACROSS || mask[at + 1] === ACROSS;
}

/** The next pixel of a rule down, before `end`. */
function nextDown(mask: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && !isDown(mask, at)) at++;
  return at;
}

/** The whole run around one of its pixels. */
function runAt(
  mask: Uint8Array,
  at: number,
  { first, last, step }: { first: number; last: number; step: number },
  isOfRun: (mask: Uint8Array, at: number) => boolean,
): { from: number; to: number } {
  let from = at;
  let to = at;
  while (from > first && isOfRun(mask, from - step)) from -= step;
  while (to < last && isOfRun(mask, to + step)) to += step;
  return { from, to };
}

export function isSet(mask: Uint8Array, at: number): boolean {
  return (mask[at] ?? 0) !== 0;
}

/** Where two lines of a grid cross there is no step in brightness: the line down goes on all the same. */
function isDown(mask: Uint8Array, at: number): boolean {
  return mask[at] !== 0 || mask[at - 1] === ACROSS || mask[at + 1] === ACROSS;
}

function fill(mask: Uint8Array, width: number, { x0, x1, y }: Rule, value: number): void {
  mask.fill(value, y * width + x0, y * width + x1 + 1);
}

function erase(mask: Uint8Array, width: number, { x, y0, y1 }: Divider): void {
  for (let at = y0 * width + x; at <= y1 * width + x; at += width) mask[at] = 0;
}
