/**
 * Says what differs between two pictures of the same place, and whether that is worth a new frame. It compares exact colours: a
 * screen does not flicker by itself. Neighbouring changes are joined, so that a blinking caret shows as one thin spot and can be
 * distinguished from a letter.
 */

import type { CaptureTrigger, Pixels, Rect } from '#core/observation.ts';

const TILE = 32;
const COLOUR_BITS = 0x00ffffff;
// Text carets are one to three pixels wide in every toolkit, and as high as a line.
const CARET_WIDTH = 3;
const CARET_HEIGHT = 64;
// A caret in a terminal is a block the size of one character.
const BLOCK_CARET_WIDTH = 16;
const BLOCK_CARET_HEIGHT = 36;
// About the ink of a word of five letters in a small font. Anything less, without a person doing something, is a clock or a caret.
export const WORD_PIXELS = 150;

export interface Spot extends Rect {
  readonly changedPixels: number;
}

/** Of every tile how many pixels changed, and between which columns and rows. A page that scrolls changes thousands of them. */
interface Tiles {
  readonly columns: number;
  readonly rows: number;
  readonly counts: Int32Array;
  readonly left: Int32Array;
  readonly right: Int32Array;
  readonly top: Int32Array;
  readonly bottom: Int32Array;
}

/**
 * The places where `after` differs. Both pictures must have the same size; `area` limits the comparison and `origin` says where
 * the top left corner of `after` lies in `before`, for a picture of a part. Places are in pixels of `before`.
 */
export function findChanges(before: Pixels, after: Pixels, origin = { x: 0, y: 0 }): Spot[] {
  return joinTiles(compareTiles(before, after, origin), origin);
}

function compareTiles(before: Pixels, after: Pixels, origin: { x: number; y: number }): Tiles {
  const tiles = noChanges(after);
  const old = Buffer.from(before.data.buffer, before.data.byteOffset, before.data.byteLength);
  const fresh = Buffer.from(after.data.buffer, after.data.byteOffset, after.data.byteLength);
  const rowBytes = after.width * 4;
  const oldWords = wordsOf(before);
  const freshWords = wordsOf(after);
  for (let y = 0; y < after.height; y += 1) {
    const oldAt = ((y + origin.y) * before.width + origin.x) * 4;
    const freshAt = y * rowBytes;
    // Most rows are equal; comparing them as bytes is ten times as fast as looking at pixels.
    if (fresh.compare(old, oldAt, oldAt + rowBytes, freshAt, freshAt + rowBytes) === 0) continue;
    const oldRow = oldWords.subarray(oldAt / 4, oldAt / 4 + after.width);
    compareRow(oldRow, freshWords.subarray(freshAt / 4), y, tiles);
  }
  return tiles;
}

function noChanges({ width, height }: Pixels): Tiles {
  const columns = Math.ceil(width / TILE);
  const rows = Math.ceil(height / TILE);
  const forEach = () => new Int32Array(columns * rows);
  return {
    columns,
    rows,
    counts: forEach(),
    left: forEach(),
    right: forEach(),
    top: forEach(),
    bottom: forEach(),
  };
}

/** A pixel each. Copied where they do not lie on a border of four bytes. */
function wordsOf({ data }: Pixels): Int32Array {
  const { buffer, byteOffset, byteLength } =
    data.byteOffset % 4 === 0 ? data : new Uint8Array(data);
  return new Int32Array(buffer, byteOffset, byteLength >> 2);
}

/** `fresh` may be longer. */
function compareRow(old: Int32Array, fresh: Int32Array, y: number, tiles: Tiles): void {
  let tile = Math.floor(y / TILE) * tiles.columns;
  for (let from = 0; from < old.length; from += TILE) {
    compareRun(old, fresh, from, Math.min(old.length, from + TILE), y, tiles, tile);
    tile += 1;
  }
}

/** The pixels [from, to) of a row: most of a page that scrolls differs, so nothing is allocated for them. */
function compareRun(
  old: Int32Array,
  fresh: Int32Array,
  from: number,
  to: number,
  y: number,
  tiles: Tiles,
  tile: number,
): void {
  let count = 0;
  let left = 0;
  let right = 0;
  for (let x = from; x < to; x += 1) {
    if ((((old[x] as number) ^ (fresh[x] as number)) & COLOUR_BITS) === 0) continue;
    if (count === 0) left = x;
    right = x;
    count += 1;
  }
  if (count === 0) return;
  const known = tiles.counts[tile] as number;
  tiles.counts[tile] = known + count;
  tiles.left[tile] = known === 0 ? left : Math.min(tiles.left[tile] as number, left);
  tiles.right[tile] = known === 0 ? right : Math.max(tiles.right[tile] as number, right);
  if (known === 0) tiles.top[tile] = y;
  tiles.bottom[tile] = y;
}

/** Joins tiles that touch, so that what belongs together is one spot. Uses up the counts. */
function joinTiles(tiles: Tiles, origin: { x: number; y: number }): Spot[] {
  const spots: Spot[] = [];
  for (let tile = 0; tile < tiles.counts.length; tile += 1) {
    if (tiles.counts[tile] !== 0) spots.push(spotAt(tile, tiles, origin));
  }
  return spots;
}

function spotAt(start: number, tiles: Tiles, origin: { x: number; y: number }): Spot {
  const { counts } = tiles;
  let changedPixels = 0;
  let left = tiles.left[start] as number;
  let right = left;
  let top = tiles.top[start] as number;
  let bottom = top;
  const open = [start];
  for (let tile = open.pop(); tile !== undefined; tile = open.pop()) {
    const count = counts[tile] as number;
    if (count === 0) continue;
    counts[tile] = 0;
    changedPixels += count;
    left = Math.min(left, tiles.left[tile] as number);
    right = Math.max(right, tiles.right[tile] as number);
    top = Math.min(top, tiles.top[tile] as number);
    bottom = Math.max(bottom, tiles.bottom[tile] as number);
    openNeighbours(tile, tiles, open);
  }
  const place = { x: origin.x + left, y: origin.y + top };
  return { ...place, width: right - left + 1, height: bottom - top + 1, changedPixels };
}

function openNeighbours(tile: number, { counts, columns, rows }: Tiles, open: number[]): void {
  const column = tile % columns;
  const row = (tile - column) / columns;
  for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y += 1) {
    for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x += 1) {
      if (counts[y * columns + x] !== 0) open.push(y * columns + x);
    }
  }
}

/**
 * Whether the changes make a new frame. After something a person did, everything but a caret counts, so that the last letter
 * typed is not lost; a change by itself must be about a word. What is too small now is compared with the same kept frame again
 * later, so slow changes add up.
 */
export function isWorthKeeping(spots: readonly Spot[], trigger: CaptureTrigger): boolean {
  if (trigger === 'visual_change' || trigger === 'idle') {
    const isCaret = trigger === 'idle' ? isBlockCaret : isThinCaret;
    const pixels = spots
      .filter((spot) => !isCaret(spot))
      .reduce((sum, spot) => sum + spot.changedPixels, 0);
    return trigger === 'idle' ? pixels > 0 : pixels >= WORD_PIXELS;
  }
  return spots.some((spot) => !isThinCaret(spot));
}

function isThinCaret({ width, height }: Spot): boolean {
  return width <= CARET_WIDTH && height <= CARET_HEIGHT;
}

export function isBlockCaret(spot: Spot): boolean {
  return (
    isThinCaret(spot) || (spot.width <= BLOCK_CARET_WIDTH && spot.height <= BLOCK_CARET_HEIGHT)
  );
}
