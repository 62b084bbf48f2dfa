import { expect, test } from 'vitest';
import { tapsOf } from './taps.ts';

test('a step holds its pixels with their neighbours, and 0 beyond the edge', () => {
  const pixels = Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  const { values, dims } = tapsOf([{ pixels, width: 3, height: 4 }]);
  expect(dims).toEqual([1, 2, 2, 9]);
  const steps = [0, 9, 18, 27].map((from) => [...values.subarray(from, from + 9)]);
  expect(steps).toEqual([
    [0, 0, 0, 0, 1, 2, 0, 4, 5],
    [0, 0, 0, 2, 3, 0, 5, 6, 0],
    [0, 4, 5, 0, 7, 8, 0, 10, 11],
    [5, 6, 0, 8, 9, 0, 11, 12, 0],
  ]);
});

test('strips of one number of steps lie one after the other', () => {
  const narrow = { pixels: Uint8Array.from([1, 2]), width: 1, height: 2 };
  const wide = { pixels: Uint8Array.from([3, 4, 5, 6]), width: 2, height: 2 };
  const { values, dims } = tapsOf([narrow, wide]);
  expect(dims).toEqual([2, 1, 1, 9]);
  expect([...values]).toEqual([0, 0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 0, 0, 3, 4, 0, 5, 6]);
});
