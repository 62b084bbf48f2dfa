import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toRgb } from './rgb.ts';
import { RGB_SOURCE } from './rgb-module.ts';

// More than one piece, and no whole number of vectors.
const PIXELS = 20_011;

test.each([
  ['rgbx', [0, 1, 2]],
  ['bgrx', [2, 1, 0]],
] as const)('%s pixels become red, green and blue as plain JavaScript does it', (format, order) => {
  const data = Uint8Array.from({ length: 4 * PIXELS }, (_, i) => (i * i * 7 + i * 31) & 255);
  const expected = Uint8Array.from(
    { length: 3 * PIXELS },
    (_, i) => data[4 * Math.floor(i / 3) + (order[i % 3] as number)] as number,
  );
  expect(toRgb({ data, format })).toEqual(expected);
});

test('the module was made of the text next to it', () => {
  const text = readFileSync(new URL('./rgb.wat', import.meta.url));
  expect(createHash('sha256').update(text).digest('hex')).toBe(RGB_SOURCE);
});
