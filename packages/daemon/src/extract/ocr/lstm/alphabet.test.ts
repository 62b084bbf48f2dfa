import { expect, test } from 'vitest';
import { alphabetOf } from './alphabet.ts';
import { OtherWayError } from './errors.ts';

const NULL = 9;

function unicharset(...letters: string[]): Buffer {
  const lines = letters.map((letter) => `${letter} ${/\d/.test(letter) ? 8 : 3} Common 0`);
  return Buffer.from(`${lines.length + 1}\nNULL 0 Common 0\n${lines.join('\n')}\n`);
}

/** The codes of each letter. */
function recoder(...codes: number[][]): Buffer {
  const numbers = (...values: number[]) => Buffer.from(Int32Array.from(values).buffer);
  const letters = codes.map((code) => Buffer.concat([Buffer.of(1), numbers(code.length, ...code)]));
  return Buffer.concat([numbers(codes.length), ...letters]);
}

const alphabet = (letters: string[], ...codes: number[][]) =>
  alphabetOf({
    unicharset: unicharset(...letters),
    recoder: recoder([0], ...codes),
    codes: NULL + 1,
    nullCode: NULL,
  });

test('knows the letter of each output, the space, digits, and what means nothing', () => {
  const { letterOf, texts, areDigits } = alphabet(['ä', 'я', '7', '€'], [1], [NULL], [2], [3]);
  expect(texts).toEqual([' ', 'ä', 'я', '7', '€']);
  expect([...letterOf]).toEqual([0, 1, 3, 4, -1, -1, -1, -1, -1, -1]);
  expect(areDigits).toEqual([false, false, false, true, false]);
});

test.each([
  ['from right to left', 'ש'],
  ['without spaces', 'ก'],
  ['with many signs', '漢'],
])('leaves what is written %s to another reader', (_, letter) => {
  expect(() => alphabet(['a', letter], [1], [2])).toThrow(OtherWayError);
});

test('leaves signs of several codes to another reader', () => {
  expect(() => alphabet(['a', 'b'], [1], [2, 3])).toThrow(OtherWayError);
});
