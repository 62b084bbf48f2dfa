import { expect, test } from 'vitest';
import { speedOf } from './touch.ts';

test('a flick is as fast as its end, and a finger that rested before it left is still', () => {
  const path = [
    { x: 300, atMs: 0 },
    { x: 200, atMs: 950 },
    { x: 150, atMs: 1000 },
  ];
  expect(speedOf(path, 1000)).toBe(1000);
  expect(speedOf(path, 1200)).toBe(0);
  expect(speedOf([], 1200)).toBe(0);
});
