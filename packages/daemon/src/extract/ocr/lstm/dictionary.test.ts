import { expect, test } from 'vitest';
import type { Alphabet } from './alphabet.ts';
import { dictionaryOf, storedDictionaryOf } from './dictionary.ts';
import { graphBytes } from './graph.fixture.ts';

// The place of a word among punctuation, and of a digit in a number, is a space.
const TEXTS = [' ', 'a', 'b', 'c', '(', ')', '.', '1', '2'];
const ALPHABET: Alphabet = {
  letterOf: Int32Array.from(TEXTS, (_, letter) => letter),
  texts: TEXTS,
  areDigits: TEXTS.map((text) => /\d/.test(text)),
};
const lettersOf = (text: string) => [...text].map((letter) => TEXTS.indexOf(letter));
const graph = (...words: string[]) => graphBytes(words.map(lettersOf));
const stored = storedDictionaryOf({
  punctuation: graph(' ', ' .', '( )', '.'),
  words: graph('ab', 'abc', 'cab'),
  numbers: graph('  ', ' . '),
});
const dictionary = stored && dictionaryOf(stored, ALPHABET);

/** `word` when it may end there, `part` when it goes on, nothing when there is no such word. */
function look(text: string): string | undefined {
  let positions = dictionary?.beginning;
  let isEnd = false;
  for (const letter of lettersOf(text)) {
    const next = positions && dictionary?.next(positions, letter);
    positions = next?.positions;
    isEnd = next?.isEnd ?? false;
  }
  return positions && (isEnd ? 'word' : 'part');
}

test.each([
  ['ab', 'word'],
  ['abc', 'word'],
  ['a', 'part'],
  ['ca', 'part'],
  ['ac', undefined],
  ['abcb', undefined],
])('%s is a %s', (text, is) => {
  expect(look(text)).toBe(is);
});

test.each([
  ['ab.', 'word'],
  ['(ab', 'part'],
  ['(ab)', 'word'],
  ['ab)', undefined],
  ['a.', undefined],
  ['ab.c', undefined],
  ['.', 'word'],
])('with punctuation, %s is a %s', (text, is) => {
  expect(look(text)).toBe(is);
});

test.each([
  ['12', 'word'],
  ['1', 'part'],
  ['1.2', 'word'],
  ['(21)', 'word'],
  ['1a', undefined],
])('as a number, %s is a %s', (text, is) => {
  expect(look(text)).toBe(is);
});

test('a space ends every word', () => {
  expect(look('ab ')).toBeUndefined();
});

test('language data may have no words, and another format is told', () => {
  const none = Buffer.alloc(0);
  expect(storedDictionaryOf({ punctuation: none, words: none, numbers: none })).toBe(undefined);
  const broken = { punctuation: graph(' '), words: Buffer.alloc(40), numbers: none };
  expect(() => storedDictionaryOf(broken)).toThrow(RangeError);
});

test('a damaged edge leads nowhere', () => {
  const words = graph('ab');
  // The upper half of where the first edge leads.
  words.writeInt32LE(-1, 10 + 4);
  const damaged = storedDictionaryOf({ punctuation: graph(' '), words, numbers: Buffer.alloc(0) });
  const broken = damaged && dictionaryOf(damaged, ALPHABET);
  const begun = broken?.next(broken.beginning, 1);
  expect(begun?.positions).toHaveLength(1);
  expect(begun && broken?.next(begun.positions, 2)).toBeUndefined();
});
