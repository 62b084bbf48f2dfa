import { expect, test } from 'vitest';
import { risingProgress } from './rising-progress.ts';

test('a measurement that is smaller or late does not move the progress back', () => {
  const reported: number[] = [];
  const progress = risingProgress(100, (bytes) => reported.push(bytes));
  for (const bytes of [0, 30, 0, 30, 20, 60]) progress(bytes);
  expect(reported).toEqual([30, 60]);
});

test('the progress ends at the total, and a late measurement adds nothing', () => {
  const reported: number[] = [];
  const progress = risingProgress(100, (bytes) => reported.push(bytes));
  for (const bytes of [90, 130, 100, 95, 140]) progress(bytes);
  expect(reported).toEqual([90, 100]);
});
