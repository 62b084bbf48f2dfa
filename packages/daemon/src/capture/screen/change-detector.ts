/**
 * Says what differs between two pictures of the same place, and whether that is worth a new frame. It compares exact colours: a
 * screen does not flicker by itself. Neighbouring changes are joined, so that a blinking caret shows as one thin spot and can be
 * distinguished from a letter.
 */

import { union } from '#capture/rectangles.ts';
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

interface Tile {
  count: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/**
 * The places where `after` differs. Both pictures must have the same size; `area` limits the comparison and `origin` says where
 * the top left corner of `after` lies in `before`, for a picture of a part. Places are in pixels of `before`.
 */
export function findChanges(before: Pixels, after: Pixels, origin = { x: 0, y: 0 }): Spot[] {
  return joinTiles(compareTiles(before, after, origin), Math.ceil(after.width / TILE), origin);
}

function compareTiles(
  before: Pixels,
  after: Pixels,
  origin: { x: number; y: number },
): Map<number, Tile> {
  const tiles = new Map<number, Tile>();
  const columns = Math.ceil(after.width / TILE);
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
    compareRow({ old: oldRow, fresh: freshWords.subarray(freshAt / 4), y, columns, tiles });
  }
  return tiles;
}

/** A pixel each. Copied where they do not lie on a border of four bytes. */
function wordsOf({ data }: Pixels): Int32Array {
  const { buffer, byteOffset, byteLength } =
    data.byteOffset % 4 === 0 ? data : new Uint8Array(data);
  return new Int32Array(buffer, byteOffset, byteLength >> 2);
}

function compareRow(row: {
  old: Int32Array;
  /** May be longer. */
  fresh: Int32Array;
  y: number;
  columns: number;
  tiles: Map<number, Tile>;
}): void {
  const { old, fresh, y, tiles } = row;
  const firstTile = Math.floor(y / TILE) * row.columns;
  for (let from = 0; from < old.length; from += TILE) {
    const part = compareRun(old, fresh, from, Math.min(old.length, from + TILE));
    if (part !== undefined) addPart(tiles, firstTile + from / TILE, part, y);
  }
}

/** The differing pixels among [from, to): most of a page that scrolls differs, so the loop does nothing else. */
function compareRun(old: Int32Array, fresh: Int32Array, from: number, to: number) {
  let count = 0;
  let left = 0;
  let right = 0;
  for (let x = from; x < to; x += 1) {
    if ((((old[x] as number) ^ (fresh[x] as number)) & COLOUR_BITS) === 0) continue;
    if (count === 0) left = x;
    right = x;
    count += 1;
  }
  return count === 0 ? undefined : { count, left, right };
}

function addPart(
  tiles: Map<number, Tile>,
  index: number,
  { count, left, right }: { count: number; left: number; right: number },
  y: number,
): void {
  const tile = tiles.get(index);
  if (tile === undefined) {
    tiles.set(index, { count, left, right, top: y, bottom: y });
    return;
  }
  tile.count += count;
  tile.left = Math.min(tile.left, left);
  tile.right = Math.max(tile.right, right);
  tile.bottom = y;
}

/** Joins tiles that touch, so that what belongs together is one spot. */
function joinTiles(
  tiles: Map<number, Tile>,
  columns: number,
  origin: { x: number; y: number },
): Spot[] {
  const spots: Spot[] = [];
  for (const [start, first] of tiles) {
    tiles.delete(start);
    let spot = spotOf(first, origin);
    const open = [start];
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      for (const next of neighbours(index, columns)) {
        const tile = tiles.get(next);
        if (tile === undefined) continue;
        tiles.delete(next);
        open.push(next);
        const other = spotOf(tile, origin);
        spot = {
          ...union(spot, other),
          changedPixels: spot.changedPixels + other.changedPixels,
        };
      }
    }
    spots.push(spot);
  }
  return spots;
}

function neighbours(index: number, columns: number): number[] {
  const column = index % columns;
  const found: number[] = [];
  for (const down of [-columns, 0, columns]) {
    if (column > 0) found.push(index + down - 1);
    found.push(index + down);
    if (column < columns - 1) found.push(index + down + 1);
  }
  return found;
}

function spotOf(tile: Tile, origin: { x: number; y: number }): Spot {
  return {
    x: origin.x + tile.left,
    y: origin.y + tile.top,
    width: tile.right - tile.left + 1,
    height: tile.bottom - tile.top + 1,
    changedPixels: tile.count,
  };
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
