import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pixelMemory, returnPixels } from './pixel-memory.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

/** A byte by which memory is known again. */
function marked(sizeBytes: number, mark: number): Uint8Array {
  const memory = pixelMemory(sizeBytes);
  memory[0] = mark;
  return memory;
}

test('returned memory is given out again, and nothing is left of it where it was used', () => {
  const first = marked(64, 7);
  returnPixels(first);
  expect(first.length).toBe(0);
  expect(pixelMemory(64)[0]).toBe(7);
});

test('memory of another size is not given out', () => {
  returnPixels(marked(64, 7));
  expect(pixelMemory(32).length).toBe(32);
});

test('keeps the last two, and frees them when nobody asks', () => {
  const all = [1, 2, 3].map((mark) => marked(64, mark));
  for (const one of all) returnPixels(one);
  expect([pixelMemory(64)[0], pixelMemory(64)[0], pixelMemory(64)[0]]).toEqual([2, 3, 0]);
  returnPixels(marked(64, 4));
  vi.runAllTimers();
  expect(pixelMemory(64)[0]).toBe(0);
});

test('a part of something larger, and what was returned already, stays as it is', () => {
  const whole = marked(64, 7);
  returnPixels(whole.subarray(0, 32));
  expect(whole[0]).toBe(7);
  returnPixels(whole);
  returnPixels(whole);
  pixelMemory(64);
  expect(pixelMemory(64)[0]).toBe(0);
});
