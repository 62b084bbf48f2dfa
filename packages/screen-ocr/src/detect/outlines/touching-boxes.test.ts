import { expect, test } from 'vitest';
import { findComponents } from '../components.ts';
import { freeFromBoxes } from './touching-boxes.ts';

const HOLLOW = ['#######', ...Array<string>(12).fill('#.....#'), '#######'];

/** The boxes of the shapes in a drawing. */
function boxesOf(rows: readonly string[]): string[] {
  const width = Math.max(...rows.map((row) => row.length));
  const mask = Uint8Array.from(
    rows.flatMap((row) => [...row.padEnd(width, '.')]),
    (pixel) => (pixel === '#' ? 1 : 0),
  );
  return freeFromBoxes(findComponents(mask, width), mask, width).map(
    ({ x0, y0, x1, y1 }) => `${x0},${y0} ${x1},${y1}`,
  );
}

test('a letter is freed from the hollow cursor below it', () => {
  const letters = ['#########', '##.....##', '#########', '##.......', '##.......'];
  expect(boxesOf([...letters, ...HOLLOW])).toEqual(['0,0 8,4']);
});

test('letters that touch form no cursor between them', () => {
  // As the edges of "li" do, with letters on both sides.
  const nearby = [...Array<string>(6).fill('.......'), '#######', '##...##', '##...##', '#######'];
  const word = HOLLOW.map((row, y) => `${nearby[y] ?? '.......'}${row}${nearby[y] ?? ''}`);
  const feet = ['.......#......', '.......#......', '.......#......'];
  expect(boxesOf([...word, ...feet])).toEqual(['0,0 20,16']);
});
