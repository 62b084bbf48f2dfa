import { expect, test } from 'vitest';
import { inkOf } from '../../ink/ink.ts';
import { detectLines } from '../detect-lines.ts';

const WIDTH = 80;
const HEIGHT = 40;
const PAGE = 255;
const FILL = 110;

/** Stems of letters on a badge at 20,10, given as left, top, width and height. */
function lineOn(
  isBadge: (x: number, y: number) => boolean,
  ...stems: [x: number, y: number, width: number, height: number][]
) {
  const luma = new Uint8Array(WIDTH * HEIGHT).fill(PAGE);
  for (let i = 0; i < luma.length; i++) {
    const x = (i % WIDTH) - 20;
    const y = Math.floor(i / WIDTH) - 10;
    const isInk = stems.some(
      ([left, top, width, height]) => x >= left && x < left + width && y >= top && y < top + height,
    );
    if (isBadge(x, y)) luma[i] = isInk ? PAGE : FILL;
  }
  const raster = { luma, width: WIDTH, height: HEIGHT };
  const { lines } = detectLines(raster, { fromRow: 0, toRow: HEIGHT, isLossy: false });
  return { raster, lines, boxes: lines.map(({ x, width }) => [x - 20, x + width - 20]) };
}

/** 24 by 14 pixels with round ends. */
const isPill = (x: number, y: number) => {
  const fromEnd = Math.min(x, 23 - x);
  const across = fromEnd < 7 ? 6.5 - fromEnd : 0;
  return x >= 0 && x < 24 && across ** 2 + (y - 6.5) ** 2 < 47;
};
const isLabel = (x: number, y: number) => x >= 0 && x < 30 && y >= 0 && y < 14;

test('initials that touch the outline of a pill are a line without its ends', () => {
  // An "H" and an "N", nearly, as high as the pill allows.
  const { raster, lines, boxes } = lineOn(
    isPill,
    [4, 2, 1, 9],
    [5, 6, 5, 1],
    [10, 2, 1, 9],
    [13, 2, 1, 9],
    [14, 3, 3, 3],
    [18, 2, 1, 9],
  );
  expect(boxes).toEqual([[3, 20]]);
  const ink = lines[0] && inkOf(raster, lines[0]);
  expect(ink?.columns.slice(0, 3)).toEqual(Int32Array.of(0, 0, 9));
});

test('a letter at the side of a square label stays', () => {
  const { boxes } = lineOn(isLabel, [1, 2, 1, 10], [2, 6, 4, 1], [6, 2, 1, 10], [20, 2, 2, 10]);
  expect(boxes).toEqual([[0, 23]]);
});

test('a descender that reaches the lower edge of its label stays inside it', () => {
  const { lines } = lineOn(isLabel, [4, 2, 2, 8], [9, 2, 2, 12], [14, 2, 2, 8], [20, 2, 2, 8]);
  expect(lines).toMatchObject([{ height: 13, glyphs: 4, inside: expect.anything() }]);
});

test('letters that touch only the sides of their selection are among its letters', () => {
  const isSelection = (x: number, y: number) => x >= 0 && x < 40 && y >= 0 && y < 18;
  const { boxes } = lineOn(isSelection, [1, 5, 4, 8], [12, 5, 2, 8], [24, 5, 2, 8], [35, 5, 4, 8]);
  expect(boxes).toEqual([[0, 40]]);
});

/** A border of one pixel around stems of letters, the last of which stands next to it, with a gap in its right side. */
function linesInCell(gap: number): number[][] {
  const luma = new Uint8Array(WIDTH * HEIGHT).fill(PAGE);
  const paint = (x0: number, y0: number, x1: number, y1: number, level: number) => {
    for (let y = y0; y < y1; y++) luma.fill(level, y * WIDTH + x0, y * WIDTH + x1);
  };
  paint(20, 8, 60, 30, FILL);
  paint(21, 9, 59, 29, PAGE);
  paint(59, 9, 60, 9 + gap, PAGE);
  for (const left of [23, 29, 35, 41, 47, 56]) paint(left, 14, left + 2, 24, 0);
  const raster = { luma, width: WIDTH, height: HEIGHT };
  const { lines } = detectLines(raster, { fromRow: 0, toRow: HEIGHT, isLossy: false });
  return lines.map(({ x, y, width, height }) => [x, y, width, height]);
}

test('a word that touches the border of its cell is a line without the border', () => {
  expect(linesInCell(0)).toEqual([[22, 13, 37, 12]]);
});

test('what has a gap in its outline is no cell: letters that touch are not opened', () => {
  expect(linesInCell(6)).toEqual([[22, 13, 28, 12]]);
});
