import { expect, test } from 'vitest';
import { inLatinLetters } from './latin-doubles.ts';

/** Each letter in the middle of its width. */
function lettersOf(word: string, widths: readonly number[]) {
  let from = 0;
  return [...word].map((text, i) => {
    const width = widths[i] as number;
    from += width;
    return { text, from: from - width / 2, to: from - width / 2 + 1 };
  });
}

test.each([
  ['Ноте', [7, 6, 9, 6], 'Home'],
  ['поте', [6, 6, 3, 6], 'note'],
  ['тіте', [3, 2, 9, 6], 'time'],
  ['то', [3, 6], 'to'],
  ['Τορ', [6, 6, 6], 'Top'],
])('%s is written in Latin letters, its т by the room around it', (word, widths, latin) => {
  expect(inLatinLetters(lettersOf(word, widths))).toBe(latin);
});

test.each(['нет', 'Дом', 'Home', 'λογος', 'Հա'])('%s has no Latin spelling', (word) => {
  expect(inLatinLetters(lettersOf(word, [6, 6, 6, 6, 6]))).toBeUndefined();
});
