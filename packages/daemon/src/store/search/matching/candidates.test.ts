/** Searches of a word next to the beginning of another one, which is looked for in the texts themselves. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeCancellationFlag } from '../../kernel/cancellation.ts';
import type { ReadTuning } from '../../kernel/kernel.ts';
import { openReads } from '../../kernel/open-reads.ts';
import { openWrites } from '../../kernel/open-writes.ts';
import type { NewUiText } from '../../new-records.ts';
import type { Item, Page, SearchFilter } from '../../records.ts';
import { type TemporaryFolder, temporaryFolder } from '../../testing/temporary-store.ts';

const AT_MS = Date.parse('2026-02-03T09:00:00Z');
const MINUTE_MS = 60_000;

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

function find(more: Partial<SearchFilter>, tuning: ReadTuning = {}): Page<Item> {
  const reads = openReads(folder.path, makeCancellationFlag(), tuning);
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

test('an hour with late documents shows none without the beginning', () => {
  const ofMinute = (minute: number, text: string) =>
    Array.from({ length: 400 }, (_, i) => ({ atMs: AT_MS + minute * MINUTE_MS + i, text }));
  // What came first is the newest.
  add([...ofMinute(50, 'harbour other'), ...ofMinute(10, 'harbour word')]);
  const { items } = find({}, { wholeResult: 0, counting: { alwaysCounted: 0 } });
  expect(items.map(({ atMs }) => atMs - AT_MS - 10 * MINUTE_MS)).toEqual([399, 398, 397, 396, 395]);
});
