import { expect, test } from 'vitest';
import type { Alphabet } from './alphabet.ts';
import { beamSearch } from './beam-search.ts';
import { dictionaryOf, storedDictionaryOf } from './dictionary.ts';
import { graphBytes } from './graph.fixture.ts';
import { wordsOf } from './path-words.ts';

const TEXTS = [' ', 'a', 'b', 'c', 'd', 'e'];
const NULL = TEXTS.length;
const ALPHABET: Alphabet = {
  letterOf: Int32Array.from([...TEXTS.keys(), -1]),
  texts: TEXTS,
  areDigits: TEXTS.map(() => false),
};
const lettersOf = (text: string) => [...text].map((letter) => TEXTS.indexOf(letter));
const none = Buffer.alloc(0);
const punctuation = graphBytes([[0]]);
const words = graphBytes([lettersOf('abe'), lettersOf('dad')]);
const stored = storedDictionaryOf({ punctuation, words, numbers: none });
const dictionary = stored && dictionaryOf(stored, ALPHABET);

type Step = Partial<Record<string, number>>;

/** What a step does not say is nothing, with a trace of everything. */
function outputsOf(steps: readonly (string | Step)[]): Float32Array {
  const width = NULL + 1;
  const outputs = new Float32Array(steps.length * width).fill(0.001);
  for (const [index, step] of steps.entries()) {
    const said: Step = typeof step === 'string' ? { [step]: 0.99 } : step;
    const rest = 0.994 - Object.values(said).reduce<number>((sum, part) => sum + (part ?? 0), 0);
    outputs[index * width + NULL] = Math.max(0.001, rest);
    for (const [text, part = 0] of Object.entries(said)) {
      const code = text === '_' ? NULL : TEXTS.indexOf(text);
      outputs[index * width + code] = part;
    }
  }
  return outputs;
}

function read(steps: readonly (string | Step)[], options: Partial<{ isFree: boolean }> = {}) {
  const search = beamSearch({
    alphabet: ALPHABET,
    dictionary: options.isFree ? undefined : dictionary,
    nullCode: NULL,
  });
  return wordsOf(search.decode(outputsOf(steps)), TEXTS);
}
const textOf = (...steps: (string | Step)[]) =>
  read(steps)
    .map(({ text }) => text)
    .join(' ');

test('a letter that takes several steps is one letter', () => {
  expect(textOf('_', 'a', 'a', '_', 'b', 'b', 'b', 'c', '_')).toBe('abc');
});

test('the same letter twice has nothing between', () => {
  expect(textOf('a', '_', 'a')).toBe('aa');
  expect(textOf('a', 'a', 'a')).toBe('a');
});

test('nothing gives no words', () => {
  expect(read([])).toEqual([]);
  expect(read(['_', '_', '_'])).toEqual([]);
});

test('spaces part words, which know their steps', () => {
  const words = read(['_', 'c', '_', ' ', '_', 'd', 'd', '_', '_']);
  expect(words).toMatchObject([
    { text: 'c', from: 0 },
    { text: 'd', to: 9 },
  ]);
  // A step of nothing belongs to either side.
  expect([2, 3]).toContain(words[0]?.to);
  expect([4, 5]).toContain(words[1]?.from);
});

test('two letters that share a step are as sure as both together', () => {
  const [shared] = read(['c', 'c', { c: 0.5, d: 0.48 }, 'd', 'd']);
  const [weak] = read(['c', 'c', { c: 0.5, e: 0.48 }, 'd', 'd']);
  expect(shared?.text).toBe('cd');
  expect(weak?.text).toBe('cd');
  expect(shared?.certainty).toBeGreaterThan(-0.3);
  expect(weak?.certainty).toBeLessThan(-1);
});

test('a word of the dictionary is read where it is nearly as likely', () => {
  const steps = ['a', '_', { b: 0.4, d: 0.55 }, '_', 'e'] as const;
  expect(read(steps).map(({ text }) => text)).toEqual(['abe']);
  expect(read(steps, { isFree: true }).map(({ text }) => text)).toEqual(['ade']);
});

test('what is clearly likelier than a word is read, though it is none', () => {
  expect(textOf('a', '_', { b: 0.001, d: 0.98 }, '_', 'e')).toBe('ade');
});

test('a word may follow any text, and any text a word', () => {
  const doubtful = { b: 0.4, d: 0.55 };
  expect(textOf('c', 'e', ' ', 'a', '_', doubtful, '_', 'e', ' ', 'c')).toBe('ce abe c');
});

test('half a word is no word', () => {
  expect(textOf('a', '_', { b: 0.4, d: 0.55 })).toBe('ad');
});

test('how sure a word is depends on the spaces beside it', () => {
  const [sure] = read(['c', ' ', 'd']);
  const [doubtful] = read(['c', { ' ': 0.6, _: 0.39 }, 'd']);
  expect(sure?.certainty).toBeGreaterThan((doubtful?.certainty ?? 0) + 0.2);
});
