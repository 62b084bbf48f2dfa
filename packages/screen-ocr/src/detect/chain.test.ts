import { expect, test } from 'vitest';
import { chainComponents } from './chain.ts';

/** Shapes, given as left, top, width and height. */
const partsOf = (...boxes: [x: number, y: number, width: number, height: number][]) =>
  boxes.map(([x0, y0, width, height]) => ({
    x0,
    y0,
    x1: x0 + width - 1,
    y1: y0 + height - 1,
    pixels: width * height,
    innerRuns: 0,
  }));
const sizesOf = (...boxes: [x: number, y: number, width: number, height: number][]) =>
  chainComponents(partsOf(...boxes)).map(({ parts }) => parts.length);

test('small letters above the guide of an indent stay with their own row', () => {
  // "mat", and a guide that begins six rows below it.
  expect(sizesOf([10, 21, 2, 19], [11, 7, 8, 9], [20, 7, 7, 9], [28, 5, 8, 11])).toEqual([1, 3]);
});

test('specks of a rule below a line do not lead to what lies behind the rule', () => {
  const letters = partsOf([10, 10, 8, 10], [20, 10, 8, 10], [30, 10, 8, 10]);
  const specks = partsOf([12, 23, 2, 2], [22, 23, 2, 2]);
  const behind = partsOf([11, 27, 3, 3], [24, 27, 6, 3]);
  const [line, ...others] = chainComponents([...letters, ...specks, ...behind]);
  expect(others).toEqual([]);
  expect(line).toMatchObject({ y0: 10, y1: 24 });
});

test('the long vowel mark of katakana leads from one letter to the next', () => {
  expect(sizesOf([10, 10, 12, 13], [25, 15, 13, 3], [41, 10, 12, 13])).toEqual([3]);
});

test('a short rule below a letter leads nowhere', () => {
  expect(sizesOf([10, 10, 12, 13], [25, 24, 13, 2], [41, 10, 12, 13])).toEqual([2, 1]);
});
