import { expect, test } from 'vitest';
import { windowNumbers } from './window-numbers.ts';

test('a window keeps its number, and no two have the same one', () => {
  const numberOf = windowNumbers();
  expect(['a', 'b', 'a', 'c', 'b'].map(numberOf)).toEqual([1, 2, 1, 3, 2]);
});

test('those that were not asked for longest are forgotten, and their numbers are not given again', () => {
  const numberOf = windowNumbers(2);
  expect(['a', 'b', 'a', 'c'].map(numberOf)).toEqual([1, 2, 1, 3]);
  expect(['a', 'c', 'b'].map(numberOf)).toEqual([1, 3, 4]);
});
