/** Pages of a timeline over more hours than are read at once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '../content/keys.ts';
import { makeCancellationFlag } from '../kernel/cancellation.ts';
import { openReads } from '../kernel/open-reads.ts';
import { openWrites } from '../kernel/open-writes.ts';
import type { Item, Page, SearchFilter } from '../records.ts';
import { type TemporaryFolder, temporaryFolder } from '../testing/temporary-store.ts';

const START_MS = Date.parse('2026-02-03T09:00:00Z');
const HOURS = 400;
/** Two in every hour, at its beginning and in its middle. */
const TIMES = Array.from({ length: 2 * HOURS }, (_, i) => START_MS + (i * HOUR_MS) / 2);

let folder: TemporaryFolder;
let reads: ReturnType<typeof openReads>;
let readings: string[] = [];
let call = 0;

beforeAll(async () => {
  folder = await temporaryFolder();
  const writes = openWrites(folder.path);
  const uiTexts = TIMES.map((atMs) => ({ atMs, text: 'words', appName: 'Editor' }));
  writes.run(0, 'content.add', [{ uiTexts }]);
  writes.close();
  const onStatement = (sql: string) => sql.includes('FROM hour') && readings.push(sql);
  reads = openReads(folder.path, makeCancellationFlag(), { onStatement });
});
afterAll(async () => {
  reads.close();
  await folder[Symbol.asyncDispose]();
});

function page(more: Partial<SearchFilter>): { times: number[]; total: number } {
  readings = [];
  call += 1;
  const filter = { kinds: ['ocr', 'audio', 'ui'], limit: 10, offset: 0, ...more };
  const { items, total } = reads.run(call, 'search.find', [filter]) as Page<Item>;
  return { times: items.map(({ atMs }) => atMs), total };
}

test.each(['ascending', 'descending'] as const)('pages in %s order follow each other', (order) => {
  const times = order === 'ascending' ? TIMES : TIMES.toReversed();
  for (const offset of [0, 1, 118, 119, 127, 128, 640, 795, 800]) {
    const found = page({ order, offset });
    expect(found).toEqual({ times: times.slice(offset, offset + 10), total: 2 * HOURS });
  }
});

test.each(['ascending', 'descending'] as const)('a range within hours, %s', (order) => {
  const [startMs = 0, endMs = 0] = [TIMES[1], TIMES[700]];
  const within = TIMES.slice(1, 701);
  const times = order === 'ascending' ? within : within.toReversed();
  for (const offset of [0, 5, 300, 695]) {
    const found = page({ order, offset, startMs, endMs });
    expect(found).toEqual({ times: times.slice(offset, offset + 10), total: 700 });
  }
});

test.each(['ascending', 'descending'] as const)(
  'a page reads no hours far from it, %s',
  (order) => {
    page({ order });
    const listings = readings.filter((sql) => sql.includes('ORDER BY hour'));
    expect(listings).toHaveLength(1);
    expect(listings[0]).toMatch(/LIMIT 64/);
  },
);
