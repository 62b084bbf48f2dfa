/**
 * Knows a blinking caret from typed text, without looking for lines: a bar or a block of one look in every row that comes to or goes from
 * an even ground and is taller than any letter next to it. What lies over a letter and what stands alone is read as any change, once with
 * and once without it; what is as low as an underscore may be one.
 */
import { type Box, boxOf, heightOf, overlap, widthOf } from '../detect/box.ts';
import type { DetectedLine } from '../detect/detect-lines.ts';
import { asBuffer, changedRows, pixelsIn, type Raster } from '../raster.ts';
import { type Caret, findCaret, isCaretAt, isEven, levelsOfColumns } from './caret-place.ts';
import { type Band, rowsOf } from './changed-bands.ts';

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
  const box = changedBox(now, before.raster, bands, WIDEST);
  if (box === undefined) return undefined;
  if (before.caret !== undefined && hasBlinked(now, before, before.caret, box)) return before.caret;
  if (widthOf(box) > heightOf(box) || !isBar(box, now) || !isBar(box, before.raster)) {
    return undefined;
  }
  const isKnown = [now, before.raster].some((raster) => looksLike(before.caret, box, raster));
  if (!isTallerThanLetters(box, before.lines, isKnown)) return undefined;
  if (isGround(box, before.raster)) {
    return { ...box, levels: levelsOfColumns(now, box), under: pixelsIn(before.raster, box) };
  }
  if (!isGround(box, now)) return undefined;
  // A bar that goes may have been read as part of a line; one that comes cannot.
  const isRead = before.lines.some((line) => overlap(boxOf(line), box));
  const levels = levelsOfColumns(before.raster, box);
  return { ...box, levels, under: isRead ? undefined : pixelsIn(now, box) };
}

/**
 * A caret that text pushed aside, before it blinks for the first time: a bar at one end of what changed that the frame before has at the
 * other end, each with the ground to its right. So is a "|" that ends its line. Whether it is taller than the letters next to it is not
 * judged here.
 */
export function pushedCaret(
  now: Raster,
  before: Raster,
  bands: readonly Band[],
): Caret | undefined {
  const box = changedBox(now, before, bands, now.width);
  if (box === undefined) return undefined;
  for (let width = WIDEST_SMOOTHED; width > 0; width--) {
    const left = { ...box, x1: box.x0 + width - 1 };
    const right = { ...box, x0: box.x1 - width + 1 };
    for (const [from, to] of [[left, right] as const, [right, left] as const]) {
      const caret = { ...from, levels: levelsOfColumns(before, from), under: undefined };
      if (!endsAtGround(before, from, caret) || !endsAtGround(now, to, caret)) continue;
      const found = findCaret(now, before, caret);
      return found?.x0 === to.x0 ? found : undefined;
    }
  }
  return undefined;
}

/** Whether the bar stands here with the ground to its right; the stem of a "p" has its bowl there. */
function endsAtGround(raster: Raster, { x0, x1, y0, y1 }: Box, caret: Caret): boolean {
  if (x1 + 1 === raster.width || !isCaretAt(raster, x0, caret)) return false;
  const next = pixelsIn(raster, { x0: x1 + 1, x1: x1 + 1, y0, y1 });
  return isEven(next) && next[0] !== caret.levels.at(-1);
}

/** Whether the known caret came to or went from what the lines were read with, whatever lies under it. */
function hasBlinked(now: Raster, before: ReadBefore, caret: Caret, box: Box): boolean {
  const { under, x0, y0, x1, y1 } = caret;
  const isWithin = box.x0 >= x0 && box.x1 <= x1 && box.y0 >= y0 && box.y1 <= y1;
  if (under === undefined || !isWithin) return false;
  const isUncovered = (raster: Raster) => Buffer.compare(pixelsIn(raster, caret), under) === 0;
  const isShown = (raster: Raster) => isCaretAt(raster, x0, caret);
  return (
    (isUncovered(now) && isShown(before.raster)) || (isShown(now) && isUncovered(before.raster))
  );
}

/** Whether the known caret stands here, in the same rows as when it was last seen. */
function looksLike(caret: Caret | undefined, box: Box, raster: Raster): boolean {
  if (caret === undefined || caret.y0 !== box.y0 || caret.y1 !== box.y1) return false;
  return Buffer.compare(levelsOfColumns(raster, box), caret.levels) === 0;
}

/** Undefined when there are several, or it is wider than `widest` or too tall for a caret. */
function changedBox(
  now: Raster,
  before: Raster,
  [band, ...others]: readonly Band[],
  widest: number,
): Box | undefined {
  if (band === undefined || others.length > 0) return undefined;
  const { width } = now;
  const rows = changedRows(rowsOf(now, band), rowsOf(before, band), width);
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined || last - first >= TALLEST) return undefined;
  const pixels = asBuffer(rowsOf(now, band));
  const differ = (y: number, from: number, to: number) => {
    const range = [y * width + from, y * width + to] as const;
    return pixels.compare(rowsOf(before, band), ...range, ...range) !== 0;
  };
  let [x0, x1] = [width, -1];
  for (const y of rows) {
    if (differ(y, 0, x0)) x0 = firstWhere(x0, (x) => differ(y, 0, x + 1));
    if (differ(y, x1 + 1, width)) x1 = firstWhere(width, (x) => !differ(y, x + 1, width));
  }
  return x1 - x0 < widest ? { x0, y0: band.from + first, x1, y1: band.from + last } : undefined;
}

/** Of the numbers from 0 to `end`, the first for which the test holds: it holds for all after it, too. */
function firstWhere(end: number, isTrue: (x: number) => boolean): number {
  let [from, to] = [0, end];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isTrue(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** The same in every row, and all of one level when it is wide. */
function isBar(box: Box, raster: Raster): boolean {
  const levels = levelsOfColumns(raster, box);
  if (levels.length > WIDEST_SMOOTHED && !isEven(levels)) return false;
  return pixelsIn(raster, box).every((level, i) => level === levels[i % levels.length]);
}

/** The ground itself: the bar does not differ from the pixels to its left and right. */
function isGround(box: Box, raster: Raster): boolean {
  const x0 = Math.max(0, box.x0 - 1);
  return isEven(
    levelsOfColumns(raster, { ...box, x0, x1: Math.min(raster.width - 1, box.x1 + 1) }),
  );
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
  const around = { ...box, x0: box.x0 - NEARBY * height, x1: box.x1 + NEARBY * height };
  const nearby = lines.filter((line) => overlap(boxOf(line), around));
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
