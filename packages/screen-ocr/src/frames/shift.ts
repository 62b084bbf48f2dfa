/**
 * By how many rows most of what changed moved between two frames. Rows are compared by hashes of their stripes: a side panel, a scroll bar
 * or a picture that does not move with the rest spoils only its own stripe. Pure.
 */
import type { Raster } from '../raster.ts';
import type { Band } from './changed-bands.ts';

const STRIPES = 5;
// Every such column counts: enough to know a row of text again.
const COLUMN_STEP = 4;
// Every such row of the new frame is looked up.
const ROW_STEP = 3;
// About two lines of text in one stripe.
const LEAST_VOTES = 8;
// Several times the rows of a screen; a power of two.
const SLOTS = 8192;
/** In the place of a row: there are several with the same slot. */
const SEVERAL = -1;
const NONE = -2;

/** Positive when it moved down; undefined when it did not move. */
export function findShift(
  now: Raster,
  before: Raster,
  changed: readonly Band[],
): number | undefined {
  const { width, height } = now;
  const votes = new Int32Array(2 * height);
  const columns = Math.floor(width / STRIPES);
  for (let i = 0; i < STRIPES; i++) vote(votes, now, before, changed, i * columns, columns);
  // What stands still is known without this.
  votes[height] = 0;
  const most = votes.reduce((a, b) => Math.max(a, b), 0);
  return most < LEAST_VOTES ? undefined : votes.indexOf(most) - height;
}

/** Every row that one stripe shows once in each of the frames votes for its distance. */
function vote(
  votes: Int32Array,
  now: Raster,
  before: Raster,
  changed: readonly Band[],
  from: number,
  columns: number,
): void {
  const { width, height } = now;
  const rowOf = new Int16Array(SLOTS).fill(NONE);
  const hashes = new Int32Array(height);
  for (const band of changed) {
    for (let y = band.from; y < band.to; y++) {
      const hash = hashOf(before.luma, y * width + from, columns);
      const slot = hash & (SLOTS - 1);
      hashes[y] = hash;
      rowOf[slot] = rowOf[slot] === NONE ? y : SEVERAL;
    }
  }
  for (const band of changed) {
    for (let y = band.from; y < band.to; y += ROW_STEP) {
      const hash = hashOf(now.luma, y * width + from, columns);
      const source = rowOf[hash & (SLOTS - 1)] as number;
      if (source < 0 || hashes[source] !== hash) continue;
      votes[y - source + height] = (votes[y - source + height] as number) + 1;
    }
  }
}

// A function of one row: see `raster.ts`.
function hashOf(luma: Uint8Array, from: number, length: number): number {
  let hash = 0x811c9dc5 | 0;
  for (let i = 0; i < length; i += COLUMN_STEP) {
    hash = Math.imul(hash ^ (luma[from + i] as number), 0x01000193);
  }
  // The low bits alone depend on few of the values.
  return hash ^ (hash >>> 15);
}
