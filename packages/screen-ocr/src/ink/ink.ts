/**
 * The ink of one line: a small bitmap in which the ground is 0 and the strongest stroke 255, whatever the colours were, freed of
 * borders and underlines, with the height of its letters measured. Key, strip and tail all work on it.
 */
import { type Box, moved } from '../detect/box.ts';
import type { DetectedLine } from '../detect/detect-lines.ts';
import type { Raster } from '../raster.ts';
import { shortLivedBytes, shortLivedInts } from '../short-lived.ts';
import { type Bitmap, INK, inkedRange, sliceOf } from './bitmap.ts';
import { isFramed, removeBorders, removeCorners, removeSurround } from './borders.ts';
import { boxAround, type Levels, levelsOf } from './levels.ts';
import { removeUnderlines } from './underlines.ts';

export interface Ink extends Shares {
  /** With a margin of one pixel around the box of the line. */
  readonly bitmap: Bitmap;
  /** First and last row with ink. */
  readonly top: number;
  readonly bottom: number;
  /** Ink pixels of each column, faint ones too: words of one line may differ in colour. */
  readonly columns: Int32Array;
  /** Height of a small letter such as x. */
  readonly xHeight: number;
  /** The last row of letters without descender. */
  readonly baseline: number;
}

type Shares = Pick<Levels, 'groundShare' | 'groundAround' | 'plainAround'>;

// Fainter text than this is not legible for people either.
const LEAST_CONTRAST = 22;
// x-height of a line without ascenders, as a share of its height: capitals and digits are commoner than "nu".
const X_HEIGHT_OF_CAPITALS = 0.72;
const LEAST_X_HEIGHT = 3;
// Of the height of a line: what goes deeper below the baseline is no descender.
const DEEPEST_DESCENDER = 0.36;
// In heights: longer lines have letters enough to tell the baseline, and specks below it.
const WIDEST_INITIALS = 2.5;
// Of a column: a keyword in a dim colour next to bright names.
const FAINT_INK = 60;

/** Undefined when there is nothing to read. */
export function inkOf(raster: Raster, line: DetectedLine): Ink | undefined {
  const levels = levelsOf(raster, line);
  if (levels.contrast < LEAST_CONTRAST) return undefined;
  const bitmap = bitmapOf(raster, line, levels);
  removeSurround(bitmap);
  if (line.inside !== undefined) removeCorners(bitmap);
  if (line.ground !== undefined || isFramed(bitmap)) removeBorders(bitmap);
  removeUnderlines(bitmap);
  return measured(bitmap, levels);
}

/** The ink of some columns [from, to), measured on its own. */
export function inkBetween(ink: Ink, from: number, to: number): Ink | undefined {
  return measured(sliceOf(ink.bitmap, from, to), ink);
}

/** Whether a row of the bitmap, which may lie outside of it, has ink. */
export function hasInkAt({ bitmap: { pixels, width, height } }: Ink, row: number): boolean {
  if (row < 0 || row >= height) return false;
  return pixels.subarray(row * width, (row + 1) * width).some((level) => level > INK);
}

function measured(
  bitmap: Bitmap,
  { groundShare, groundAround, plainAround }: Shares,
): Ink | undefined {
  const { rows, columns } = profiles(bitmap);
  const { first: top, last: bottom } = inkedRange(rows, 0, bitmap.height - 1);
  if (bottom - top < 3) return undefined;
  const letters = letterHeight(rows, top, bottom, bitmap.width);
  return { bitmap, top, bottom, columns, ...letters, groundShare, groundAround, plainAround };
}

function bitmapOf(raster: Raster, line: DetectedLine, levels: Levels): Bitmap {
  const scale = scaleOf(levels);
  const width = line.width + 2;
  const height = line.height + 2;
  const pixels = shortLivedBytes(width * height);
  // Where another ground begins right next to the line, the margin stays empty.
  const { x0, y0, x1, y1 } = boxAround(raster, line, 1, line.ground === undefined ? 1 : 0);
  for (let y = y0; y <= y1; y++) {
    const target = (y - line.y + 1) * width + x0 - line.x + 1;
    const row = pixels.subarray(target, target + x1 - x0 + 1);
    scaleRow(raster.luma, y * raster.width + x0, scale, row);
  }
  const bitmap = { pixels, width, height };
  for (const wave of line.waves ?? []) erase(bitmap, moved(wave, 1 - line.x, 1 - line.y));
  return bitmap;
}

// Loops over pixels are functions of one row: see `raster.ts`.
function scaleRow(luma: Uint8Array, from: number, scale: Uint8Array, row: Uint8Array): void {
  for (let i = 0; i < row.length; i++) row[i] = scale[luma[from + i] as number] as number;
}

function erase({ pixels, width, height }: Bitmap, { x0, y0, x1, y1 }: Box): void {
  for (let y = Math.max(0, y0); y <= Math.min(height - 1, y1); y++) {
    pixels.fill(0, y * width + Math.max(0, x0), y * width + Math.min(width - 1, x1) + 1);
  }
}

/** Maps brightness to ink. */
function scaleOf({ ground, isLight, contrast }: Levels): Uint8Array {
  const scale = shortLivedBytes(256);
  for (let level = 0; level < 256; level++) {
    const distance = isLight ? level - ground : ground - level;
    if (distance > 0) scale[level] = Math.min(255, Math.round((distance * 255) / contrast));
  }
  return scale;
}

function profiles({ pixels, width, height }: Bitmap): { rows: Int32Array; columns: Int32Array } {
  const rows = shortLivedInts(height);
  const columns = shortLivedInts(width);
  for (let y = 0; y < height; y++) rows[y] = countInk(pixels, y * width, columns);
  return { rows, columns };
}

/** Of one row; also adds it to the columns. */
function countInk(pixels: Uint8Array, from: number, columns: Int32Array): number {
  let count = 0;
  for (let x = 0; x < columns.length; x++) {
    const level = pixels[from + x] as number;
    if (level <= FAINT_INK) continue;
    columns[x] = (columns[x] as number) + 1;
    if (level > INK) count += 1;
  }
  return count;
}

/** The rows between x-height and baseline hold most of the ink; ascenders and descenders little. */
function letterHeight(rows: Int32Array, top: number, bottom: number, width: number) {
  const sorted = rows.slice(top, bottom + 1).sort();
  const much = 0.42 * (sorted[Math.floor(sorted.length * 0.8)] || 1);
  const { first, last } = inkedRange(rows, top, bottom, much);
  let baseline = last;
  const all = bottom - top + 1;
  // The bars of "TF" hold most of its ink, and lie above its middle.
  const isTooDeep = bottom - baseline > DEEPEST_DESCENDER * all;
  if (isTooDeep && width < WIDEST_INITIALS * all) baseline = bottom;
  const core = baseline - first + 1;
  let xHeight = first - top < 0.22 * core ? core * X_HEIGHT_OF_CAPITALS : core;
  if (core < 0.38 * all) {
    // No clear core, as in "___" or a lone dash: assume common proportions.
    xHeight = 0.52 * all;
    baseline = bottom - Math.round(0.2 * all);
  }
  return { xHeight: Math.max(LEAST_X_HEIGHT, xHeight), baseline };
}
