import { expect, test } from 'vitest';
import { likeNeighbours } from './look-alikes.ts';

/** A letter in brackets is one that the network is unsure of. */
function read(word: string): string {
  const letters = [...word.matchAll(/\[(.)\]|(.)/gu)].map(([, unsure, sure]) => ({
    text: unsure ?? sure ?? '',
    confidence: unsure === undefined ? 1 : 0.6,
  }));
  return likeNeighbours(letters);
}

test.each([
  ['4111[l]', '41111'],
  ['2[O]26-11-17', '2026-11-17'],
  ['1\u0437:05', '13:05'], // Cyrillic ze, however sure
  ['had.grow[0]ld();', 'had.growold();'],
  ['TOD[0]', 'TODO'],
  ['llll', '1111'],
  ['[l]l[l]1', '1111'],
])('%s becomes %s', (word, meant) => {
  expect(read(word)).toBe(meant);
});

test.each(['[1]일', '제[1]', '会议[1]'])('%s stays a number', (word) => {
  expect(read(word)).toBe(word.replace(/[[\]]/g, ''));
});

test.each(['l10n', 'TOD0', 'x86', 'зов'])('%s stays as it is', (word) => {
  expect(read(word)).toBe(word);
});

test('a doubtful letter stays where its neighbours do not tell', () => {
  expect(read('ce[0]fa')).toBe('ce0fa');
  expect(read('v[1]')).toBe('v1');
  expect(read('a1[0]b')).toBe('a10b');
});
