import { expect, test } from 'vitest';
import { inLogicalOrder } from './logical-order.ts';

const wordsOf = (...texts: string[]) =>
  texts.map((text, i) => ({ text, confidence: 0.9, x: 100 * i, width: 80 }));
const textsOf = (...texts: string[]) => inLogicalOrder(wordsOf(...texts)).map(({ text }) => text);
const turned = (text: string) => [...text].reverse().join('');

test('a line without letters from right to left stays as it is', () => {
  const words = wordsOf('Total', '(12)', 'итого');
  expect(inLogicalOrder(words)).toBe(words);
});

test('a Hebrew line is read from its right end, with numbers and Latin words as they are', () => {
  expect(textsOf(turned('עולם'), turned('שלום'))).toEqual(['שלום', 'עולם']);
  expect(textsOf('Firefox', turned('בדפדפן'), '12:30', turned('נפתח'))).toEqual([
    'נפתח',
    '12:30',
    'בדפדפן',
    'Firefox',
  ]);
});

test('words keep their places on the screen', () => {
  const [first] = inLogicalOrder(wordsOf(turned('עולם'), turned('שלום')));
  expect(first).toMatchObject({ text: 'שלום', x: 100, width: 80 });
});

test('brackets are turned with their text', () => {
  expect(textsOf(`(${turned('שלום')})`)).toEqual(['(שלום)']);
});

test('an Arabic name in an English line is turned by itself', () => {
  expect(textsOf('Signed', 'by', turned('محمد'), 'today')).toEqual([
    'Signed',
    'by',
    'محمد',
    'today',
  ]);
  expect(textsOf('Signed', 'by', turned('علي'), turned('محمد'), 'today')).toEqual([
    'Signed',
    'by',
    'محمد',
    'علي',
    'today',
  ]);
});
