/**
 * From memory as a compositor fills it to a picture as a person sees it: rows may be longer than the picture, upside down, of ten
 * bits per colour, and the whole of it turned. Pure but for the reading itself.
 */

import { PixelFormatError } from '#capture/errors.ts';
import { pixelMemory } from '#core/memory/pixel-memory.ts';
import type { Pixels, Rect } from '#core/observation.ts';
import { BYTES_PER_PIXEL, type PictureForm } from './wayland-memory.ts';

interface PixelForm {
  /** Of the bytes; of ten bits per colour, from the lowest bits on. */
  readonly order: Pixels['format'];
  readonly bitsPerColour: 8 | 10;
}

/** `wl_shm` formats of four bytes per pixel. Those of eight bits first, because they are read as they are. */
const FORMATS: ReadonlyMap<number, PixelForm> = new Map([
  [0, { order: 'bgrx', bitsPerColour: 8 }],
  [1, { order: 'bgrx', bitsPerColour: 8 }],
  [0x34324258, { order: 'rgbx', bitsPerColour: 8 }],
  [0x34324241, { order: 'rgbx', bitsPerColour: 8 }],
  [0x30335258, { order: 'bgrx', bitsPerColour: 10 }],
  [0x30335241, { order: 'bgrx', bitsPerColour: 10 }],
  [0x30334258, { order: 'rgbx', bitsPerColour: 10 }],
  [0x30334241, { order: 'rgbx', bitsPerColour: 10 }],
]);

export interface RawPicture extends PictureForm {
  /** The last row comes first. */
  readonly isUpsideDown: boolean;
  readRows(from: number, count: number): Uint8Array;
}

/** The most common first; undefined when none of them is known. */
export function knownFormat(offered: readonly number[]): number | undefined {
  return [1, ...FORMATS.keys()].find((format) => offered.includes(format));
}

/** `area` is in pixels of the picture as it is seen. */
export function pictureOf(raw: RawPicture, transform: number, area: Rect | undefined): Pixels {
  const form = FORMATS.get(raw.format);
  if (form === undefined) throw new PixelFormatError([raw.format]);
  const format = form.order;
  const seen = cut(raw, transform === 0 ? (area ?? wholeOf(raw)) : wholeOf(raw), format);
  if (form.bitsPerColour === 10) toEightBits(seen);
  if (transform === 0) return seen;
  const upright = turned(seen, transform);
  if (area === undefined) return upright;
  const { width, height, data } = upright;
  const strideBytes = width * BYTES_PER_PIXEL;
  const readRows = (from: number, count: number) =>
    Buffer.from(data.buffer, data.byteOffset + from * strideBytes, count * strideBytes);
  const again = { width, height, strideBytes, format: raw.format, isUpsideDown: false, readRows };
  return cut(again, area, format);
}

function cut(raw: RawPicture, area: Rect, format: Pixels['format']): Pixels {
  const { x, y, width, height } = area;
  if (x < 0 || y < 0 || x + width > raw.width || y + height > raw.height) {
    throw new Error('the area does not lie in the picture');
  }
  const rows = raw.readRows(raw.isUpsideDown ? raw.height - y - height : y, height);
  const rowBytes = width * BYTES_PER_PIXEL;
  if (rowBytes === raw.strideBytes && !raw.isUpsideDown)
    return { width, height, format, data: rows };
  const data = pixelMemory(rowBytes * height);
  for (let row = 0; row < height; row += 1) {
    const from =
      (raw.isUpsideDown ? height - 1 - row : row) * raw.strideBytes + x * BYTES_PER_PIXEL;
    data.set(rows.subarray(from, from + rowBytes), row * rowBytes);
  }
  return { width, height, format, data };
}

/** In place. The two lowest bits of each colour go. */
function toEightBits({ width, height, data }: Pixels): void {
  const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height);
  for (let at = 0; at < pixels.length; at += 1) {
    const pixel = pixels[at] ?? 0;
    pixels[at] = ((pixel >>> 2) & 0xff) | ((pixel >>> 4) & 0xff00) | ((pixel >>> 6) & 0xff0000);
  }
}

/**
 * Undoes what the output does to its content: its memory holds the picture turned by quarters against the clock, and mirrored
 * before that from 4 on.
 */
function turned({ width, height, format, data }: Pixels, transform: number): Pixels {
  const isOnItsSide = transform % 2 === 1;
  const [seenWidth, seenHeight] = isOnItsSide ? [height, width] : [width, height];
  const from = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const to = new Uint32Array(width * height);
  const at = placeIn(width, height, transform);
  for (let y = 0; y < seenHeight; y += 1) {
    for (let x = 0; x < seenWidth; x += 1) {
      const seenX = transform >= 4 ? seenWidth - 1 - x : x;
      to[y * seenWidth + x] = from[at(seenX, y)] ?? 0;
    }
  }
  return { width: seenWidth, height: seenHeight, format, data: new Uint8Array(to.buffer) };
}

/** Which pixel of the memory is seen at x, y. */
function placeIn(width: number, height: number, transform: number) {
  switch (transform % 4) {
    case 1:
      return (x: number, y: number) => (height - 1 - x) * width + y;
    case 2:
      return (x: number, y: number) => (height - 1 - y) * width + (width - 1 - x);
    case 3:
      return (x: number, y: number) => x * width + (width - 1 - y);
    default:
      return (x: number, y: number) => y * width + x;
  }
}

function wholeOf({ width, height }: PictureForm): Rect {
  return { x: 0, y: 0, width, height };
}
