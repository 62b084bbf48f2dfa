import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Bitmap } from './bitmap.ts';
import { type Axis, resample } from './resample.ts';
import { RESAMPLE_SOURCE } from './resample-module.ts';

const bitmap = { width: 3, height: 2, pixels: Uint8Array.of(10, 200, 30, 255, 0, 90) };

test('a scale of one gives the same pixels', () => {
  const same = resample(bitmap, { length: 3, from: 0, scale: 1 }, { length: 2, from: 0, scale: 1 });
  expect([...same]).toEqual([...bitmap.pixels]);
});

test('rows and columns outside of the source are empty', () => {
  const shifted = resample(
    bitmap,
    { length: 5, from: 2, scale: 1 },
    { length: 2, from: 0, scale: 1 },
  );
  expect([...shifted]).toEqual([30, 0, 0, 0, 0, 90, 0, 0, 0, 0]);
});

test('shrinking keeps the mean brightness of a plain area', () => {
  const plain = { width: 40, height: 40, pixels: new Uint8Array(1600).fill(120) };
  const small = resample(
    plain,
    { length: 10, from: 0, scale: 0.25 },
    { length: 10, from: 0, scale: 0.25 },
  );
  expect(small[5 * 10 + 5]).toBe(120);
});

test('enlarging keeps plain areas and the place of an edge', () => {
  const half = { width: 12, height: 12, pixels: new Uint8Array(144) };
  for (let y = 0; y < 12; y++) half.pixels.fill(200, 12 * y + 6, 12 * y + 12);
  const axis = { length: 24, from: 0, scale: 2 };
  const large = resample(half, axis, axis);
  const row = large.subarray(12 * 24, 13 * 24);
  expect([...row.subarray(4, 9)]).toEqual([0, 0, 0, 0, 0]);
  expect([...row.subarray(15, 20)]).toEqual([200, 200, 200, 200, 200]);
  expect(row[11]).toBeLessThan(100);
  expect(row[12]).toBeGreaterThan(100);
});

/** The same without WebAssembly, one target pixel after the other. */
function plainly({ pixels, width, height }: Bitmap, across: Axis, down: Axis): number[] {
  const all: number[] = [];
  for (let y = 0; y < down.length; y++) {
    const rows = weightsOf(down, y, height);
    for (let x = 0; x < across.length; x++) {
      let sum = 0;
      for (const [column, weight] of weightsOf(across, x, width)) {
        for (const [row, share] of rows)
          sum += (pixels[row * width + column] ?? 0) * weight * share;
      }
      all.push(Math.min(255, Math.max(0, sum)));
    }
  }
  return all;
}

function weightsOf({ from, scale }: Axis, target: number, size: number): [number, number][] {
  const stretch = Math.max(1, 1 / scale);
  const centre = from + (target + 0.5) / scale - 0.5;
  const start = Math.ceil(centre - 2 * stretch);
  const weights = Array.from({ length: 4 * Math.ceil(stretch) }, (_, k): [number, number] => {
    const x = Math.abs(start + k - centre) / stretch;
    const near = (1.5 * x - 2.5) * x * x + 1;
    const far = ((-0.5 * x + 2.5) * x - 4) * x + 2;
    return [start + k, x >= 2 ? 0 : x >= 1 ? far : near];
  });
  const sum = weights.reduce((total, [, weight]) => total + weight, 0);
  return weights
    .filter(([place]) => place >= 0 && place < size)
    .map(([place, weight]): [number, number] => [place, weight / sum]);
}

test.each([
  ['enlarged', 1.37],
  ['shrunk', 0.61],
  ['shrunk to a third', 0.31],
])('a bitmap is %s as plain JavaScript does it, beyond its edges too', (_, scale) => {
  const [width, height] = [61, 23];
  const pixels = Uint8Array.from({ length: width * height }, (_, i) => (i * i * 7 + i * 31) & 255);
  const across = { length: Math.round(70 * scale) + 1, from: -4.3, scale };
  const down = { length: 32, from: -3.6, scale };
  const scaled = resample({ pixels, width, height }, across, down);
  const expected = plainly({ pixels, width, height }, across, down);
  expect(scaled).toHaveLength(expected.length);
  expect(expected.filter((value, i) => Math.abs(value - (scaled[i] ?? -1)) > 0.51)).toEqual([]);
});

test('a large bitmap after small ones is scaled whole', () => {
  const large = { width: 900, height: 200, pixels: new Uint8Array(900 * 200).fill(77) };
  const half = resample(
    large,
    { length: 450, from: 0, scale: 0.5 },
    { length: 100, from: 0, scale: 0.5 },
  );
  expect(half).toHaveLength(450 * 100);
  expect(half[50 * 450 + 225]).toBe(77);
});

test('the module was made of the text next to it', () => {
  const text = readFileSync(new URL('./resample.wat', import.meta.url));
  expect(createHash('sha256').update(text).digest('hex')).toBe(RESAMPLE_SOURCE);
});
