import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toLuma } from './luma.ts';
import { LUMA_SOURCE } from './luma-module.ts';

const ORDERS = { rgb: [0, 1, 2], rgbx: [0, 1, 2], bgrx: [2, 1, 0] } as const;
// More than one piece, and no whole number of vectors.
const PIXELS = 20_011;

test.each([
  ['rgb', 3],
  ['rgbx', 4],
  ['bgrx', 4],
] as const)('%s pixels become brightness as plain JavaScript does it', (format, size) => {
  // From white on, so that the largest sum is among them.
  const pixels = Uint8Array.from({ length: PIXELS * size }, (_, i) =>
    i < 8 ? 255 : (i * i * 7 + i * 31) & 255,
  );
  const luma = new Uint8Array(PIXELS);
  toLuma(format, pixels, luma);
  const [red, green, blue] = ORDERS[format];
  const level = (pixel: number, place: number) => pixels[pixel * size + place] as number;
  const expected = Uint8Array.from(luma, (_, i) =>
    Math.floor((77 * level(i, red) + 150 * level(i, green) + 29 * level(i, blue)) / 256),
  );
  expect(luma).toEqual(expected);
});

test('the fourth byte of a pixel does not count', () => {
  const luma = new Uint8Array(2);
  toLuma('bgrx', Uint8Array.of(0, 0, 255, 9, 0, 0, 255, 7), luma);
  expect([...luma]).toEqual([76, 76]);
});

test('the module was made of the text next to it', () => {
  const text = readFileSync(new URL('./luma.wat', import.meta.url));
  expect(createHash('sha256').update(text).digest('hex')).toBe(LUMA_SOURCE);
});
