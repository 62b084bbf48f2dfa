import { expect, test } from 'vitest';
import type { Bitmap } from './bitmap.ts';
import { removeUnderlines } from './underlines.ts';

/** One character is one pixel: a dot is ground, a plus sign faint ink, everything else ink. */
function drawn(...rows: string[]): Bitmap {
  const width = rows[0]?.length ?? 0;
  const level = (sign: string) => (sign === '.' ? 0 : sign === '+' ? 90 : 255);
  const pixels = Uint8Array.from(rows.join(''), level);
  return { pixels, width, height: rows.length };
}

test('the line below the letters of a link goes', () => {
  const link = drawn(
    '................',
    '.##....#....#...',
    '.#.#...#....#...',
    '.##....#....#...',
    '.#.#...#....#...',
    '.##....#....#...',
    '................',
    '.##############.',
    '................',
  );
  removeUnderlines(link);
  expect(link.pixels.subarray(7 * 16, 8 * 16).every((pixel) => pixel === 0)).toBe(true);
});

test('the feet of digits that touch are no underline', () => {
  const digits = drawn(
    '................',
    '.######.######..',
    '......#......#..',
    '......#......#..',
    '....##.....##...',
    '..##.....##.....',
    '.##.....##......',
    '.#############..',
    '................',
  );
  const before = digits.pixels.slice();
  removeUnderlines(digits);
  expect(digits.pixels).toEqual(before);
});

test('the bars of Korean vowels that touch are no underline', () => {
  const vowels = drawn(
    '.....................',
    '..#....#...########..',
    '..#....#..........#..',
    '..######..........#..',
    '..#....#..........#..',
    '..######......#...#..',
    '.....#........#......',
    '.....#........#......',
    '.###################.',
    '.....................',
  );
  const before = vowels.pixels.slice();
  removeUnderlines(vowels);
  expect(vowels.pixels).toEqual(before);
});

test('the bars of Korean vowels with strokes below them are no underline', () => {
  const vowels = drawn(
    '.....................',
    '...####.......####...',
    '..#....#.....#....#..',
    '..#....#.....#....#..',
    '...####.......####...',
    '.....................',
    '.###################.',
    '.....#........#..#...',
    '.....#........#..#...',
    '.....#........#..#...',
    '.....................',
  );
  const before = vowels.pixels.slice();
  removeUnderlines(vowels);
  expect(vowels.pixels).toEqual(before);
});

test('an underline goes from under the tail of a letter', () => {
  const link = drawn(
    '....................',
    '.####.####.#..#.##..',
    '.#..#.#..#.#..#.#.#.',
    '.#..#.#..#.#..#.#.#.',
    '.####.####.####.#.#.',
    '....#...............',
    '.##################.',
    '....#...............',
    '.####...............',
    '....................',
  );
  removeUnderlines(link);
  expect(link.pixels.subarray(6 * 20 + 6, 7 * 20).every((pixel) => pixel === 0)).toBe(true);
});

test('the bars of Korean letters that a faint gap parts are no underline', () => {
  const letters = drawn(
    '....................',
    '....#......######...',
    '...#.#.....#........',
    '..#...#....######...',
    '.#.....#...#........',
    '...........######...',
    '....................',
    '.########+#########.',
    '....................',
  );
  const before = letters.pixels.slice();
  removeUnderlines(letters);
  expect(letters.pixels).toEqual(before);
});

test('the long base of joined Arabic letters is no underline', () => {
  const word = drawn(
    '......................',
    '....#.......#.........',
    '....#.......#.........',
    '....#.......#.........',
    '....#.......#.........',
    '....#.......#.........',
    '....#.......#.........',
    '.#####++####+##+#####.',
    '......................',
  );
  const before = word.pixels.slice();
  removeUnderlines(word);
  expect(word.pixels).toEqual(before);
});
