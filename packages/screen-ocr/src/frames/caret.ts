/**
 * Knows a blinking caret from typed text, without looking for lines: a bar or a block of one look in every row that comes to or goes from
 * an even ground and is taller than any letter next to it. The text is the same with and without it. What lies over a letter and what
 * stands alone is read as any change, once with and once without it; what is as low as an underscore may be one.
 */

import { type Box, heightOf, widthOf } from '../detect/box.ts';
import type { DetectedLine } from '../detect/detect-lines.ts';
import type { Raster } from '../raster.ts';
import type { Caret } from './caret-place.ts';
import { isCaretAt, levelsOfColumns, pixelsIn } from './caret-place.ts';
import { asBuffer, type Band } from './changed-bands.ts';

// Of a block: a cell of a terminal with large letters.
const WIDEST = 24;
const TALLEST = 60;
// Columns of a bar may differ where its edges are smoothed; those of a wider one would be letters side by side.
const WIDEST_SMOOTHED = 3;
// Letters without ascenders are about half as high as a caret, and more of an "l".
const LETTERS_OF_CARET = 0.55;
// Most letters of a line next to a known caret are lower than this; an "l" in its rows would make them higher.
const LETTERS_OF_KNOWN = 0.7;
// A line this near to the caret, in heights of the caret, is the one it stands in.
const NEARBY = 2;

export interface ReadBefore {
  readonly raster: Raster;
  readonly lines: readonly DetectedLine[];
  readonly caret: Caret | undefined;
}

/** The caret, when nothing but it has appeared or disappeared. Without `under` the lines of the frame before do not stand: they were read with it. */
export function caretChange(
  now: Raster,
  before: ReadBefore,
  bands: readonly Band[],
): Caret | undefined {
  const [band] = bands;
  if (band === undefined || bands.length > 1) return undefined;
  const box = changedBox(now, before.raster, band);
  if (box === undefined) return undefined;
  if (before.caret !== undefined && hasBlinked(now, before, before.caret, box)) return before.caret;
  if (widthOf(box) > heightOf(box) || !isBar(box, now) || !isBar(box, before.raster)) {
    return undefined;
  }
  const isKnown = [now, before.raster].some((raster) => looksLike(before.caret, box, raster));
  if (!isTallerThanLetters(box, before.lines, isKnown)) return undefined;
  if (isEven(box, before.raster)) {
    return { ...box, levels: levelsOfColumns(now, box), under: pixelsIn(before.raster, box) };
  }
  if (!isEven(box, now)) return undefined;
  // A bar that goes may have been read as part of a line; one that comes cannot.
  const isRead = before.lines.some((line) => covers(line, box));
  const levels = levelsOfColumns(before.raster, box);
  return { ...box, levels, under: isRead ? undefined : pixelsIn(now, box) };
}

/** Whether the known caret came to or went from what the lines were read with, whatever lies under it. */
function hasBlinked(now: Raster, before: ReadBefore, caret: Caret, box: Box): boolean {
  if (caret.under === undefined || !isWithin(box, caret)) return false;
  const { under } = caret;
  const isUncovered = (raster: Raster) => Buffer.compare(pixelsIn(raster, caret), under) === 0;
  const isShown = (raster: Raster) => isCaretAt(raster, caret.x0, caret);
  return (
    (isUncovered(now) && isShown(before.raster)) || (isShown(now) && isUncovered(before.raster))
  );
}

/** Whether the known caret stands here, in the same rows as when it was last seen. */
function looksLike(caret: Caret | undefined, box: Box, raster: Raster): boolean {
  if (caret === undefined || caret.y0 !== box.y0 || caret.y1 !== box.y1) return false;
  return Buffer.compare(levelsOfColumns(raster, box), caret.levels) === 0;
}

function isWithin(inner: Box, outer: Box): boolean {
  return (
    inner.x0 >= outer.x0 && inner.x1 <= outer.x1 && inner.y0 >= outer.y0 && inner.y1 <= outer.y1
  );
}

/** Undefined when it is too wide or too tall for a caret. */
function changedBox(now: Raster, before: Raster, band: Band): Box | undefined {
  const box = { x0: now.width, y0: -1, x1: -1, y1: -1 };
  const { width } = now;
  for (let y = band.from; y < band.to; y++) {
    if (isSameRow(now, before, y * width, (y + 1) * width)) continue;
    const first = firstChange(now, before, y);
    if (box.y0 < 0) box.y0 = y;
    box.y1 = y;
    box.x0 = Math.min(box.x0, first);
    box.x1 = Math.max(box.x1, lastChange(now, before, y));
    if (box.x1 - box.x0 >= WIDEST || box.y1 - box.y0 >= TALLEST) return undefined;
  }
  return box.y0 < 0 ? undefined : box;
}

function isSameRow(now: Raster, before: Raster, from: number, to: number): boolean {
  return asBuffer(now.luma).compare(before.luma, from, to, from, to) === 0;
}

/** In a row that differs. */
function firstChange(now: Raster, before: Raster, y: number): number {
  const from = y * now.width;
  let x = 0;
  while (now.luma[from + x] === before.luma[from + x]) x++;
  return x;
}

function lastChange(now: Raster, before: Raster, y: number): number {
  const from = y * now.width;
  let x = now.width - 1;
  while (now.luma[from + x] === before.luma[from + x]) x--;
  return x;
}

/** The same in every row, and all of one level when it is wide. */
function isBar(box: Box, { luma, width }: Raster): boolean {
  const { x0, y0, x1, y1 } = box;
  const first = y0 * width + x0;
  const isFlat = widthOf(box) > WIDEST_SMOOTHED;
  for (let y = y0; y <= y1; y++) {
    for (let x = x0; x <= x1; x++) {
      if (luma[y * width + x] !== luma[isFlat ? first : y0 * width + x]) return false;
    }
  }
  return true;
}

/** The ground itself: the bar does not differ from the pixels to its left and right. */
function isEven({ x0, y0, x1 }: Box, { luma, width }: Raster): boolean {
  const from = y0 * width + Math.max(0, x0 - 1);
  const to = y0 * width + Math.min(width - 1, x1 + 1);
  for (let i = from + 1; i <= to; i++) if (luma[i] !== luma[from]) return false;
  return true;
}

/** Without letters next to it nothing distinguishes it from one. A known one need not be taller than the brackets among them. */
export function isTallerThanLetters(
  box: Box,
  lines: readonly DetectedLine[],
  isKnown: boolean,
): boolean {
  const height = heightOf(box);
  const isTaller = (line: DetectedLine) =>
    isTallerThan(line, box, height) || (isKnown && line.glyphHeight <= LETTERS_OF_KNOWN * height);
  const nearby = lines.filter(
    (line) =>
      line.y <= box.y1 &&
      line.y + line.height > box.y0 &&
      line.x - NEARBY * height <= box.x1 &&
      line.x + line.width + NEARBY * height > box.x0,
  );
  return nearby.length > 0 && nearby.every(isTaller);
}

/**
 * A letter such as "l" stands on the baseline; a caret reaches below it, and at most brackets reach one row further down. So do round
 * letters next to an "l".
 */
function isTallerThan(line: DetectedLine, box: Box, height: number): boolean {
  const belowLine = box.y1 - (line.y + line.height - 1);
  if (belowLine > 0) return box.y0 <= line.y;
  return belowLine === -1 && box.y0 < line.y && line.glyphHeight <= LETTERS_OF_CARET * height;
}

function covers({ x, y, width, height }: DetectedLine, box: Box): boolean {
  return x <= box.x1 && x + width > box.x0 && y <= box.y1 && y + height > box.y0;
}
