import { expect, test } from 'vitest';
import { newPictures } from './new-pictures.ts';
import { type Look, lookOf } from './unlikeness.ts';

const SIZE = 240;
const BLANK = '_';

/** One look for each letter. */
function look(letter: string): Look {
  const pixels = new Uint8Array(SIZE * SIZE);
  if (letter === BLANK) return lookOf({ pixels, width: SIZE, height: SIZE, rowLength: SIZE });
  for (let i = 0; i < pixels.length; i++) {
    pixels[i] = Math.abs(Math.sin((i >> 3) * letter.charCodeAt(0))) * 255;
  }
  return lookOf({ pixels, width: SIZE, height: SIZE, rowLength: SIZE });
}

/** The pictures in the order they come out, those that are new as capitals. */
function sorted(series: string): string {
  const sorter = newPictures<string>();
  const shown = [...series].flatMap((letter) => sorter.add(letter, look(letter)));
  return [...shown, ...sorter.end()]
    .map(({ item, isNew }) => (isNew ? item.toUpperCase() : item))
    .join('');
}

test('marks what was not seen before, but not the first picture', () => {
  expect(sorted('aaabbbccc')).toBe('aaaBbbCcc');
});

test('does not mark what was seen three pictures ago at most', () => {
  expect(sorted('abababa')).toBe('abababa');
  expect(sorted('aabbcccca')).toBe('aaBbCcccA');
});

test('does not mark a picture that hides one which comes back after it', () => {
  expect(sorted('aaabaaa')).toBe('aaabaaa');
  expect(sorted('aaabcaa')).toBe('aaabcaa');
  expect(sorted('aaabcdaa')).toBe('aaaBCDAa');
});

test('a blank picture refers to nothing', () => {
  expect(sorted('aaab_b')).toBe('aaaB_b');
});

test('gives back what still waits', () => {
  const sorter = newPictures<string>();
  for (const letter of 'abc') sorter.add(letter, look(letter));
  expect(sorter.waiting()).toEqual(['b', 'c']);
  expect([...sorter.end()].map(({ item }) => item)).toEqual(['b', 'c']);
  expect(sorter.waiting()).toEqual([]);
});

test('takes series of any length', () => {
  expect(sorted('')).toBe('');
  expect(sorted('a')).toBe('a');
  expect(sorted('ab')).toBe('aB');
});
