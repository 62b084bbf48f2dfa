/**
 * Which rows of the screen must be looked at again. Compares with the frame before, row by row, and widens each changed band until it
 * cuts no line and no small container: what is half inside cannot be judged.
 */
import type { OcrBox } from '../engine.ts';
import { changedRows, isSameSize, type Raster } from '../raster.ts';

export interface Band {
  from: number;
  /** The row after the last. */
  to: number;
}

export type RowRange = Pick<OcrBox, 'y' | 'height'>;

// Changes closer than this belong to one band: detecting costs more per band than per row.
const JOIN_ROWS = 6;
// Rows around a band that are detected too; above this share of the screen one whole pass is cheaper.
const CONTEXT_ROWS = 48;
const WHOLE_SHARE = 0.8;

/** Empty when nothing changed; one band over all rows when the whole frame must be read. */
export function changedBands(
  raster: Raster,
  before: Raster | undefined,
  known: readonly RowRange[],
): Band[] {
  const whole = [{ from: 0, to: raster.height }];
  if (before === undefined || !isSameSize(raster, before)) return whole;
  const joined = widened(differingRows(raster, before), known);
  return costOf(joined) > WHOLE_SHARE * raster.height ? whole : joined;
}

/** The bands of marked rows, widened in the same way. Rows between bands are joined to them where that costs no more. */
export function bandsOf(isMarked: Uint8Array, known: readonly RowRange[]): Band[] {
  const rows = [...isMarked.keys()].filter((y) => isMarked[y] !== 0);
  return widened(joinedRows(rows, CONTEXT_ROWS), known);
}

/** In rows that have to be looked at. */
export function costOf(bands: readonly Band[]): number {
  return bands.reduce((sum, band) => sum + band.to - band.from + CONTEXT_ROWS, 0);
}

/** The pixels of a band. */
export function rowsOf({ luma, width }: Raster, { from, to }: Band): Uint8Array {
  return luma.subarray(from * width, to * width);
}

/** Two frames of one size. */
export function differingRows({ luma, width }: Raster, before: Raster): Band[] {
  return joinedRows(changedRows(luma, before.luma, width), JOIN_ROWS);
}

/** Rows from top to bottom, with those between that are fewer than `joinRows`. */
function joinedRows(rows: readonly number[], joinRows: number): Band[] {
  const bands: Band[] = [];
  for (const y of rows) {
    const last = bands.at(-1);
    if (last !== undefined && y - last.to < joinRows) last.to = y + 1;
    else bands.push({ from: y, to: y + 1 });
  }
  return bands;
}

function widened(bands: Band[], known: readonly RowRange[]): Band[] {
  for (const band of bands) widen(band, known);
  return joinOverlapping(bands);
}

function widen(band: Band, known: readonly RowRange[]): void {
  for (let hasGrown = true; hasGrown; ) {
    hasGrown = false;
    for (const { y, height } of known) {
      const isTouched = y < band.to && y + height > band.from;
      if (!isTouched || (y >= band.from && y + height <= band.to)) continue;
      band.from = Math.min(band.from, y);
      band.to = Math.max(band.to, y + height);
      hasGrown = true;
    }
  }
}

function joinOverlapping(bands: Band[]): Band[] {
  const joined: Band[] = [];
  for (const band of bands.sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last !== undefined && band.from <= last.to) last.to = Math.max(last.to, band.to);
    else joined.push(band);
  }
  return joined;
}
