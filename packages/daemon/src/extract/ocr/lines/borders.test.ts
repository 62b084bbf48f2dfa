import { expect, test } from 'vitest';
import type { Bitmap } from './bitmap.ts';
import { isFramed, removeBorders } from './borders.ts';

/** One character is one pixel: a dot is ground, everything else ink. */
function drawn(...rows: string[]): Bitmap {
  const width = rows[0]?.length ?? 0;
  const pixels = Uint8Array.from(rows.join(''), (sign) => (sign === '.' ? 0 : 255));
  return { pixels, width, height: rows.length };
}

const LETTERS = [
  '....................',
  '....................',
  '....#.....#.........',
  '....#.....#...###...',
  '....###...#...#.#...',
  '....#.#...#...###...',
  '....###...#...#.....',
  '....................',
];

test('the frame of a button goes, its letters stay', () => {
  const button = drawn(
    '....................',
    '..################..',
    '.#..#.....#.......#.',
    '.#..#.....#...###.#.',
    '.#..###...#...#.#.#.',
    '.#..#.#...#...###.#.',
    '..################..',
    '....................',
  );
  expect(isFramed(button)).toBe(true);
  removeBorders(button);
  const left = Array.from({ length: 8 }, (_, y) => [
    ...button.pixels.subarray(y * 20, y * 20 + 20),
  ]);
  expect(left[1]?.every((pixel) => pixel === 0)).toBe(true);
  expect(left[6]?.every((pixel) => pixel === 0)).toBe(true);
  expect(left.slice(2, 6).map((row) => [row[1], row[18]])).toEqual(Array(4).fill([0, 0]));
  expect(left.slice(2, 6).map((row) => row[4])).toEqual(Array(4).fill(255));
});

test('letters alone have no frame', () => {
  expect(isFramed(drawn(...LETTERS))).toBe(false);
});
