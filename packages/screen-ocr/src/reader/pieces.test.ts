import { expect, test } from 'vitest';
import { piecesOf } from './pieces.ts';

/** Ink in all columns but these. */
function strip(width: number, ...blank: [from: number, to: number][]) {
  const pixels = new Uint8Array(width * 2).fill(255);
  for (const [from, to] of blank)
    for (const row of [0, width]) pixels.fill(0, row + from, row + to);
  return { pixels, width, height: 2 };
}

test('a strip of usual width stays whole', () => {
  expect(piecesOf(strip(640))).toMatchObject([{ from: 0, width: 640 }]);
});

test('a long strip is cut in the middle of its widest gaps, and nothing is lost', () => {
  const long = strip(1500, [400, 404], [500, 520], [1000, 1010]);
  const pieces = piecesOf(long);
  expect(pieces.map(({ from, width }) => [from, width])).toEqual([
    [0, 508],
    [508, 496],
    [1004, 496],
  ]);
  const inked = pieces.map(({ pixels }) => pixels.filter((pixel) => pixel > 0).length);
  expect(inked.reduce((a, b) => a + b)).toBe(long.pixels.filter((pixel) => pixel > 0).length);
});

test('a piece knows whether a new word begins with it', () => {
  const cutInWord = strip(1200, [600, 602]);
  expect(piecesOf(cutInWord).map(({ isNewWord }) => isNewWord)).toEqual([true, false]);
  const cutBetween = strip(1200, [600, 606]);
  expect(piecesOf(cutBetween).map(({ isNewWord }) => isNewWord)).toEqual([true, true]);
});

test('a strip without gaps is cut where it must be', () => {
  expect(piecesOf(strip(1300)).map(({ width }) => width)).toEqual([640, 640, 20]);
});
