import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeCancellationFlag } from '../../kernel/cancellation.ts';
import { openReads } from '../../kernel/open-reads.ts';
import type { Item, Page, SearchFilter } from '../../records.ts';
import { temporaryStore } from '../../testing/temporary-store.ts';
import type { Facets } from '../../timeline/overview-records.ts';

const WEEK_MS = 7 * 86_400_000;
const FRAMES = 1_200;
const NEWEST: SearchFilter = { kinds: ['ocr'], limit: 5, offset: 0, order: 'descending' };

let temporary: Awaited<ReturnType<typeof temporaryStore>>;
let reads: ReturnType<typeof openReads>;
let call = 0;

beforeAll(async () => {
  temporary = await temporaryStore();
  // Forty weeks with thirty frames each; every second one has the rarer word.
  const frames = Array.from({ length: FRAMES }, (_, i) => ({
    atMs: WEEK_MS * (1 + Math.floor(i / 30)) + i,
    deviceName: 'monitor_1',
    appName: 'Editor',
    text: `common ${i % 2 === 0 ? 'harbour word' : 'word'}`,
  }));
  await temporary.store.content.add({ frames });
  // As for a store that is too large to be counted at all.
  const counting = { alwaysCounted: 0, countingMs: -1 };
  reads = openReads(temporary.dataDir, makeCancellationFlag(), { wholeResult: 0, counting });
});
afterAll(async () => {
  reads.close();
  await temporary[Symbol.asyncDispose]();
});

function find(more: Partial<SearchFilter>): Page<Item> {
  call += 1;
  return reads.run(call, 'search.find', [{ ...NEWEST, ...more }]) as Page<Item>;
}

describe('the total of more matches than may be counted', () => {
  test.each([
    ['of a word', 'common', FRAMES],
    ['of two words', 'common harbour', FRAMES / 2],
    ['of a phrase', '"harbour word"', FRAMES / 2],
    ['of a beginning', 'harb*', FRAMES / 2],
    ['of a word next to one letter', 'harbour w*', FRAMES / 2],
  ])('%s is estimated from the newest', (_, query, total) => {
    const found = find({ query });
    expect(found).toMatchObject({ total, isEstimated: true });
    expect(found.items).toHaveLength(5);
  });

  test('is exact when it was asked for', () => {
    expect(find({ query: 'common', isCounted: true })).toEqual(
      expect.not.objectContaining({ isEstimated: true }),
    );
    expect(find({ query: 'harbour w*', isCounted: true }).total).toBe(FRAMES / 2);
  });

  test('is exact when the page holds all of them', () => {
    const { total, isEstimated } = find({ query: '"harbour word"', limit: FRAMES });
    expect([total, isEstimated]).toEqual([FRAMES / 2, undefined]);
  });

  test('is exact where all of them are counted by field', () => {
    const filter = { kinds: ['ocr'], fields: ['app'], most: 5, timeZone: 'UTC', query: 'common' };
    const facets = reads.run(++call, 'search.countFacets', [filter]) as Facets;
    // All of them fit into what is looked at.
    expect(facets).toMatchObject({ total: FRAMES, counted: FRAMES });
    expect(facets.fields.app).toEqual([{ value: 'Editor', label: 'Editor', count: FRAMES }]);
  });
});

test('pages of a search of several words follow each other without a gap', () => {
  const pages = [0, 60, 120].map((offset) => find({ query: 'common harbour', limit: 60, offset }));
  const ids = pages.flatMap(({ items }) =>
    items.map((item) => item.kind === 'ocr' && item.frameId),
  );
  const all = Array.from({ length: FRAMES / 2 }, (_, i) => FRAMES - 1 - 2 * i);
  expect(ids).toEqual(all.slice(0, 180));
});
