import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shorten } from './shorten.ts';

describe('shorten', () => {
  test('leaves a text alone that is short enough', () => {
    expect(shorten('budget', 6)).toBe('budget');
    expect(shorten('🙂🙂🙂', 3)).toBe('🙂🙂🙂');
  });

  test('keeps the first and the last half and counts what it removed', () => {
    expect(shorten('0123456789', 4)).toBe('01… [6 characters removed] …89');
    expect(shorten('0123456789', 5)).toBe('012… [5 characters removed] …89');
    expect(shorten('0123456789', 1)).toBe('0… [9 characters removed] …');
  });

  test('counts characters and never cuts one in two', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', minLength: 1 }),
        fc.integer({ min: 1, max: 20 }),
        (text, max) => {
          const characters = [...text];
          const short = shorten(text, max);
          const marker = /… \[(\d+) characters removed\] …/.exec(short);
          if (characters.length <= max) {
            expect(short).toBe(text);
          } else {
            expect(short.isWellFormed()).toBe(text.isWellFormed());
            expect(Number(marker?.[1])).toBe(characters.length - max);
            expect([...short.replace(marker?.[0] ?? '', '')]).toHaveLength(max);
          }
        },
      ),
    );
  });
});
