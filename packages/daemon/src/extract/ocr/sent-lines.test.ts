import type { OcrLine } from '@hindcast/screen-ocr';
import { expect, test } from 'vitest';
import { completed, shortened } from './sent-lines.ts';

const line = (text: string): OcrLine => ({
  text,
  confidence: 1,
  x: 0,
  y: 0,
  width: 9,
  height: 9,
  words: [],
});

test('lines of the answer before travel as their places and come back as they were', () => {
  const before = [line('first'), line('second'), line('third')];
  const now = [before[2], line('new'), before[0]] as OcrLine[];
  const sent = shortened(now, before);
  expect(sent).toEqual([2, line('new'), 0]);
  expect(completed(structuredClone(sent), before)).toEqual(now);
});

test('an equal line that is another object travels whole: it may differ in what is not compared', () => {
  expect(shortened([line('same')], [line('same')])).toEqual([line('same')]);
});

test('without an answer before all lines travel', () => {
  expect(shortened([line('first')], undefined)).toEqual([line('first')]);
});

test('a place that the answer before does not have is a fault, not a missing line', () => {
  expect(() => completed([1], [line('only')])).toThrow('no line 1');
});
