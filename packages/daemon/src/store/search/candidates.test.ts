/** Searches of a word next to the beginning of another one, which is looked for in the texts themselves. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeCancellationFlag } from '../kernel/cancellation.ts';
import { openReads } from '../kernel/open-reads.ts';
import { openWrites } from '../kernel/open-writes.ts';
import type { Item, NewUiText, Page, SearchFilter } from '../records.ts';
import { type TemporaryFolder, temporaryFolder } from '../testing/temporary-store.ts';

const AT_MS = Date.parse('2026-02-03T09:00:00Z');

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder[Symbol.asyncDispose]());

function add(uiTexts: NewUiText[]): void {
  const writes = openWrites(folder.path);
  writes.run(0, 'content.add', [{ uiTexts }]);
  writes.close();
}

function find(more: Partial<SearchFilter>): Page<Item> {
  const reads = openReads(folder.path, makeCancellationFlag());
  const filter: SearchFilter = {
    kinds: ['ui'],
    query: 'harbour w*',
    limit: 5,
    offset: 0,
    order: 'descending',
    ...more,
  };
  const page = reads.run(1, 'search.find', [filter]) as Page<Item>;
  reads.close();
  return page;
}

test.each([
  ['of a small store', {}],
  ['that was asked for', { isCounted: true }],
])('a total %s is exact, however long looking takes', (_, more) => {
  // Long enough that the page is full and paid for before the last text was looked at.
  const long = 'another line of things that are said '.repeat(60);
  add(
    Array.from({ length: 1_800 }, (_, i) => ({
      atMs: AT_MS + i,
      text: `harbour ${long} ${i % 3 === 0 ? 'word' : 'other'}`,
    })),
  );
  const { total, isEstimated } = find(more);
  expect([total, isEstimated]).toEqual([600, undefined]);
});
