/**
 * Remembers the frame before the last one by the rows in which the two differ. What blinks over text (a caret on a letter, an underscore,
 * a mark that comes and goes) shows the same two pictures in turn: both were read, and neither needs to be looked at again.
 */
import type { Raster } from '../raster.ts';
import type { Band } from './changed-bands.ts';

export interface Past<T> {
  readonly bands: readonly Band[];
  /** The pixels of each band. */
  readonly rows: readonly Uint8Array[];
  readonly reading: T;
}

// What blinks is a line or two high; rows are kept in memory.
const MOST_ROWS = 150;

/** Undefined when too much has changed since. */
export function keepPast<T>(
  before: Raster,
  bands: readonly Band[],
  reading: T,
): Past<T> | undefined {
  const count = bands.reduce((sum, band) => sum + band.to - band.from, 0);
  if (count > MOST_ROWS) return undefined;
  return { bands, rows: bands.map((band) => new Uint8Array(rowsOf(before, band))), reading };
}

/** Whether the screen shows what it did before the last frame; `bands` are those that changed since the last one. */
export function isPast(
  now: Raster,
  last: Raster,
  bands: readonly Band[],
  past: Past<unknown>,
): boolean {
  const isAsBefore = past.bands.every((band, i) => isEqual(rowsOf(now, band), past.rows[i]));
  return isAsBefore && bands.every((band) => isSameOutside(now, last, band, past.bands));
}

function isSameOutside(now: Raster, last: Raster, band: Band, covered: readonly Band[]): boolean {
  for (let y = band.from; y < band.to; y++) {
    const row = { from: y, to: y + 1 };
    const isCovered = covered.some(({ from, to }) => y >= from && y < to);
    if (!isCovered && !isEqual(rowsOf(now, row), rowsOf(last, row))) return false;
  }
  return true;
}

function rowsOf({ luma, width }: Raster, { from, to }: Band): Uint8Array {
  return luma.subarray(from * width, to * width);
}

function isEqual(a: Uint8Array, b: Uint8Array | undefined): boolean {
  return b !== undefined && Buffer.compare(a, b) === 0;
}
