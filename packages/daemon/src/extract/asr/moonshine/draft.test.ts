import { describe, expect, test } from 'vitest';
import { draftOf } from './draft.ts';

describe('draftOf', () => {
  test('begins with the beginning', () => {
    expect(draftOf([5, 6, 7]).guess([])).toEqual([5, 6, 7]);
  });

  test('goes on where the text and the draft agree again', () => {
    const draft = draftOf([5, 6, 7, 8, 9, 10]);
    draft.guess([]);
    expect(draft.guess([5, 99])).toEqual([]);
    expect(draft.guess([5, 99, 7])).toEqual([]);
    expect(draft.guess([5, 99, 7, 8])).toEqual([9, 10]);
  });

  test('finds the later of two places once it is past the first', () => {
    const draft = draftOf([1, 2, 3, 4, 1, 2, 5, 6]);
    expect(draft.guess([1, 2])).toEqual([3, 4, 1, 2, 5, 6]);
    expect(draft.guess([1, 2, 3, 4, 1, 2])).toEqual([5, 6]);
  });

  test('has no idea beyond its end, or when it is empty', () => {
    expect(draftOf([1, 2]).guess([1, 2])).toEqual([]);
    expect(draftOf([]).guess([])).toEqual([]);
  });

  test('guesses a bounded number at once', () => {
    expect(draftOf(Array.from({ length: 100 }, (_, i) => i)).guess([])).toHaveLength(24);
  });
});
