import { expect, test } from 'vitest';
import { shownLanguage } from './language-text.ts';

test('a language is shown when it is not that of the page, or not known', () => {
  expect(shownLanguage('en', 'en-GB')).toBeUndefined();
  expect(shownLanguage('de', 'en-GB')).toBe('German');
  expect(shownLanguage('de', 'de')).toBeUndefined();
  expect(shownLanguage('en', 'de')).toBe('Englisch');
  expect(shownLanguage(null, 'en')).toBe('Language unknown');
});

test('a code that no language has is shown as it is', () => {
  for (const code of ['q5_0', 'x', '']) expect(shownLanguage(code, 'en')).toBe(code);
});
