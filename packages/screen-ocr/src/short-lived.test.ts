import { expect, test } from 'vitest';
import { shortLivedBytes, shortLivedInts } from './short-lived.ts';

test('arrays are blank and keep apart, however many there are', () => {
  const arrays = Array.from({ length: 40 }, (_, i) =>
    i % 2 === 0 ? shortLivedBytes(20_001) : shortLivedInts(5_003),
  );
  expect(arrays.every((array) => array.every((value) => value === 0))).toBe(true);
  for (const [i, array] of arrays.entries()) array.fill(i + 1);
  for (const [i, array] of arrays.entries()) {
    expect(array.every((value) => value === i + 1)).toBe(true);
  }
});

test('a large array has separate memory', () => {
  expect(shortLivedBytes(100_000).buffer.byteLength).toBe(100_000);
  expect(shortLivedInts(100_000).buffer.byteLength).toBe(400_000);
});
