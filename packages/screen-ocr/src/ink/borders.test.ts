import { expect, test } from 'vitest';
import type { Bitmap } from './bitmap.ts';
import { isFramed, removeBorders, removeCorners, removeSurround } from './borders.ts';

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

test('bold digits fill the rows above and below them and are no frame', () => {
  const digits = drawn(
    '....................',
    '.#####.#####..#####.',
    '....##.##.....#...#.',
    '...##..#####..#####.',
    '..##......##..#...#.',
    '..##...####.#.#####.',
    '.####.#####.#.#####.',
    '....................',
  );
  expect(isFramed(digits)).toBe(false);
});

test('the page around inverse text goes, letters at its edge stay', () => {
  const inverse = drawn(
    '####################',
    '##.#.....#..........',
    '##.#.....#...###....',
    '##.###...#...#.#....',
    '##.#.#...#...###....',
    '##.###...#...#......',
    '####################',
  );
  removeSurround(inverse);
  const letters = LETTERS.slice(2, 7).map((row) => `${row.slice(1)}.`.replaceAll('.', '0'));
  const left = Array.from({ length: 7 }, (_, y) =>
    Array.from(inverse.pixels.subarray(y * 20, y * 20 + 20), (pixel) =>
      pixel > 0 ? '#' : '0',
    ).join(''),
  );
  expect(left.slice(1, 6)).toEqual(letters);
  expect(left[0]).toBe('0'.repeat(20));
  expect(left[6]).toBe('0'.repeat(20));
});

test('the page behind the round ends of a pill goes, the letters next to it stay', () => {
  const pill = drawn(
    '##................##',
    '#..................#',
    '....#.....#.........',
    '....#.....#...###...',
    '....###...#...#.#...',
    '....#.#...#...###...',
    '....###...#...#.....',
    '#..................#',
  );
  removeCorners(pill);
  expect(pill.pixels).toEqual(drawn(...LETTERS).pixels);
});

test('text whose margin is free stays as it is', () => {
  const text = drawn(...LETTERS);
  const before = text.pixels.slice();
  removeSurround(text);
  expect(text.pixels).toEqual(before);
});
