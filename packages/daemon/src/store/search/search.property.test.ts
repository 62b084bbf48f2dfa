/**
 * Search against a model of it: whatever was added, changed and deleted, every filter must give
 * exactly the items, in exactly the order and with exactly the total that looking at each item in
 * turn gives.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeCancellationFlag } from '../kernel/cancellation.ts';
import { openReads } from '../kernel/open-reads.ts';
import type { Item, Page, SearchFilter } from '../records.ts';
import type { Store } from '../store.ts';
import { findFaults } from '../testing/find-faults.ts';
import { queries, texts, withWord, wordsText } from '../testing/known-text.ts';
import { modelDriver } from '../testing/model-driver.ts';
import { type ModelFilter, type ModelItem, searchModel } from '../testing/model-store.ts';
import {
  additions,
  type Change,
  changes,
  filters,
  frames,
  instants,
  onceIn,
  SPEAKERS,
  transcriptions,
} from '../testing/random-content.ts';
import { temporaryStore, withDatabase } from '../testing/temporary-store.ts';

/** `TEST_SEED=123` repeats a run. */
const SEED = Number(process.env.TEST_SEED ?? Date.now() % 2 ** 31);
process.stdout.write(`search.property: TEST_SEED=${SEED}\n`);

type Search = (filter: SearchFilter) => Page<Item> | Promise<Page<Item>>;

interface Subject extends AsyncDisposable {
  store: Store;
  dataDir: string;
  /** The same search twice: as it is, and counting even the small results instead of reading them whole. */
  searches: Search[];
}

async function subject(): Promise<Subject> {
  const temporary = await temporaryStore();
  const { store, dataDir } = temporary;
  withDatabase(dataDir, (db) => {
    const insert = db.prepare('INSERT INTO speakers (id, name, metadata) VALUES (?, ?, ?)');
    for (const { id, name, metadata } of SPEAKERS) insert.run(id, name, metadata);
  });
  const counting = openReads(dataDir, makeCancellationFlag(), { wholeResult: 0 });
  return {
    store,
    dataDir,
    searches: [
      store.search.find,
      (filter) => counting.run(1, 'search.find', [filter]) as Page<Item>,
    ],
    async [Symbol.asyncDispose]() {
      counting.close();
      await temporary[Symbol.asyncDispose]();
    },
  };
}

async function expectSameAnswer(
  { searches }: Subject,
  items: readonly ModelItem[],
  filter: ModelFilter,
): Promise<void> {
  const { knownQuery: _, knownExclude: __, ...asked } = filter;
  const expected = searchModel(items, filter, SPEAKERS);
  for (const search of searches) {
    expect(await search(asked), JSON.stringify(asked)).toEqual(expected);
  }
}

/** The items are too many to print; the seed brings them back. */
async function reporter<T>({ failed, errorInstance }: fc.RunDetails<T>): Promise<void> {
  if (failed) throw new Error(`repeat with TEST_SEED=${SEED}`, { cause: errorInstance });
}

const isSound = (dataDir: string) => expect(findFaults(dataDir)).toEqual([]);

test('any filter after any changes finds what looking at every item finds', {
  timeout: 120_000,
}, async () => {
  const asked = fc.array(filters, { minLength: 20, maxLength: 20 });
  const steps = fc.array(fc.tuple(changes, asked), { minLength: 12, maxLength: 16, size: 'max' });
  await fc.assert(
    fc.asyncProperty(additions(50, 90), steps, async (content, run) => {
      await using tested = await subject();
      const { store, dataDir } = tested;
      const model = modelDriver(store, dataDir);
      expect(await model.apply({ change: 'add', content })).toEqual([]);
      for (const [change, list] of run) {
        expect(await model.apply(change)).toEqual([]);
        for (const filter of list) await expectSameAnswer(tested, model.items(), filter);
      }
      isSound(dataDir);
    }),
    // Not shrunk: hundreds of items take long to shrink, and the failing filter says most.
    { numRuns: 5, seed: SEED, endOnFailure: true, reporter },
  );
});

/** Results too large to be read whole, in crowded hours, over more contexts than fit into a match. */
test('large results keep their exact order and total on every page', {
  timeout: 60_000,
}, async () => {
  const DOCUMENTS = 5_000;
  const WINDOWS = 130;
  const sample = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number) =>
    fc.sample(arbitrary, { numRuns, seed: SEED });
  await using tested = await subject();
  const { store, dataDir } = tested;
  const model = modelDriver(store, dataDir);
  const crowded = sample(fc.record({ frame: frames, at: instants, more: texts }), DOCUMENTS);
  const hours = [0, 0, 0, 1, 1, 30].map(
    (hour) => Date.parse('2026-02-03T09:00:00Z') + hour * 3_600_000,
  );
  const content = crowded.map(({ frame, at, more }, i) => ({
    ...frame,
    // Three crowded hours, times in no order: pages begin and end inside them.
    atMs: (hours[i % hours.length] ?? 0) + (at % 3_600_000),
    text: i % 10 === 0 ? more : withWord('common', more),
    windowName: `window ${i % WINDOWS}`,
  }));
  const audio = sample(transcriptions, 400).map((one) => ({
    ...one,
    text: withWord('common', one.text),
  }));
  const nothing = { frames: [], transcriptions: [], uiTexts: [], inputEvents: [] };
  const apply = async (change: Change) => expect(await model.apply(change)).toEqual([]);
  await apply({ change: 'add', content: { ...nothing, frames: content.slice(0, DOCUMENTS / 2) } });
  await apply({ change: 'add', content: { ...nothing, transcriptions: audio } });
  await apply({ change: 'add', content: { ...nothing, frames: content.slice(DOCUMENTS / 2) } });

  const common = { query: 'common', demands: [{ kind: 'word' as const, word: 'common' }] };
  const asked = fc.record({
    filter: filters,
    knownQuery: fc.oneof(
      fc.constant(common),
      fc.constantFrom('c', 'com', 'comm').map((prefix) => ({
        query: `${prefix}*`,
        demands: [{ kind: 'prefix' as const, prefix }],
      })),
      queries.map(({ query, demands }) => ({
        query: `common ${query}`,
        demands: [...common.demands, ...(demands ?? [])],
      })),
    ),
    offset: fc.oneof(fc.constantFrom(0, 3_999, 4_000, 5_000), fc.nat(DOCUMENTS)),
    startMs: onceIn(3, fc.constantFrom(...hours, (hours[0] ?? 0) + 1_234_567)),
    endMs: onceIn(3, fc.constantFrom(...hours, (hours[3] ?? 0) + 1_234_567)),
    appName: onceIn(3, fc.constantFrom('fire', 'TERMINAL', ['fire', 'term'])),
    windowName: onceIn(3, fc.constantFrom('window', 'window', 'WINDOW 7')),
    isBare: fc.constantFrom(true, true, false),
  });
  for (const { filter, isBare, ...over } of sample(asked, 90)) {
    const { order, limit } = filter;
    const bare = { kinds: ['ocr', 'audio', 'ui'] as const, order, limit };
    const knownQuery = { ...over.knownQuery };
    await expectSameAnswer(tested, model.items(), {
      ...(isBare ? bare : filter),
      ...over,
      knownQuery,
      query: knownQuery.query,
    });
  }
  await apply({ change: 'delete', kind: 'ocr', picks: sample(fc.nat(), 200) });
  await apply({ change: 'replace', kind: 'ocr', pick: SEED, text: wordsText('Common', 'common') });
  // Their words are missing in every total, also from those that the vocabulary knows.
  for (const query of ['common', 'c*', 'comm*']) {
    const page = { kinds: ['ocr', 'audio', 'ui'] as const, order: 'descending' as const };
    const filter = { ...page, limit: 20, offset: 0, query, knownQuery: { ...common, query } };
    await expectSameAnswer(tested, model.items(), filter);
  }
  for (const order of ['ascending', 'descending'] as const) {
    const page = { kinds: ['ocr', 'audio'] as const, order, limit: 700, offset: 0 };
    for (let offset = 0; offset < DOCUMENTS; offset += page.limit) {
      const filter = { ...page, offset, query: common.query, knownQuery: common };
      await expectSameAnswer(tested, model.items(), filter);
    }
  }
  isSound(dataDir);
});
