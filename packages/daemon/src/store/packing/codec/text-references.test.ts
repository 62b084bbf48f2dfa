import { expect, test } from 'vitest';
import { lineFinder, wordFinder } from './text-references.ts';

test('a word is found at the place nearest after the expected one, or else at the first', () => {
  const find = wordFinder('a b a c a b');
  expect([0, 1, 2, 3, 4, 5, 6].map((expected) => find('a', expected))).toEqual([
    0, 2, 2, 4, 4, 0, 0,
  ]);
  expect([0, 1, 2, 5, 6].map((expected) => find('b', expected))).toEqual([1, 1, 5, 5, 1]);
  expect(find('d', 0)).toBe(-1);
});

test('lines are found as words are', () => {
  const find = lineFinder('one\ntwo\none\nthree');
  expect(find('one', 1)).toEqual({ first: 2, count: 1 });
  expect(find('one\ntwo', 0)).toEqual({ first: 0, count: 2 });
  expect(find('four', 0)).toBeUndefined();
});

test('a text that says one word very often is no more work than others', () => {
  const count = 400_000;
  const find = wordFinder('x y '.repeat(count));
  // Looking from the first place on each time would take minutes.
  let misplaced = 0;
  for (let i = 0; i < count; i++) if (find('y', 2 * i) !== 2 * i + 1) misplaced += 1;
  expect(misplaced).toBe(0);
}, 60_000);
