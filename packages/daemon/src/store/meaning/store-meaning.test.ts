/** Passages in a real store: queue, vectors, places, filters, and what becomes of them when content goes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Store } from '../store.ts';
import { type TemporaryFolder, temporaryFolder, withDatabase } from '../testing/temporary-store.ts';
import { openTestStore } from '../testing/test-store.ts';
import { DIMENSIONS } from './codes.ts';
import type { MeantFilter } from './records.ts';

let folder: TemporaryFolder;
let store: Store;
beforeEach(async () => {
  folder = await temporaryFolder();
  store = await openTestStore({ dataDir: folder.path });
});
afterEach(async () => {
  await store.close();
  await folder[Symbol.asyncDispose]();
});

const HOUR_MS = 3_600_000;
const NOON = Date.UTC(2026, 1, 3, 12);

/** Texts that begin with the same word have the same direction. */
function vectorOf(text: string): Int8Array {
  let seed = 1;
  for (const letter of (text.split(' ')[0] ?? '').toLowerCase())
    seed = seed * 31 + letter.charCodeAt(0);
  return Int8Array.from({ length: DIMENSIONS }, () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.round((seed / 2 ** 32) * 200 - 100);
  });
}

/** What the background job does. */
async function embedAll(embed = vectorOf): Promise<string[]> {
  const texts: string[] = [];
  for (;;) {
    const { documents, unknown } = await store.meaning.listDue(10);
    if (documents.length === 0) return texts;
    texts.push(...unknown.map(({ text }) => text));
    const vectors = unknown.map(({ hash, text }) => ({ hash, vector: embed(text) }));
    await store.meaning.save(documents, vectors);
  }
}

const RENT = 'Rent will be adjusted to a new amount from January';
const ROUTER = 'Router firmware must be updated before the weekend';
const frame = (text: string, atMs = NOON, more: object = {}) => ({
  ...{ atMs, text, deviceName: 'monitor_1', appName: 'Mail', windowName: '' },
  ...more,
});
const asking = (word: string, more: Partial<MeantFilter> = {}): MeantFilter => ({
  kinds: ['ocr', 'audio', 'ui'],
  ...{ vector: vectorOf(word), query: word, withWords: false, limit: 10, offset: 0 },
  ...more,
});
const found = async (filter: MeantFilter) =>
  (await store.meaning.find(filter)).found
    .filter(({ similarity = 0 }) => similarity > 0.9)
    .map(({ passage }) => passage);

describe('passages', () => {
  test('come from new content of every kind, and each is embedded once', async () => {
    await store.content.add({
      frames: [frame(RENT), frame(RENT, NOON + 1000), frame(ROUTER, NOON + HOUR_MS)],
      transcriptions: [
        {
          ...{ atMs: NOON, text: 'Enclosure is going to be aluminium', engine: 'test' },
          ...{ deviceName: 'mic', isInput: true, startSecs: 2, endSecs: 6 },
        },
      ],
      uiTexts: [{ atMs: NOON, text: 'Palette of the editor was opened twice', appName: 'Editor' }],
    });
    await store.memories.add(
      {
        ...{ content: 'Dentist moved to Thursday at nine', source: 'user', sourceContext: null },
        ...{ tags: [], importance: 0.5, frameId: null },
      },
      NOON,
    );
    expect((await store.meaning.waiting()).documents).toBe(6);
    const texts = await embedAll();
    expect(texts.filter((text) => text === RENT)).toHaveLength(1);
    expect(texts).toHaveLength(5);
    expect(await store.meaning.waiting()).toEqual({ documents: 0, oldestAtMs: null });
    const { found: said } = await store.meaning.find(asking('Enclosure'));
    expect(said[0]).toMatchObject({
      ...{ by: 'meaning', span: { startSecs: 2, endSecs: 6 }, item: { kind: 'audio' } },
    });
    expect(
      (await store.meaning.find(asking('Dentist'))).found.map(({ item }) => item.kind),
    ).not.toContain('note');
    const { found: noted } = await store.meaning.find(asking('Dentist', { withNotes: true }));
    expect(noted[0]).toMatchObject({ item: { kind: 'note', note: { content: /Dentist/ } } });
  });

  test('wait in a queue that a new start finds again', async () => {
    await store.content.add({ frames: [frame(RENT)] });
    await store.close();
    store = await openTestStore({ dataDir: folder.path });
    expect(await embedAll()).toEqual([RENT]);
  });

  test('that were changed while they were embedded are not stored as they were', async () => {
    const { frames } = await store.content.add({ frames: [frame(RENT)] });
    const { documents, unknown } = await store.meaning.listDue(10);
    await store.content.replaceText('ocr', frames[0] ?? 0, ROUTER);
    const vectors = unknown.map(({ hash, text }) => ({ hash, vector: vectorOf(text) }));
    await store.meaning.save(documents, vectors);
    expect(await found(asking('Rent'))).toEqual([]);
    expect(await embedAll()).toEqual([ROUTER]);
    expect(await found(asking('Router'))).toEqual([ROUTER]);
  });

  test('are shown in place of their title, unless only menus are below it', async () => {
    const [title, menus] = ['What we agreed about the enclosure', 'File Edit View Help'];
    const near = vectorOf(title);
    const partly = (every: number) => near.map((value, i) => (i % every === 0 ? value : 0));
    const vectors: Record<string, Int8Array> = { [title]: partly(3), [RENT]: partly(64) };
    await store.content.add({
      frames: [
        frame(`${menus}\n\n${title}\n\n${RENT}`, NOON, { windowName: title }),
        frame(`${menus}\n\n${title}`, NOON + 3 * HOUR_MS, {
          windowName: title,
          appName: 'Notes',
        }),
      ],
    });
    await embedAll((text) => vectors[text] ?? vectorOf('menus'));
    const passageOf = async (appName?: string, vector = near) => {
      const query = { query: 'what did we agree about the enclosure', withWords: true };
      const ofApp = appName === undefined ? {} : { appName: [appName] };
      const filter = asking('What', { ...query, vector, ...ofApp });
      return (await store.meaning.find(filter)).found[0]?.passage;
    };
    expect(await passageOf('Mail')).toBe(RENT);
    expect(await passageOf('Notes')).toBe(title);
    // Of both windows with that title, the one with more below it.
    expect(await passageOf()).toBe(RENT);
    // Without a vector nothing says which of the texts below it is meant.
    expect(await passageOf('Mail', new Int8Array(DIMENSIONS))).toBe(title);
  });

  test('of the person who is asked about come before others of a chat with that name', async () => {
    const [mara, priya] = [
      'Mara Ellison finds that the box is honest about weeks in the cold',
      'Priya Raman finds that the bench test is through since this morning',
    ];
    await store.content.add({
      frames: [frame(`${mara}\n\n${priya}`, NOON, { windowName: 'Priya Raman' })],
    });
    await embedAll(() => vectorOf('same'));
    const filter = asking('same', { query: 'what did Priya say', withWords: true });
    expect((await store.meaning.find(filter)).found[0]?.passage).toBe(priya);
  });

  test('that stand in very many windows belong to none', async () => {
    const menu = 'Archive every message of the folder below';
    const frames = Array.from({ length: 20 }, (_, i) =>
      frame(menu, NOON + i * 1000, { windowName: `Window ${i}` }),
    );
    await store.content.add({ frames });
    await embedAll();
    expect(await found(asking('Archive'))).toEqual([]);
  });
});

describe('deleting', () => {
  test('takes the vector with the last place, and leaves those that stand elsewhere', async () => {
    const { frames } = await store.content.add({
      frames: [frame(RENT), frame(RENT, NOON + 2 * HOUR_MS), frame(ROUTER)],
    });
    await embedAll();
    await store.content.delete('ocr', [frames[1] ?? 0]);
    expect(await found(asking('Rent'))).toEqual([RENT]);
    await store.content.delete('ocr', [frames[0] ?? 0, frames[2] ?? 0]);
    expect(await found(asking('Rent'))).toEqual([]);
    expect(await found(asking('Router'))).toEqual([]);
    expect(await store.deletion.findLeftovers()).toMatchObject({ strayPassages: 0 });
    expect((await store.meaning.waiting()).documents).toBe(0);
  });

  test('leaves another frame of the same hour and window that shows the same', async () => {
    const { frames } = await store.content.add({
      frames: [frame(RENT), frame(RENT, NOON + HOUR_MS / 3)],
    });
    await embedAll();
    await store.content.delete('ocr', [frames[0] ?? 0]);
    await embedAll();
    expect(await found(asking('Rent'))).toEqual([RENT]);
  });

  test('a rule that covers words takes the passages that held them', async () => {
    const { uiTexts } = await store.content.add({ uiTexts: [{ atMs: NOON, text: RENT }] });
    await embedAll();
    await store.content.replaceText(
      'ui',
      uiTexts[0] ?? 0,
      '[REDACTED] will be adjusted to a new amount',
    );
    expect(await found(asking('Rent'))).toEqual([]);
    expect(await embedAll()).toEqual(['[REDACTED] will be adjusted to a new amount']);
  });

  test('a deleted note is found no more', async () => {
    const note = {
      ...{ content: 'Dentist moved to Thursday at nine', source: 'user', sourceContext: null },
      ...{ tags: [], importance: 0.5, frameId: null },
    };
    const { id } = await store.memories.add(note, NOON);
    await embedAll();
    await store.memories.delete(id);
    expect(await found(asking('Dentist', { withNotes: true }))).toEqual([]);
    expect(await store.deletion.findLeftovers()).toMatchObject({ strayPassages: 0 });
  });
});

describe('filters decide before ranking', () => {
  beforeEach(async () => {
    await store.content.add({
      frames: [
        frame(RENT),
        frame(RENT, NOON + 5 * HOUR_MS, {
          appName: 'Browser',
          browserUrl: 'https://rent.example/a',
        }),
      ],
    });
    await embedAll();
  });
  const times = async (more: Partial<MeantFilter>) =>
    (await store.meaning.find(asking('Rent', more))).found
      .filter(({ similarity = 0 }) => similarity > 0.9)
      .map(({ item }) => (item.kind === 'ocr' ? item.atMs : 0));

  test('by time, app, address and kind: the newest place that passes', async () => {
    expect(await times({})).toEqual([NOON + 5 * HOUR_MS]);
    expect(await times({ endMs: NOON + HOUR_MS })).toEqual([NOON]);
    expect(await times({ appName: 'mail' })).toEqual([NOON]);
    expect(await times({ browserUrl: 'rent.example' })).toEqual([NOON + 5 * HOUR_MS]);
    expect(await times({ startMs: NOON + 1 })).toEqual([NOON + 5 * HOUR_MS]);
    expect(await times({ kinds: ['audio'] })).toEqual([]);
    expect(await times({ exclude: 'january' })).toEqual([]);
  });

  test('by a narrow time: a later frame of the hour stands for the passage, if it shows it', async () => {
    const minutes = (count: number) => NOON + count * 60_000;
    const { frames } = await store.content.add({
      frames: [
        frame(ROUTER, minutes(2)),
        frame(ROUTER, minutes(30)),
        frame('Recipes of the week in another window', minutes(40)),
        frame(ROUTER, minutes(50), { windowName: 'Elsewhere' }),
      ],
    });
    await embedAll();
    const shownAt = async (more: Partial<MeantFilter>) =>
      (await store.meaning.find(asking('Router', more))).found
        .filter(({ similarity = 0 }) => similarity > 0.9)
        .map(({ item }) => (item.kind === 'ocr' ? item.atMs : 0));
    expect(await shownAt({ startMs: minutes(20), endMs: minutes(35) })).toEqual([minutes(30)]);
    expect(await shownAt({ startMs: minutes(31), endMs: minutes(45) })).toEqual([]);
    expect(await shownAt({ startMs: minutes(45), endMs: minutes(55) })).toEqual([minutes(50)]);
    await store.tags.add('vision', frames[1] ?? 0, ['seen']);
    expect(await shownAt({ tags: ['seen'] })).toEqual([minutes(30)]);
  });

  test('by the scope of a token', async () => {
    const seen = await store.within({ denyApps: ['browser'] }).meaning.find(asking('Rent'));
    expect(seen.found.map(({ item }) => item.kind === 'ocr' && item.appName)).toEqual(['Mail']);
    const none = await store.within({ kinds: ['audio'] }).meaning.find(asking('Rent'));
    expect(none.found).toEqual([]);
    await expect(store.within({ kinds: ['ocr'] }).meaning.listDue(1)).rejects.toMatchObject({
      code: 'PIPE_NOT_PERMITTED',
    });
  });
});

test('words and meaning are joined, and each result says what matched', async () => {
  await store.content.add({
    frames: [
      frame(RENT),
      frame('Minutes of the meeting about the zebra crossing', NOON + HOUR_MS, {
        windowName: 'Notes',
      }),
    ],
  });
  await embedAll();
  const filter = asking('Rent', { query: 'zebra', withWords: true });
  const { found: all, total } = await store.meaning.find(filter);
  expect(all.map(({ by, passage }) => [by, passage])).toEqual([
    ['meaning', RENT],
    ['words', 'Minutes of the meeting about the zebra crossing'],
  ]);
  expect(total).toBe(2);
});

test('a word that stands everywhere by its stem says little, whatever its ending', async () => {
  const frames = Array.from({ length: 8 }, (_, i) => frame(`${RENT} ${i}`, NOON + i * 1000));
  await store.content.add({ frames: [...frames, frame(ROUTER, NOON + HOUR_MS)] });
  await embedAll();
  const { found } = await store.meaning.find(
    asking('rent', { query: 'amounts firmware', withWords: true }),
  );
  const rent = found.find(({ passage }) => passage?.startsWith('Rent'));
  expect(rent?.coverage).toBeLessThan(0.34);
});

test('moments like this one leave out the moment itself', async () => {
  const { frames } = await store.content.add({
    frames: [
      frame(RENT),
      frame('Rent of the new flat is too high for us', NOON + 1000),
      frame('Rent of the office has been paid yesterday', NOON + 30 * HOUR_MS, { appName: 'Bank' }),
      frame(ROUTER, NOON + 20 * HOUR_MS),
    ],
  });
  await embedAll();
  const related = await store.meaning.findRelated({
    ...{ kinds: ['ocr', 'audio', 'ui'], frameId: frames[0], limit: 10, offset: 0 },
  });
  expect(related?.found.map(({ passage }) => passage)).toEqual([
    'Rent of the office has been paid yesterday',
  ]);
  const unknown = { kinds: ['ocr' as const], frameId: 99_999, limit: 10, offset: 0 };
  expect(await store.meaning.findRelated(unknown)).toBeUndefined();
});

test('moments that have little in common are not like each other', async () => {
  const { frames } = await store.content.add({
    frames: [
      frame(RENT),
      frame('Lease of the flat is being changed again', NOON + 10 * HOUR_MS, { appName: 'Bank' }),
      frame('Recipes for a cold evening in winter', NOON + 20 * HOUR_MS, { appName: 'Kitchen' }),
    ],
  });
  const [rent, other] = [vectorOf('Rent'), vectorOf('other')];
  const shares: Record<string, number> = { Rent: 1, Lease: 0.6, Recipes: 0.4 };
  await embedAll((text) => {
    const share = shares[text.split(' ')[0] ?? ''] ?? 0;
    const rest = Math.sqrt(1 - share ** 2);
    return rent.map((n, i) => Math.round(n * share + (other[i] ?? 0) * rest));
  });
  const related = await store.meaning.findRelated({
    ...{ kinds: ['ocr', 'audio', 'ui'], frameId: frames[0], limit: 10, offset: 0 },
  });
  expect(related?.found.map(({ passage }) => passage)).toEqual([
    'Lease of the flat is being changed again',
  ]);
});

test('another network has the passages of before computed again', async () => {
  await store.content.add({ frames: [frame(RENT), frame(ROUTER)] });
  const note = { source: 'user', tags: [], sourceContext: null, importance: 0.5, frameId: null };
  await store.memories.add({ content: 'Rye bread is a gift', ...note }, NOON);
  const before = await embedAll();
  await store.close();
  const folderOf = join(import.meta.dirname, '../migrations');
  const sql = readFileSync(join(folderOf, '202611180930_other_vectors.sql'), 'utf8');
  withDatabase(folder.path, (db) => db.exec(sql));
  store = await openTestStore({ dataDir: folder.path });
  expect(await found(asking('Rent'))).toEqual([]);
  expect((await embedAll()).toSorted()).toEqual(before.toSorted());
  expect(await found(asking('Rent'))).toEqual([RENT]);
});
