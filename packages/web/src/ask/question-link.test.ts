import { expect, test } from 'vitest';
import { askAddress, readQuestion } from './question-link.ts';

test('a question and its removed filters survive the address', () => {
  const asking = { text: 'who said “10 % & more”?', ignore: ['time', 'person'] as const };
  const { searchParams } = new URL(askAddress(asking), 'http://page');
  expect(readQuestion(searchParams)).toEqual(asking);
});

test('what no filter is called is left out, and no question is no parameter', () => {
  expect(readQuestion(new URLSearchParams('q=%20a%20&ignore=weather&ignore=app'))).toEqual({
    text: 'a',
    ignore: ['app'],
  });
  expect(askAddress({ text: '  ', ignore: [] })).toBe('/app/ask');
});
