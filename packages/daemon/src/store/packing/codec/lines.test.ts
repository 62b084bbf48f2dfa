import { expect, test } from 'vitest';
import type { TextBox } from '#store/records.ts';
import { linesOf } from './lines.ts';

const box = (text: string, left: number, top: number, more: Partial<TextBox> = {}): TextBox => ({
  text,
  left,
  top,
  width: 0.05,
  height: 0.02,
  confidence: 1,
  ...more,
});
const textsOf = (boxes: TextBox[]) => linesOf(boxes).map(({ text }) => text);

test('words side by side are a line with their common place and mean confidence', () => {
  const boxes = [
    box('Hello', 0.1, 0.1),
    box('world', 0.16, 0.105, { height: 0.03, confidence: 0.5 }),
  ];
  expect(linesOf(boxes)).toEqual([
    {
      words: [0, 1],
      text: 'Hello world',
      confidence: 0.75,
      left: 0.1,
      top: 0.1,
      width: 0.11,
      height: 0.035,
    },
  ]);
});

test.each<[string, TextBox[], string[]]>([
  ['below', [box('a', 0.1, 0.1), box('b', 0.16, 0.13)], ['a', 'b']],
  ['in the next column', [box('a', 0.1, 0.1), box('b', 0.6, 0.1)], ['a', 'b']],
  ['before', [box('a', 0.5, 0.1), box('b', 0.1, 0.1)], ['a', 'b']],
  ['slightly lower', [box('a', 0.1, 0.1), box('b', 0.16, 0.108)], ['a b']],
])('a word %s', (_, boxes, texts) => {
  expect(textsOf(boxes)).toEqual(texts);
});

test('the numbers of the reader decide where there are some', () => {
  const boxes = [box('a', 0.1, 0.1, { line: 4 }), box('b', 0.9, 0.1, { line: 4 })];
  expect(textsOf([...boxes, box('c', 0.96, 0.1, { line: 5 })])).toEqual(['a b', 'c']);
});

test('no words, no lines', () => {
  expect(linesOf([])).toEqual([]);
});
