import { expect, test } from 'vitest';
import { redactByRule } from './text-rule.ts';

const covered = (text: string, words: readonly string[], kinds: readonly string[] = []) =>
  redactByRule(text, { words, kinds });

test('words are covered in any case, however often they come', () => {
  const expected = { text: '[REDACTED] and [REDACTED], a+b', count: 2 };
  expect(covered('Red and RED, a+b', ['red'])).toEqual(expected);
  expect(covered('a+b', ['a+b'])).toEqual({ text: '[REDACTED]', count: 1 });
  expect(covered('aab', ['a+b'])).toBeUndefined();
});

test('a word that is a part of another one leaves nothing of that', () => {
  expect(covered('Annabel, Anna', ['anna', 'annabel'])?.text).toBe('[REDACTED], [REDACTED]');
});

test('what covers something is not covered again, so that work may be done twice', () => {
  const words = ['red', 'mail', 'act', 'e'];
  const once = covered('red fox, ada@example.org', words, ['email']);
  expect(once).toEqual({ text: '[REDACTED] fox, [EMAIL]', count: 2 });
  expect(covered(once?.text ?? '', words, ['email'])).toBeUndefined();
});
