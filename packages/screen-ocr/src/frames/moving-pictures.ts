/**
 * Learns where the screen shows a moving picture: tiles that change in nearly every frame, with strong edges and without words. Its texture
 * looks like short words and is not read while it moves; rows of letters, such as subtitles, and short labels that stand still are. Pure.
 */
import type { DetectedLine } from '../detect/detect-lines.ts';
import { asBuffer, type Raster } from '../raster.ts';
import { LEAST_GLYPHS, LEAST_WIDTH_IN_HEIGHTS } from '../words/text-look.ts';

/** For each tile how often it changed of late without words, rows of tiles from top to bottom. */
export type Motion = Uint8Array;

type Line = DetectedLine & { readonly words: readonly unknown[] };

interface Before {
  readonly raster: Raster;
  readonly lines: readonly Line[];
  readonly motion: Motion;
}

const TILE_BITS = 5;
const TILE = 1 << TILE_BITS;
const ROW_STEP = 4;
/** Half of those that are compared: where text changes, the ground around its letters stays. */
const LEAST_PIXELS = (TILE * TILE) / ROW_STEP / 2;
/** A page that is opened, and what then loads on it, change less often. */
const LEAST_CHANGES = 3;
// Edges of letters are stronger than the first; what a codec changes in a still label is less than the second.
const EDGE = 48;
const STILL = 16;
const STILL_SHARE = 0.7;

/** `before` is the frame before, of the same size, with its motion; undefined when there is none. `isSame`: no text is new since. */
export function nextMotion(raster: Raster, before: Before | undefined, isSame = false): Motion {
  if (isSame && before !== undefined && isEmpty(before.motion)) return before.motion;
  const changed = new Uint16Array(columnsOf(raster) * Math.ceil(raster.height / TILE));
  if (before === undefined) return new Uint8Array(changed.length);
  const { width, height } = raster;
  const [now, then] = [asBuffer(raster.luma), asBuffer(before.raster.luma)];
  for (let y = 0; y < height; y += ROW_STEP) {
    const [from, to] = [y * width, (y + 1) * width];
    if (now.compare(then, from, to, from, to) === 0) continue;
    const firstTile = Math.floor(y / TILE) * columnsOf(raster);
    countChanges(now.subarray(from, to), then.subarray(from, to), changed.subarray(firstTile));
  }
  const hasChanged = (tile: number) => (changed[tile] as number) >= LEAST_PIXELS;
  if (!changed.some((_, tile) => hasChanged(tile))) return before.motion.map(less);
  const edges = withoutWords(edgesNear(changed, before.raster), before.lines, before.raster);
  const columns = columnsOf(raster);
  return before.motion.map((count, tile) =>
    hasChanged(tile) && hasEdgeNear(edges, tile, columns)
      ? Math.min(LEAST_CHANGES, count + 1)
      : less(count),
  );
}

function isEmpty(motion: Motion): boolean {
  return motion.every((count) => count === 0);
}

/** A dark corner of a film rests now and then. */
function less(count: number): number {
  return Math.max(0, count - 1);
}

/** 1 for each tile with a strong edge, in rows near a change: an empty ground of another colour, as the next window has it, is no picture. */
function edgesNear(changed: Uint16Array, { luma, width, height }: Raster): Uint8Array {
  const columns = Math.ceil(width / TILE);
  const tiles = new Uint8Array(columns * Math.ceil(height / TILE));
  for (let y = 0; y < height; y += ROW_STEP) {
    const first = Math.floor(y / TILE) * columns;
    const near = changed.subarray(Math.max(0, first - columns), first + 2 * columns);
    if (!near.some((count) => count >= LEAST_PIXELS)) continue;
    markEdges(luma.subarray(y * width, (y + 1) * width), tiles.subarray(first));
  }
  return tiles;
}

function markEdges(row: Uint8Array, tiles: Uint8Array): void {
  for (let x = 1; x < row.length; x++) {
    if (Math.abs((row[x] as number) - (row[x - 1] as number)) >= EDGE) tiles[x >> TILE_BITS] = 1;
  }
}

/** In the tile or one of the eight around it. */
function hasEdgeNear(edges: Uint8Array, tile: number, columns: number): boolean {
  for (const row of [tile - columns, tile, tile + columns]) {
    if (edges[row - 1] === 1 || edges[row] === 1 || edges[row + 1] === 1) return true;
  }
  return false;
}

/** Adds the pixels in which two rows differ to the tiles of the row. */
function countChanges(now: Uint8Array, then: Uint8Array, tiles: Uint16Array): void {
  for (let x = 0; x < now.length; x++) {
    if (now[x] !== then[x]) tiles[x >> TILE_BITS] = (tiles[x >> TILE_BITS] as number) + 1;
  }
}

/** The same without the tiles of lines with words: text that is typed or scrolled changes in every frame, too. */
export function withoutWords(motion: Motion, lines: readonly Line[], raster: Raster): Motion {
  if (isEmpty(motion)) return motion;
  const left = motion.slice();
  for (const line of lines) {
    if (line.words.length > 0) for (const tile of tilesOf(line, raster)) left[tile] = 0;
  }
  return left;
}

/** Whether the line is only a piece of a picture that moves. */
export function isMovingTexture(
  line: DetectedLine,
  motion: Motion,
  raster: Raster,
  before: Raster,
): boolean {
  const isRow = line.glyphs >= LEAST_GLYPHS && line.width >= LEAST_WIDTH_IN_HEIGHTS * line.height;
  if (isRow) return false;
  for (const tile of tilesOf(line, raster)) {
    if ((motion[tile] as number) < LEAST_CHANGES) return false;
  }
  return !standsStill(line, raster, before);
}

/** Whether most edges in the box of the line were there in the frame before. */
function standsStill({ x, y, width, height }: DetectedLine, now: Raster, before: Raster): boolean {
  let edges = 0;
  let still = 0;
  for (let row = y; row < y + height; row++) {
    for (let at = row * now.width + x; at < row * now.width + x + width - 1; at++) {
      if (Math.abs(difference(now, at, now, at + 1)) < EDGE) continue;
      edges += 1;
      const isStill =
        Math.abs(difference(now, at, before, at)) <= STILL &&
        Math.abs(difference(now, at + 1, before, at + 1)) <= STILL;
      if (isStill) still += 1;
    }
  }
  return edges > 0 && still >= STILL_SHARE * edges;
}

function difference(a: Raster, at: number, b: Raster, other: number): number {
  return (a.luma[at] as number) - (b.luma[other] as number);
}

function* tilesOf({ x, y, width, height }: DetectedLine, raster: Raster): Generator<number> {
  const columns = columnsOf(raster);
  for (let row = Math.floor(y / TILE); row * TILE < y + height; row++) {
    for (let column = Math.floor(x / TILE); column * TILE < x + width; column++) {
      yield row * columns + column;
    }
  }
}

function columnsOf({ width }: Raster): number {
  return Math.ceil(width / TILE);
}
