import { expect, test } from 'vitest';
import type { Pixels, Rect } from '#core/observation.ts';
import { knownFormat, pictureOf, type RawPicture } from './wayland-picture.ts';

const FORMAT = { xrgb: 1, xbgr: 0x34324258, xrgb10: 0x30335258, argb10: 0x30335241 } as const;
const [XBGR10, ABGR10] = [0x30334258, 0x30334241];
/** Two by three, each in a different colour, with the highest and the lowest that there are. */
const COLOURS = [0xff0000, 0x00ff00, 0x0000ff, 0x123456, 0x000000, 0xffffff] as const;
const [WIDTH, HEIGHT] = [3, 2];
const UNREAD_BYTES = 8;

/** As compositors widen eight bits to ten. */
const widened = (value: number) => (value << 2) | (value >> 6);

function memoryOf(format: number, pixelOf: (red: number, green: number, blue: number) => number) {
  const strideBytes = WIDTH * 4 + UNREAD_BYTES;
  const bytes = Buffer.alloc(strideBytes * HEIGHT, 0xaa);
  for (const [at, colour] of COLOURS.entries()) {
    const pixel = pixelOf(colour >> 16, (colour >> 8) & 0xff, colour & 0xff) >>> 0;
    bytes.writeUInt32LE(pixel, Math.floor(at / WIDTH) * strideBytes + (at % WIDTH) * 4);
  }
  const raw: RawPicture = {
    width: WIDTH,
    height: HEIGHT,
    strideBytes,
    format,
    isUpsideDown: false,
    readRows: (from, count) => Buffer.copyBytesFrom(bytes, from * strideBytes, count * strideBytes),
  };
  return raw;
}

function coloursOf({ data, format }: Pixels): number[] {
  return Array.from({ length: data.length / 4 }, (_, at) => {
    const [a = 0, b = 0, c = 0] = data.subarray(at * 4);
    return format === 'bgrx' ? (c << 16) | (b << 8) | a : (a << 16) | (b << 8) | c;
  });
}

const tenBits = (format: number, alpha: number) =>
  memoryOf(format, (red, green, blue) => {
    const [high, low] = format === XBGR10 || format === ABGR10 ? [blue, red] : [red, blue];
    return (alpha << 30) | (widened(high) << 20) | (widened(green) << 10) | widened(low);
  });

const PICTURES: Readonly<Record<string, RawPicture>> = {
  XRGB8888: memoryOf(FORMAT.xrgb, (red, green, blue) => (red << 16) | (green << 8) | blue),
  XBGR8888: memoryOf(FORMAT.xbgr, (red, green, blue) => (blue << 16) | (green << 8) | red),
  XRGB2101010: tenBits(FORMAT.xrgb10, 0),
  ARGB2101010: tenBits(FORMAT.argb10, 3),
  XBGR2101010: tenBits(XBGR10, 2),
  ABGR2101010: tenBits(ABGR10, 3),
};

test.each(Object.entries(PICTURES))('%s is read as the colours it shows', (_, raw) => {
  expect(coloursOf(pictureOf(raw, 0, undefined))).toEqual(COLOURS);
  const right: Rect = { x: 1, y: 0, width: 2, height: 2 };
  expect(coloursOf(pictureOf(raw, 0, right))).toEqual([0x00ff00, 0x0000ff, 0x000000, 0xffffff]);
});

test.each(Object.entries(PICTURES))('%s is turned and cut like any other', (_, raw) => {
  const around = pictureOf(raw, 2, undefined);
  expect(coloursOf(around)).toEqual(COLOURS.toReversed());
  const corner: Rect = { x: 2, y: 1, width: 1, height: 1 };
  expect(coloursOf(pictureOf(raw, 2, corner))).toEqual([0xff0000]);
});

test('of what is offered, eight bits are taken before ten', () => {
  expect(knownFormat([FORMAT.xrgb10, XBGR10, FORMAT.xbgr])).toBe(FORMAT.xbgr);
  expect(knownFormat([0x48344241, XBGR10])).toBe(XBGR10);
  expect(knownFormat([0x48344241])).toBeUndefined();
});
