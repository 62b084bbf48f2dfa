import { expect, test } from 'vitest';
import { inLatin, isLatinScreen } from './latin-screen.ts';

const word = (text: string, latin?: string, confidence = 0.9) => ({
  text,
  latin,
  confidence,
  x: 0,
  width: 20,
});
const LATIN = ['Applications', 'File', 'System'].map((text) => word(text));

test('a word of look-alikes is Latin where all other words are', () => {
  const words = [...LATIN, word('Ноте', 'Home')];
  expect(isLatinScreen(words)).toBe(true);
  expect(inLatin(words).map(({ text }) => text)).toEqual([
    'Applications',
    'File',
    'System',
    'Home',
  ]);
});

test.each([
  [
    'another word has a letter that only Cyrillic has',
    [...LATIN, word('Ноте', 'Home'), word('Файл')],
  ],
  ['the word is sure', [...LATIN, word('Все', 'Bce', 0.99)]],
  ['hardly a word is Latin', [word('File'), word('Ноте', 'Home')]],
])('it stays as it is where %s', (_, words) => {
  expect(isLatinScreen(words)).toBe(false);
});

test('a line without such words stays the same', () => {
  expect(inLatin(LATIN)).toBe(LATIN);
});
