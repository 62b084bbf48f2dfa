import { expect, test } from 'vitest';
import { isWrittenAs, presenceOf, removesDoubt } from './is-speech.ts';

/** As measured: of the voice that nobody seems to be, and of music. */
test.each([
  ['clear French', 0.01, 0.99, 'speech'],
  ['English that sounds recorded', 0.65, 0.97, 'speech'],
  ['Spanish of a telephone exchange', 0.82, 0.89, 'doubtful'],
  ['music', 0.71, 0.22, 'nobody'],
  ['music with a rhythm of words', 0.43, 0.53, 'doubtful'],
  ['silence', 0.95, 0.99, 'nobody'],
])('%s', (_, noSpeech, share, presence) => {
  const language = share * (1 - noSpeech);
  expect(presenceOf({ noSpeech, language })).toBe(presence);
});

test('a language that a person named is not doubted, silence stays silence', () => {
  const given = (noSpeech: number) => presenceOf({ noSpeech, language: 0.05, isGiven: true });
  expect([0.6, 0.8, 0.95].map(given)).toEqual(['speech', 'doubtful', 'nobody']);
});

test('the language of a moment ago does not make speech of music', () => {
  const expected = (noSpeech: number) => presenceOf({ noSpeech, language: 0.05, isExpected: true });
  expect([0.43, 0.8, 0.95].map(expected)).toEqual(['doubtful', 'doubtful', 'nobody']);
});

test('sure words remove a doubt, guessed ones do not', () => {
  expect([-0.26, -0.64, -1.09, -2.97].map(removesDoubt)).toEqual([true, true, false, false]);
});

test.each([
  ['jw', '冠冠冠', false],
  ['es', 'la tecla número uno', true],
  ['ja', '会議は三時です', true],
  ['ru', 'нажмите один', true],
])('text in %s: %s', (language, text, isPossible) => {
  expect(isWrittenAs(language, text)).toBe(isPossible);
});
