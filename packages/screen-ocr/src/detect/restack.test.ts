import { expect, test } from 'vitest';
import { makeChain } from './chain.ts';
import { expelIntruders, restack } from './restack.ts';

/** A chain of boxes, given as left, top, width and height. */
function chainOf(...boxes: [x: number, y: number, width: number, height: number][]) {
  return makeChain(
    boxes.map(([x0, y0, width, height]) => ({
      x0,
      y0,
      x1: x0 + width - 1,
      y1: y0 + height - 1,
      pixels: width * height,
      innerRuns: 1,
    })),
  );
}
const sizesOf = (chains: readonly { parts: readonly unknown[] }[]) =>
  chains.map(({ parts }) => parts.length);

test('an icon that sticks out of the line parts it', () => {
  const text = chainOf([0, 5, 8, 9], [10, 5, 8, 9], [20, 0, 20, 20], [44, 5, 8, 9], [54, 5, 8, 9]);
  expect(sizesOf(expelIntruders(text))).toEqual([2, 2, 1]);
});

test('letters that touch, with an ascender and a descender, are no icon', () => {
  // "plat" in one shape, and "r" and "m" next to it.
  const word = chainOf([0, 0, 32, 13], [32, 3, 6, 8], [39, 3, 10, 8]);
  expect(sizesOf(expelIntruders(word))).toEqual([3]);
  // "em" and, in one shape, "pty".
  const shorter = chainOf([0, 2, 7, 8], [8, 2, 11, 8], [20, 0, 18, 13]);
  expect(sizesOf(expelIntruders(shorter))).toEqual([3]);
});

test('the only tall letter of a word is no icon', () => {
  // Two words.
  const ascender = chainOf([0, 0, 8, 14], [10, 4, 8, 10], [20, 4, 8, 10], [30, 4, 8, 10]);
  const descender = chainOf([0, 4, 8, 14], [10, 4, 8, 10], [20, 4, 8, 10], [30, 4, 8, 10]);
  expect(sizesOf(expelIntruders(ascender))).toEqual([4]);
  expect(sizesOf(expelIntruders(descender))).toEqual([4]);
});

test('rows set tight are parted', () => {
  const rowAt = (y: number) =>
    [0, 10, 20, 30].map((x): [number, number, number, number] => [x, y, 8, 9]);
  expect(sizesOf(restack(chainOf(...rowAt(0), ...rowAt(12))))).toEqual([4, 4]);
});

test('a semicolon behind small parts of Chinese signs is not a row', () => {
  const line = chainOf(
    [0, 0, 3, 6],
    [6, 0, 12, 7],
    [20, 1, 5, 7],
    [26, 0, 8, 7],
    [36, 1, 5, 7],
    [44, 8, 5, 8],
  );
  expect(sizesOf(restack(line))).toEqual([6]);
});

test('the sides and corners of a frame go, the words between them stay whole', () => {
  const framed = chainOf([0, 0, 3, 2], [0, 2, 2, 21], [12, 6, 42, 11], [58, 6, 28, 11]);
  framed.parts.push(...chainOf([96, 2, 4, 21], [97, 23, 2, 2]).parts);
  const [words, ...others] = expelIntruders(framed);
  expect(others).toEqual([]);
  expect(words).toMatchObject({ x0: 12, y0: 6, x1: 85, y1: 16 });
});
