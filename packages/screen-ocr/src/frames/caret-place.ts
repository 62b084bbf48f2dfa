/**
 * The place of a caret in the pixels: what it looks like, where it went while text was typed, and the frame without it. A caret that
 * stands close to the last letter would otherwise be read as part of it, and once more when it blinks.
 */
import { type Box, heightOf, widthOf } from '../detect/box.ts';
import { pixelsIn, type Raster } from '../raster.ts';

/** Where it stands, or stood when it was last seen. */
export interface Caret extends Readonly<Box> {
  /** Of each of its columns; all rows are alike. */
  readonly levels: Uint8Array;
  /** The pixels that the lines were read with in its place, row by row; undefined when they were read with the caret itself. */
  readonly under: Uint8Array | undefined;
}

export function levelsOfColumns(raster: Raster, box: Readonly<Box>): Uint8Array {
  return pixelsIn(raster, { ...box, y1: box.y0 });
}

export function isEven(levels: Uint8Array): boolean {
  return levels.every((level) => level === levels[0]);
}

/** Whether a bar of this look, no taller, stands in the rows of the caret with its left edge at `x`. */
export function isCaretAt(raster: Raster, x: number, { levels, y0, y1 }: Caret): boolean {
  // Most places fail here.
  if (raster.luma[y0 * raster.width + x] !== levels[0]) return false;
  for (let y = y0; y <= y1; y++) if (!isRowAt(raster, x, y, levels)) return false;
  return !isRowAt(raster, x, y0 - 1, levels) && !isRowAt(raster, x, y1 + 1, levels);
}

function isRowAt({ luma, width, height }: Raster, x: number, y: number, levels: Uint8Array) {
  if (y < 0 || y >= height || x < 0 || x + levels.length > width) return false;
  return levels.every((level, i) => luma[y * width + x + i] === level);
}

/**
 * Where the known caret stands after text has changed next to it: the only bar of its look, in the same rows, that is new or where it was.
 * Undefined when it is hidden, when a second one makes it doubtful which is a letter, and when no side of it shows the ground.
 */
export function findCaret(now: Raster, before: Raster, caret: Caret): Caret | undefined {
  let found: number | undefined;
  for (let x = 0; x + caret.levels.length <= now.width; x++) {
    if (!isCaretAt(now, x, caret)) continue;
    if (x !== caret.x0 && isCaretAt(before, x, caret)) continue;
    if (found !== undefined) return undefined;
    found = x;
  }
  if (found === undefined) return undefined;
  const box = { ...caret, x0: found, x1: found + caret.levels.length - 1 };
  const ground = groundBeside(now, box);
  if (ground === undefined) return undefined;
  return { ...box, under: new Uint8Array(widthOf(box) * heightOf(box)).fill(ground) };
}

/** The level of the column to the right, or else to the left, where it is even. */
function groundBeside(raster: Raster, { x0, x1, y0, y1, levels }: Caret): number | undefined {
  const levelAt = (x: number) => {
    if (x < 0 || x >= raster.width) return undefined;
    const column = pixelsIn(raster, { x0: x, y0, x1: x, y1 });
    return isEven(column) ? column[0] : undefined;
  };
  const right = levelAt(x1 + 1);
  const left = levelAt(x0 - 1);
  // The same level goes on: a wider thing than the caret.
  if (right === levels.at(-1) || left === levels[0]) return undefined;
  return right ?? left;
}

/** Works on the raster while it shows what lies under the caret; afterwards it is as it was. */
export async function withoutCaret<T>(
  raster: Raster,
  caret: Caret | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (caret?.under === undefined) return work();
  const shown = pixelsIn(raster, caret);
  putPixels(raster, caret, caret.under);
  try {
    return await work();
  } finally {
    putPixels(raster, caret, shown);
  }
}

function putPixels({ luma, width }: Raster, box: Readonly<Box>, pixels: Uint8Array): void {
  const columns = widthOf(box);
  for (let y = box.y0; y <= box.y1; y++) {
    const from = (y - box.y0) * columns;
    luma.set(pixels.subarray(from, from + columns), y * width + box.x0);
  }
}
