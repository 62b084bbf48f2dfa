/**
 * Remembers the frame before the last one by the rows in which the two differ. What blinks over text (a caret on a letter, an underscore,
 * a mark that comes and goes) shows the same two pictures in turn: both were read, and neither needs to be looked at again.
 */
import { changedRows, type Raster } from '../raster.ts';
import { type Band, rowsOf } from './changed-bands.ts';

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
  const isCovered = (y: number) => past.bands.some(({ from, to }) => y >= from && y < to);
  const isSameOutside = (band: Band) =>
    changedRows(rowsOf(now, band), rowsOf(last, band), now.width).every((y) =>
      isCovered(band.from + y),
    );
  const isAsBefore = past.bands.every((band, i) => isEqual(rowsOf(now, band), past.rows[i]));
  return isAsBefore && bands.every(isSameOutside);
}

function isEqual(a: Uint8Array, b: Uint8Array | undefined): boolean {
  return b !== undefined && Buffer.compare(a, b) === 0;
}
