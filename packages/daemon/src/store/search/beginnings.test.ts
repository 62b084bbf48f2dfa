import { expect, test } from 'vitest';
import { makeCancellationFlag } from '../kernel/cancellation.ts';
import { openReads } from '../kernel/open-reads.ts';
import type { Item, Page, SearchFilter } from '../records.ts';
import { temporaryStore } from '../testing/temporary-store.ts';
import type { HitPage } from '../timeline/overview-records.ts';
import { countingOf } from './beginnings.ts';

const ALL: SearchFilter = {
  kinds: ['ocr', 'audio', 'ui'],
  limit: 5,
  offset: 0,
  order: 'descending',
};

test('a beginning is counted from its most frequent word, and not one document twice', async () => {
  await using temporary = await temporaryStore();
  const { store, dataDir } = temporary;
  const text = (i: number) =>
    ['harbour', i % 10 === 0 && 'harbourmaster', i % 25 === 0 && 'harbours'].filter(Boolean);
  const frames = Array.from({ length: 100 }, (_, i) => ({
    atMs: 1_000_000 + i * 1_000,
    deviceName: 'monitor_1',
    text: i < 98 ? text(i).join(' ') : 'harbours',
  }));
  const { frames: added } = await store.content.add({ frames });
  // As for a result that is too large to be read whole.
  const reads = openReads(dataDir, makeCancellationFlag(), { wholeResult: 0 });
  let call = 0;
  const total = (query: string, more: Partial<SearchFilter> = {}) => {
    call += 1;
    return (reads.run(call, 'search.find', [{ ...ALL, query, ...more }]) as Page<Item>).total;
  };
  expect(['harb*', 'harbour*', 'harbourm*', 'harbours*'].map((q) => total(q))).toEqual([
    100, 100, 10, 6,
  ]);
  const hits = { ...ALL, isGrouped: true, withSnippets: false, withPositions: false };
  const uncounted = { ...hits, query: 'harb*', limit: 1, isCounted: false };
  const { hits: rows, ...page } = reads.run(++call, 'search.findHits', [uncounted]) as HitPage;
  // One window for all of them, so that all are read.
  expect([rows.length, page.isExact, page.total]).toEqual([1, true, 100]);
  expect(total('harb*', { endMs: 1_000_000 + 49_000 })).toBe(50);
  expect(total('harbour harbours*')).toBe(4);
  expect(total('harb*', { minLength: 9 })).toBe(12);
  expect(total('harx*')).toBe(0);
  expect(await store.content.delete('ocr', added.slice(0, 2))).toBe(2);
  expect(['harb*', 'harbourm*', 'harbours*'].map((q) => total(q))).toEqual([98, 9, 5]);
  reads.close();
});

test('many words of like frequency are counted all at once', () => {
  const word = (documents: number, i: number) => ({ term: `word${i}`, documents });
  expect(countingOf([900, 50, 50].map(word))).toEqual({
    known: 900,
    match: '("word1" OR "word2") NOT "word0"',
  });
  expect(countingOf([7].map(word))).toEqual({ known: 7 });
  expect(countingOf([300, 290, 280].map(word))).toBeUndefined();
  expect(countingOf([])).toBeUndefined();
});
