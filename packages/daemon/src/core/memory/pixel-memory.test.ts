import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepWholePictures, pixelMemory, returnPixels } from './pixel-memory.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

const PICTURE = 1_200_000;

/** A byte by which memory is known again. */
function marked(sizeBytes: number, mark: number): Uint8Array {
  const memory = pixelMemory(sizeBytes);
  memory[0] = mark;
  return memory;
}

test('returned memory is given out again', () => {
  returnPixels(marked(PICTURE, 7));
  expect(pixelMemory(PICTURE)[0]).toBe(7);
});

test('a second return does not take memory away from its next holder', () => {
  const first = marked(PICTURE, 7);
  returnPixels(first);
  const second = pixelMemory(PICTURE);
  returnPixels(first);
  expect(pixelMemory(PICTURE).buffer).not.toBe(second.buffer);
});

test('memory of another size is not given out', () => {
  returnPixels(marked(PICTURE, 7));
  expect(pixelMemory(PICTURE - 4).length).toBe(PICTURE - 4);
});

test('keeps the last three, and frees them when nobody asks', () => {
  const all = [1, 2, 3, 4].map((mark) => marked(PICTURE, mark));
  for (const one of all) returnPixels(one);
  expect(all.map(() => pixelMemory(PICTURE)[0])).toEqual([2, 3, 4, 0]);
  returnPixels(marked(PICTURE, 4));
  vi.runAllTimers();
  expect(pixelMemory(PICTURE)[0]).toBe(0);
});

test('keeps one of a very large screen, and a quarter of it', () => {
  const large = 3840 * 2160 * 4;
  for (const one of [1, 2].map((mark) => marked(large, mark))) returnPixels(one);
  returnPixels(marked(large / 4, 3));
  expect(pixelMemory(large / 4)[0]).toBe(3);
  expect([pixelMemory(large)[0], pixelMemory(large)[0]]).toEqual([2, 0]);
});

test('a part of something larger, and what was returned already, stays as it is', () => {
  const whole = marked(PICTURE, 7);
  returnPixels(whole.subarray(0, 32));
  expect(whole[0]).toBe(7);
  returnPixels(whole);
  returnPixels(whole);
  pixelMemory(PICTURE);
  expect(pixelMemory(PICTURE)[0]).toBe(0);
});

test('a small part of a picture does not push whole ones out', () => {
  returnPixels(marked(PICTURE, 7));
  for (const mark of [1, 2, 3, 4]) returnPixels(marked(64, mark));
  expect(pixelMemory(64)[0]).toBe(0);
  expect(pixelMemory(PICTURE)[0]).toBe(7);
});

test('keeps two of a very large screen that gives no parts', () => {
  keepWholePictures();
  const large = 3840 * 2160 * 4;
  const all = [1, 2, 3].map((mark) => marked(large, mark));
  for (const one of all) returnPixels(one);
  expect(all.map(() => pixelMemory(large)[0])).toEqual([2, 3, 0]);
});
