import { expect, test } from 'vitest';
import { tellingWords } from './hour-words.ts';

const titles = (...counted: [title: string, count: number][]) =>
  counted.map(([value, count]) => ({ value, label: value, count }));

test('words of the hour come first by how much they are its own, then by how often they stand', () => {
  const hour = titles(['Deposit for Lisbon - Inbox', 5], ['Lisbon travel', 3], ['Inbox - Mail', 9]);
  const before = titles(['Inbox - Mail', 400], ['travel plans', 3]);
  expect(tellingWords(hour, before, titles(['Mail', 14]))).toEqual([
    'Lisbon',
    'Deposit',
    'travel',
    'Inbox',
  ]);
});

test('what may be a key, an address or a path is no word, nor is what is short', () => {
  const hour = titles(['sk-a81hfKq29 token=hunter', 1], ['mara@moor: ~/petrel-firmware', 1]);
  expect(tellingWords(hour, [], [])).toEqual([]);
  expect(tellingWords(titles(['an old box', 1]), [], [])).toEqual([]);
});
