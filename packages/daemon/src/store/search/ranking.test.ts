/** The best match where its bounds are reached; what is best is tested by the route's own test. */
import { expect, test } from 'vitest';
import { type CancellationFlag, makeCancellationFlag } from '../kernel/cancellation.ts';
import { openReads } from '../kernel/open-reads.ts';
import type { NewFrame } from '../new-records.ts';
import { temporaryStore } from '../testing/temporary-store.ts';
import type { HitFilter, HitPage } from '../timeline/overview-records.ts';

const BEST: HitFilter = {
  kinds: ['ocr', 'audio', 'ui'],
  limit: 1_000,
  offset: 0,
  order: 'descending',
  isRanked: true,
  isGrouped: false,
  withSnippets: false,
  withPositions: false,
};
const FILLER = 'many other words that stand on a long page '.repeat(4);

type Described = Pick<NewFrame, 'text' | 'appName' | 'windowName'>;

/** A second between frames. */
async function searching(
  described: readonly Described[],
  tuning: Parameters<typeof openReads>[2] = {},
  flag: CancellationFlag = makeCancellationFlag(),
) {
  const temporary = await temporaryStore();
  const frames = described.map((frame, i) => ({
    atMs: 1_000_000 + i * 1_000,
    deviceName: 'monitor_1',
    ...frame,
  }));
  const { frames: ids } = await temporary.store.content.add({ frames });
  const reads = openReads(temporary.dataDir, flag, tuning);
  let call = 0;
  return {
    ids,
    find(query: string, more: Partial<HitFilter> = {}) {
      call += 1;
      const page = reads.run(call, 'search.findHits', [{ ...BEST, query, ...more }]) as HitPage;
      const found = page.hits.map(({ item }) => (item.kind === 'ocr' ? item.frameId : 0));
      return { ...page, found };
    },
    async [Symbol.asyncDispose]() {
      reads.close();
      await temporary[Symbol.asyncDispose]();
    },
  };
}

const times = (count: number, text: string, more: Partial<Described> = {}): Described[] =>
  Array.from({ length: count }, () => ({ text, ...more }));

test.each([
  ['another word', 'otter river'],
  ['the other word of a phrase', '"otter river"'],
  ['the word of a beginning', 'otter riv*'],
  ['a word next to a beginning', 'ott* river'],
])('%s that stands in many other documents is weighed in the matches alone', async (_, query) => {
  const matches: string[] = [];
  const onStatement = (sql: string) => {
    const asked = /bm25.*MATCH '([^']*)'/s.exec(sql)?.[1];
    if (asked) matches.push(asked);
  };
  await using store = await searching(
    [
      ...times(1, 'otter river, otter river'),
      ...times(60, 'river'),
      ...times(19, `${FILLER} otter river ${FILLER}`),
    ],
    { onStatement },
  );
  const { found, ranked } = store.find(query);
  expect([found.length, ranked, found[0]]).toEqual([20, 20, store.ids[0]]);
  // The others are as good as each other: the newest first.
  expect(found.slice(1)).toEqual(store.ids.slice(61).toReversed());
  expect(matches).toEqual(['("otter") AND ("river")']);
});

test('no more than the newest matches are compared, and these are listed', async () => {
  const frames = Array.from({ length: 80 }, (_, i) => ({
    text: i === 60 || i === 0 ? 'river' : `${FILLER} river`,
    appName: i % 4 === 0 ? 'Reader' : 'Mail',
  }));
  await using store = await searching(frames, { ranking: { mostRanked: 10 } });
  const { found, ranked, total, hasMore } = store.find('river', { appName: 'Reader' });
  expect([found.length, ranked, total, hasMore]).toEqual([10, 10, 20, false]);
  expect(found[0]).toBe(store.ids[60]);
  expect(store.find('river', { appName: 'Reader', limit: 9 }).hasMore).toBe(true);
});

test('words that stand in too many documents are not weighed, others next to them are', async () => {
  await using store = await searching(
    [...times(1, 'otter otter river'), ...times(1, 'otter river'), ...times(40, 'river')],
    { ranking: { mostVisited: 30 } },
  );
  const [best, second] = store.ids;
  expect(store.find('otter river')).toMatchObject({ ranked: 2, found: [best, second] });
  const everywhere = store.find('river');
  expect(everywhere.found).toEqual(store.ids.toReversed());
  expect(everywhere.ranked).toBe(0);
});

test('of many words a few are looked up, each once, and none when nobody waits any more', async () => {
  const words = Array.from({ length: 40 }, (_, i) => `word${String.fromCodePoint(97 + i)}`);
  const flag = makeCancellationFlag();
  let lookUps: string[] = [];
  let isCancelling = false;
  const onStatement = (sql: string) => {
    const term = /word_vocabulary WHERE term = '(.*)'/.exec(sql)?.[1];
    if (term === undefined) return;
    lookUps.push(term);
    if (isCancelling) Atomics.store(flag, 0, 3);
  };
  const text = words.join(' ');
  await using store = await searching([{ text }], { onStatement }, flag);
  expect(store.find(`"${text}" ${text} otterhounds`).hits).toEqual([]);
  expect(lookUps).toHaveLength(8);
  expect(new Set(lookUps).size).toBe(8);
  expect(lookUps[0]).toBe('otterhounds');

  expect(store.find(`"${text}"`)).toMatchObject({ ranked: 1, found: store.ids });
  lookUps = [];
  isCancelling = true;
  expect(() => store.find(text)).toThrow(expect.objectContaining({ code: 'QUERY_CANCELLED' }));
  expect(lookUps).toHaveLength(1);
});

const page = (windowName: string) => ({ appName: 'Reader', windowName });
/** One group of more items than are first guessed for a page of one, and three that match less well. */
const GROUPED = [
  ...times(600, 'otter', page('Page 0')),
  ...[1, 2, 3].map((n) => ({ text: `${FILLER.repeat(n)} otter`, ...page(`Page ${n}`) })),
];

test.each([
  ['by the best match', {}, [0, 1, 2, 3], 603],
  ['by time when no word can be weighed', { mostVisited: 1 }, [3, 2, 1, 0], 0],
])('groups %s go on, each once and whole, up to the last', async (_, ranking, order, ranked) => {
  await using store = await searching(GROUPED, { ranking });
  const grouped = { isGrouped: true, limit: 1, isCounted: false };
  const pages = [0, 1, 2, 3].map((offset) => store.find('otter', { ...grouped, offset }));
  const returned = pages.map(({ hits, hasMore }) => {
    const { item, group } = hits[0] ?? {};
    return [item?.kind === 'ocr' && item.windowName, group?.size, hasMore];
  });
  const expected = order.map((n, i) => [`Page ${n}`, n === 0 ? 600 : 1, i < 3]);
  expect(returned).toEqual(expected);
  expect(pages.map((one) => one.ranked)).toEqual([ranked, ranked, ranked, ranked]);
});
