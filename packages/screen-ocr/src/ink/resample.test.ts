import { expect, test } from 'vitest';
import { resample } from './resample.ts';

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
