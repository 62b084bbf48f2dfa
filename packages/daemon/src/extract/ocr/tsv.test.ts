import { expect, test } from 'vitest';
import { parseTsv } from './tsv.ts';

test('only words with text are taken, with their confidence between 0 and 1', () => {
  const tsv = [
    '4\t1\t1\t1\t1\t0\t8\t5\t300\t25\t-1\t',
    '5\t1\t1\t1\t1\t1\t8\t5\t70\t25\t96.5\tawait',
    '5\t1\t1\t1\t1\t2\t90\t5\t9\t25\t12\t ',
    '5\t1\t1\t1\t1\t3\t101\t5\t67\t25\t-1.000000\tlike.',
    '',
  ].join('\n');
  expect(parseTsv(tsv)).toEqual([
    { text: 'await', confidence: 0.965, x: 8, width: 70 },
    { text: 'like.', confidence: 0, x: 101, width: 67 },
  ]);
});
