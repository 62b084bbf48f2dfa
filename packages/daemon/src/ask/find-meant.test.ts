import { describe, expect, test } from 'vitest';
import { absentMeaning } from '#ingest/meaning/meaning-control.ts';
import type { Meant, MeantFilter, MeantPage } from '#store/meaning/records.ts';
import type { Item } from '#store/records.ts';
import type { Store } from '#store/store.ts';
import { findMeant } from './find-meant.ts';

const { signal } = new AbortController();

function hit(i: number, item: object = {}): Meant {
  const frame = { kind: 'ocr', frameId: i, appName: 'Mail', windowName: `Letter ${i} - Mail` };
  return {
    item: { ...frame, ...item } as Item,
    ...{ by: 'both', similarity: 0.5, coverage: 0, boxes: [], span: undefined },
    ...{ score: 1 - i / 100, passage: `passage ${i}` },
  };
}

function storeWith(all: readonly Meant[]) {
  const find = async ({ offset, limit }: MeantFilter): Promise<MeantPage> => ({
    found: all.slice(offset, offset + limit),
    ...{ total: all.length, hasMore: all.length > offset + limit },
  });
  return { meaning: { find } } as unknown as Pick<Store, 'meaning'>;
}

const filter = (offset: number, limit: number): MeantFilter => ({
  ...{ kinds: ['ocr'], query: 'what did we say about the rent?', vector: new Int8Array(384) },
  ...{ withWords: true, offset, limit },
});
const HITS = Array.from({ length: 30 }, (_, i) => hit(i));

/** Likes later passages better. */
const read: string[][] = [];
const meaning = {
  ...absentMeaning(),
  compare: async (question: string, texts: readonly string[]) => {
    read.push([question, ...texts]);
    return Float32Array.from(texts, (_, i) => i);
  },
};
const framesOf = ({ found }: MeantPage) =>
  found.map(({ item }) => (item.kind === 'ocr' ? item.frameId : undefined));

describe('what is found for a question', () => {
  const find = (offset: number, limit: number, isCompared = true) =>
    findMeant({ store: storeWith(HITS), meaning }, filter(offset, limit), isCompared, signal);

  test('comes in the order of the network that reads both, and the rest stays behind it', async () => {
    const page = await find(0, 26);
    const first = framesOf({ ...page, found: HITS.slice(0, 20) });
    expect(framesOf(page)).toEqual([...first.reverse(), ...framesOf(await find(20, 6))]);
    expect(framesOf(await find(20, 6))).toEqual([20, 21, 22, 23, 24, 25]);
    const scores = page.found.map(({ score }) => score);
    expect(scores).toEqual(HITS.slice(0, 26).map(({ score }) => score));
  });

  test.each([
    ['a little', 1.6, [0, 1]],
    ['much', 1.8, [1, 0]],
  ])('changes its place when the network likes it better by %s', async (_, better, expected) => {
    const store = storeWith([hit(0), { ...hit(1), score: 0.9 }]);
    const compare = async () => Float32Array.of(0, better);
    const judged = { ...meaning, compare };
    const page = await findMeant({ store, meaning: judged }, filter(0, 5), true, signal);
    expect(framesOf(page)).toEqual(expected);
  });

  test.each([1, 5, 7, 20, 30])('is on one page only, with pages of %i', async (limit) => {
    const whole = await find(0, 30);
    const pages: MeantPage[] = [];
    for (let offset = 0; offset < 30; offset += limit) pages.push(await find(offset, limit));
    expect(pages.flatMap(framesOf)).toEqual(framesOf(whole));
    expect(pages.map(({ hasMore }) => hasMore)).toEqual(
      pages.map((_, i) => (i + 1) * limit < HITS.length),
    );
  });

  test('is read with its place, and the question without the words that ask', async () => {
    read.length = 0;
    const said = hit(1, { kind: 'audio', speaker: { id: 1, name: 'Priya', metadata: '' } });
    const unknown = hit(2, { kind: 'audio', speaker: null });
    const note = hit(3, { kind: 'note' });
    const store = storeWith([hit(0), said, unknown, note]);
    await findMeant({ store, meaning }, filter(0, 10), true, signal);
    expect(read).toEqual([
      [
        'the rent?',
        'Mail | Letter 0 | passage 0',
        'speech | Priya | passage 1',
        'speech | passage 2',
        'note | passage 3',
      ],
    ]);
  });

  test('stays in the order of the store when the network fails, or only words count', async () => {
    const store = storeWith(HITS);
    const failed = await findMeant({ store, meaning: absentMeaning() }, filter(0, 5), true, signal);
    expect(framesOf(failed)).toEqual([0, 1, 2, 3, 4]);
    expect(framesOf(await find(0, 5, false))).toEqual([0, 1, 2, 3, 4]);
  });
});
