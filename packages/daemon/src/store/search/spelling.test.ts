import { expect, test } from 'vitest';
import { temporaryStore } from '../testing/temporary-store.ts';
import { slipsBetween } from './spelling.ts';

test('slips are letters too many, too few, wrong or swapped', () => {
  expect(slipsBetween('deposit', 'deposit', 2)).toBe(0);
  expect(slipsBetween('depposit', 'deposit', 2)).toBe(1);
  expect(slipsBetween('dpeosit', 'deposit', 2)).toBe(1);
  expect(slipsBetween('deosit', 'deposit', 2)).toBe(1);
  expect(slipsBetween('desopit', 'deposit', 2)).toBe(2);
  expect(slipsBetween('harbour', 'deposit', 2)).toBe(3);
});

test('the nearest word that was seen is meant, of equally near ones the most frequent', async () => {
  await using temporary = await temporaryStore();
  const { store } = temporary;
  const texts = [
    'the deposit arrived',
    'deposit again',
    'depot and deposits',
    'planet plane plane',
  ];
  const frames = texts.map((text, i) => ({ atMs: 1_000 * i, deviceName: 'monitor_1', text }));
  await store.content.add({ frames });
  expect(await store.search.suggestSpelling('depposit arived')).toBe('deposit arrived');
  expect(await store.search.suggestSpelling('Depsit')).toBe('deposit');
  // Known, also as a beginning; too short; nothing like it.
  expect(await store.search.suggestSpelling('arriv')).toBeUndefined();
  expect(await store.search.suggestSpelling('teh')).toBeUndefined();
  expect(await store.search.suggestSpelling('xylophonist')).toBeUndefined();
  expect(await store.search.suggestSpelling('" - *')).toBeUndefined();
});
