/**
 * Lines that only moved up or down since the frame before, as in scrolling. They keep their words: neither are they looked for nor read
 * again. A line counts as moved, or as still in its place, only when every pixel of it and around it agrees. Called by `frame-reader.ts`.
 */
import { moved } from '../detect/box.ts';
import type { DetectedLine } from '../detect/detect-lines.ts';
import type { OcrBox } from '../engine.ts';
import { asBuffer, type Raster } from '../raster.ts';
import { type Band, bandsOf } from './changed-bands.ts';
import { findShift } from './shift.ts';

interface Frame<Line extends DetectedLine> {
  readonly raster: Raster;
  readonly lines: readonly Line[];
  readonly containers: readonly OcrBox[];
}

interface Moved<Line> {
  /** What must be looked at. */
  readonly bands: Band[];
  readonly lines: Line[];
  readonly containers: OcrBox[];
}

// Columns compared at once.
const TILE = 32;
// In heights of the line: what stands closer may belong to it.
const MARGIN = 1;
// Of a piece of a line: fewer are alike by chance.
const LEAST_ROWS = 4;

/** Undefined when nothing has moved. `changed` are the rows in which the frames differ. */
export function movedLines<Line extends DetectedLine>(
  now: Raster,
  before: Frame<Line>,
  changed: readonly Band[],
): Moved<Line> | undefined {
  const shift = findShift(now, before.raster, changed);
  if (shift === undefined) return undefined;
  const { width, height } = now;
  const buffers = { now: asBuffer(now.luma), before: asBuffer(before.raster.luma) };
  const dirty = new Uint8Array(height);
  const pair = { ...buffers, width, height, shift, dirty };
  for (const { from, to } of changed) {
    for (let y = from; y < to; y++) if (!isExplained(pair, y)) dirty[y] = 1;
  }
  const lines = stillOrMoved(before.lines, pair, movedLine);
  const containers = stillOrMoved(before.containers, pair, movedBox);
  return { bands: bandsOf(dirty, [...lines, ...containers]), lines, containers };
}

/** The pixels of both frames, and by how many rows they moved. */
interface Pair {
  readonly now: Buffer;
  readonly before: Buffer;
  readonly width: number;
  readonly height: number;
  readonly shift: number;
  /** 1 for each row that must be looked at. */
  readonly dirty: Uint8Array;
}

/** Whether all of a row is as it was, in its place or moved. */
function isExplained(pair: Pair, y: number): boolean {
  const { width, height, shift } = pair;
  const isInside = y - shift >= 0 && y - shift < height;
  return isRunExplained(pair, y * width, (y + 1) * width, isInside ? shift * width : 0);
}

/** Halves a run until each part is as it was. */
function isRunExplained(pair: Pair, from: number, to: number, distance: number): boolean {
  if (isSameRun(pair, from, to, distance) || isSameRun(pair, from, to, 0)) return true;
  if (to - from <= TILE) return false;
  const middle = (from + to) >> 1;
  return isRunExplained(pair, middle, to, distance) && isRunExplained(pair, from, middle, distance);
}

/** Whether the pixels [from, to) stood `distance` earlier in the frame before. */
function isSameRun({ now, before }: Pair, from: number, to: number, distance: number): boolean {
  return now.compare(before, from - distance, to - distance, from, to) === 0;
}

/** Marks the rows of those that are there only in part. */
function stillOrMoved<Range extends OcrBox>(
  ranges: readonly Range[],
  pair: Pair,
  move: (range: Range, shift: number) => Range,
): Range[] {
  const found = new Map<string, Range>();
  for (const range of ranges) {
    for (const by of [0, pair.shift]) {
      const placed = by === 0 ? range : move(range, by);
      const { y, height } = placed;
      if (isWhollyShown(range, pair, by)) found.set(placeOf(placed), placed);
      else if (isPartlyShown(range, pair, by))
        pair.dirty.fill(1, Math.max(0, y), Math.max(0, y + height));
    }
  }
  return [...found.values()];
}

function placeOf({ x, y, width, height }: OcrBox): string {
  return `${x} ${y} ${width} ${height}`;
}

function isWhollyShown({ x, y, width, height }: OcrBox, pair: Pair, by: number): boolean {
  const aside = Math.round(MARGIN * height);
  const left = Math.max(0, x - aside);
  const right = Math.min(pair.width, x + width + aside);
  const [top, end] = [y - 1 + by, y + height + 1 + by];
  // What stands at the edge of the screen may go on behind it.
  const isAtEdge = Math.min(top, top - by) < 0 || Math.max(end, end - by) > pair.height;
  if (by !== 0 && isAtEdge) return false;
  for (let row = Math.max(0, top); row < Math.min(pair.height, end); row++) {
    const at = row * pair.width;
    if (!isSameRun(pair, at + left, at + right, by * pair.width)) return false;
  }
  return true;
}

/** Whether a piece of it with ink is there. */
function isPartlyShown({ x, y, width, height }: OcrBox, pair: Pair, by: number): boolean {
  const top = Math.max(0, y + by, by);
  const end = Math.min(pair.height, y + height + by, pair.height + by);
  for (let from = x; from < x + width; from += TILE) {
    const to = Math.min(from + TILE, x + width, pair.width);
    let rows = 0;
    for (let row = top; row < end; row++) {
      const at = row * pair.width;
      const isInked = !isEven(pair.now, at + from, at + to);
      if (isInked && isSameRun(pair, at + from, at + to, by * pair.width)) rows += 1;
    }
    if (rows >= LEAST_ROWS) return true;
  }
  return false;
}

function isEven(luma: Uint8Array, from: number, to: number): boolean {
  for (let at = from + 1; at < to; at++) if (luma[at] !== luma[from]) return false;
  return true;
}

function movedBox(box: OcrBox, shift: number): OcrBox {
  return { ...box, y: box.y + shift };
}

function movedLine<Line extends DetectedLine>(line: Line, shift: number): Line {
  return {
    ...line,
    y: line.y + shift,
    inside: line.inside && moved(line.inside, 0, shift),
    ...(line.waves && { waves: line.waves.map((wave) => moved(wave, 0, shift)) }),
  };
}
