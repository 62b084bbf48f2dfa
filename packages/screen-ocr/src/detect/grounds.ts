/**
 * Cuts a line where the ground under it changes: a selection, a search mark, the fill of a table cell. Each piece is then read with
 * its own ground and polarity. Flat pixels vote for the ground of their column, so that no padding around the text is needed.
 */
import type { Raster } from '../raster.ts';
import { type Box, hasShare, heightOf, middleOf } from './box.ts';
import {
  collectVotes,
  groundOfColumns,
  isOneGround,
  levelOf,
  NO_VOTE,
  type Votes,
} from './ground-votes.ts';

interface Ground {
  /** Columns of the raster, both inclusive. */
  from: number;
  to: number;
  level: number;
}

export interface GroundSegment extends Readonly<Ground> {
  /** The segment ends here because another ground begins. */
  readonly isCutLeft: boolean;
  readonly isCutRight: boolean;
}

const SAME_GROUND = 12;
// Of the rows, stepping at one column.
const SHARP_SHARE = 0.5;
// Of the columns of a row: round ends of a badge show the page.
const FULL_SHARE = 0.8;
// Of the rows of a segment, at its ends.
const CLOSED_SHARE = 0.9;
// In heights of the line: what is wider is no piece of a letter.
const WIDEST_STROKE = 3;
// Of a row right above or below the letters. On a photo no ground is flat, and thick letters win the vote of a whole word.
const SEEN_SHARE = 0.3;
// Of a row amid the letters: a selection that is lower than its line shows whole rows only there.
const WHOLE_SHARE = 0.95;
// In levels, of a window on the ground next to it.
const DEEPEST_SHADOW = 40;
// Below this a cut is not needed: the ground stays far from the ink.
const LEAST_CHANGE = 20;

/** The grounds of a line from left to right; undefined when there is only one. */
export function splitGrounds(raster: Raster, line: Box): GroundSegment[] | undefined {
  const lineHeight = heightOf(line);
  const votes = collectVotes(raster, line, lineHeight);
  if (isOneGround(votes.totals)) return undefined;
  const window = Math.max(4, Math.round(lineHeight * 0.45));
  const least = Math.max(8, 0.6 * lineHeight);
  const candidates = mergeShort(segmentsOf(groundOfColumns(votes, window), votes.x0), least);
  const segments: Ground[] = [];
  for (const right of candidates) {
    const left = segments.at(-1);
    const cut = left && { left, right, window, lineHeight };
    if (cut === undefined) segments.push(right);
    else if (placeCut(raster, votes, cut) && isGroundChange(raster, line, cut))
      segments.push(right);
    else cut.left.to = right.to;
  }
  const wide = withoutSlivers(segments, least);
  if (wide.length < 2) return undefined;
  const last = wide.length - 1;
  return wide.map((ground, i) => ({ ...ground, isCutLeft: i > 0, isCutRight: i < last }));
}

/** Placing the cuts shows how wide a segment really is: two stems side by side were no ground. */
function withoutSlivers(segments: readonly Ground[], least: number): Ground[] {
  const wide: Ground[] = [];
  for (const segment of segments) {
    const last = wide.at(-1);
    const isSliver = segment.to - segment.from + 1 < least;
    const isSame = last !== undefined && Math.abs(last.level - segment.level) < LEAST_CHANGE;
    if (last !== undefined && (isSliver || isSame)) last.to = segment.to;
    else wide.push(segment);
  }
  return wide;
}

function segmentsOf(ground: Int16Array, x0: number): Ground[] {
  const segments: Ground[] = [];
  let from = 0;
  for (let x = 1; x <= ground.length; x++) {
    const before = ground[x - 1] ?? -1;
    if (x < ground.length && Math.abs((ground[x] ?? -1) - before) <= 2) continue;
    segments.push({ from: x0 + from, to: x0 + x - 1, level: levelOf(before) });
    from = x;
  }
  return segments;
}

/** Gives segments shorter than `least` to their neighbour on the left, or to the right one at the start of the line. */
function mergeShort(segments: readonly Ground[], least: number): Ground[] {
  const merged: Ground[] = [];
  let isWeak = false;
  for (const segment of segments) {
    const last = merged.at(-1);
    const isShort = segment.to - segment.from + 1 < least;
    const isSame = last !== undefined && Math.abs(last.level - segment.level) <= 7;
    if (last === undefined || !(isShort || isWeak || isSame)) {
      merged.push({ ...segment });
      isWeak = isShort;
      continue;
    }
    last.to = segment.to;
    if (isShort) continue;
    last.level = segment.level;
    isWeak = false;
  }
  return merged;
}

interface Cut {
  left: Ground;
  right: Ground;
  window: number;
  lineHeight: number;
}

/**
 * The vote of a window is a few columns off. The cut goes where flat pixels of the left ground end and those of the right one begin,
 * and there to the column where most rows step from one ground to the other. False when too few do: the ground only fades.
 */
function placeCut(raster: Raster, votes: Votes, cut: Cut): boolean {
  const { left, right, window, lineHeight } = cut;
  const from = Math.max(left.from + 1, right.from - 2 * window - 2);
  const to = Math.min(right.to - 1, right.from + 2 * window + 2);
  const balance = balances(votes, cut, from, to);
  const best = balance.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  let at = right.from;
  let most = -1;
  for (let x = from; x <= to; x++) {
    if ((balance[x - from] ?? 0) < best - lineHeight) continue;
    const rows = steppingRows(raster, votes, cut, x);
    if (rows > most) {
      most = rows;
      at = x;
    }
  }
  if (most < SHARP_SHARE * votes.rows) return false;
  left.to = at - 1;
  right.from = at;
  return true;
}

/**
 * Thick strokes are flat inside and can win the vote of their columns. A real ground shows in whole rows above and below the letters,
 * and between these at both ends of its segment: the bars of a "7" or a "Z" end in the air.
 */
function isGroundChange(raster: Raster, line: Box, { left, right }: Cut): boolean {
  if (Math.abs(left.level - right.level) < LEAST_CHANGE) return false;
  return [left, right].every((segment) => {
    const isWide = segment.to - segment.from > WIDEST_STROKE * heightOf(line);
    return isWide ? isSeenAround(raster, segment, line) : surrounds(raster, segment, line);
  });
}

function isSeenAround(raster: Raster, segment: Ground, { y0, y1 }: Box): boolean {
  for (let y = Math.max(0, y0 - 2); y <= Math.min(raster.height - 1, y1 + 2); y++) {
    const share = y >= y0 && y <= y1 ? WHOLE_SHARE : SEEN_SHARE;
    if (isRowOf(raster, segment, y, share)) return true;
  }
  return false;
}

function surrounds(raster: Raster, segment: Ground, line: Box): boolean {
  const rows: number[] = [];
  for (let y = Math.max(0, line.y0 - 1); y <= Math.min(raster.height - 1, line.y1 + 1); y++) {
    if (isRowOf(raster, segment, y, FULL_SHARE)) rows.push(y);
  }
  const top = rows[0];
  const bottom = rows.at(-1);
  const middle = Math.round(middleOf(line));
  if (top === undefined || bottom === undefined || top > middle || bottom < middle) return false;
  // The columns next to a cut are smeared by antialiasing.
  return [segment.from + 1, segment.to - 1].every((x) =>
    hasShare(CLOSED_SHARE, bottom - top + 1, (i) => isOfGround(raster, segment, x, top + i)),
  );
}

/** Whether at least this share of the row shows the ground of the segment. */
function isRowOf(raster: Raster, segment: Ground, y: number, share: number): boolean {
  const from = segment.from + 1;
  return hasShare(share, segment.to - from, (i) => isOfGround(raster, segment, from + i, y));
}

function isOfGround({ luma, width }: Raster, { level }: Ground, x: number, y: number) {
  return Math.abs((luma[y * width + x] ?? 0) - level) <= SAME_GROUND;
}

/** For each column: votes for the left ground minus votes for the right one, among the columns before it. */
function balances(votes: Votes, { left, right }: Cut, from: number, to: number): Int32Array {
  const sums = new Int32Array(Math.max(0, to - from + 1));
  let sum = 0;
  for (let x = from; x <= to; x++) {
    sums[x - from] = sum;
    const first = (x - votes.x0) * votes.rows;
    for (let i = first; i < first + votes.rows; i++) {
      const step = votes.steps[i] ?? NO_VOTE;
      if (step === NO_VOTE) continue;
      const level = levelOf(step);
      if (Math.abs(level - left.level) <= 9) sum += 1;
      else if (Math.abs(level - right.level) <= 9) sum -= 1;
    }
  }
  return sums;
}

function steppingRows(raster: Raster, votes: Votes, { left, right }: Cut, x: number): number {
  const { luma, width } = raster;
  // Not the whole difference: the shadow of a window darkens the ground next to its border.
  const leastStep = 0.4 * Math.abs(left.level - right.level);
  let rows = 0;
  for (let y = votes.y0; y <= votes.y0 + votes.rows; y++) {
    const before = luma[y * width + x - 1] ?? 0;
    const after = luma[y * width + x] ?? 0;
    if (
      Math.abs(after - before) >= leastStep &&
      isNearer(before, left, right) &&
      isNearer(after, right, left)
    ) {
      rows += 1;
    }
  }
  return rows;
}

/** A stroke of a letter is nearer to one of two like grounds as well, but far from both. */
function isNearer(level: number, to: Ground, than: Ground): boolean {
  const distance = Math.abs(level - to.level);
  const farthest = Math.max(DEEPEST_SHADOW, Math.abs(to.level - than.level));
  return distance < Math.abs(level - than.level) && distance <= farthest;
}
