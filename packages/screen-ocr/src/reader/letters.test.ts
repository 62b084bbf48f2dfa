import { expect, test } from 'vitest';
import { NO_TEXT, OTHER_NETWORK } from './alphabet.ts';
import { lettersOf, wordsOf } from './letters.ts';

const ALPHABET = ['', ' ', 'a', 'b', '\u1112', '\u1161', '\u11ab', NO_TEXT, OTHER_NETWORK];
const decode = (...best: number[]) =>
  wordsOf(
    lettersOf(
      { at: [...best.keys()], best, confidence: best.map((_, i) => 1 - i / 100) },
      ALPHABET,
    ),
  );
const textsOf = (...best: number[]) => decode(...best).map(({ text }) => text);

test('steps of one class are one letter unless a blank parts them', () => {
  expect(textsOf(0, 2, 2, 0, 2, 3, 3, 0)).toEqual(['aab']);
  expect(textsOf(0, 0, 0)).toEqual([]);
});

test('whole numbers of 64 bits are understood', () => {
  const steps = { at: BigInt64Array.of(0n, 1n, 2n, 3n), best: BigInt64Array.of(0n, 2n, 2n, 3n) };
  const letters = lettersOf({ ...steps, confidence: [1, 0.9, 0.8, 0.7] }, ALPHABET);
  expect(letters).toEqual([
    { text: 'a', confidence: 0.9, from: 1, to: 3 },
    { text: 'b', confidence: 0.7, from: 3, to: 4 },
  ]);
});

test('steps that the network left out part letters as blanks do', () => {
  const letters = lettersOf(
    { at: [4, 5, 9], best: [2, 2, 2], confidence: [0.9, 0.8, 0.7] },
    ALPHABET,
  );
  expect(letters).toEqual([
    { text: 'a', confidence: 0.9, from: 4, to: 6 },
    { text: 'a', confidence: 0.7, from: 9, to: 10 },
  ]);
});

test('spaces part words, which know their place in the strip and how sure they are', () => {
  const [first, second] = decode(0, 2, 3, 1, 1, 0, 3, 3);
  expect(first).toMatchObject({ text: 'ab', x: 2, width: 4 });
  expect(first?.confidence).toBeCloseTo(0.985);
  expect(second).toMatchObject({ text: 'b', x: 12, width: 4 });
});

test('parts of a Hangul syllable are put together', () => {
  expect(textsOf(4, 5, 6)).toEqual(['한']);
});

test('signs that are no text part words and are dropped, as are characters of the other network', () => {
  expect(textsOf(7, 2, 7, 3)).toEqual(['a', 'b']);
  expect(textsOf(8, 1, 2, 8)).toEqual(['a']);
  expect(textsOf(2, 8, 3)).toEqual(['a', 'b']);
});

test('the room around a 1 is no space, where the network is not sure of one', () => {
  const read = (text: string, confidence: number) => {
    const letters = [...text].map((letter, i) => {
      return {
        text: letter,
        confidence: letter === ' ' ? confidence : 1,
        from: 3 * i,
        to: 3 * i + 1,
      };
    });
    return wordsOf(letters).map((word) => word.text);
  };
  expect(read('1 8:41', 0.6)).toEqual(['18:41']);
  expect(read('2 1', 0.6)).toEqual(['21']);
  expect(read('1 8:41', 0.8)).toEqual(['1', '8:41']);
  expect(read('2 8', 0.6)).toEqual(['2', '8']);
  expect(read('a 1', 0.6)).toEqual(['a', '1']);
});
