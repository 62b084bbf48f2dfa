import { describe, expect, test } from 'vitest';
import type { NewFrame, NewTranscription } from '../new-records.ts';
import type { FrameItem, SearchFilter } from '../records.ts';
import { findFaults } from '../testing/find-faults.ts';
import { type LocalStore, localStore } from '../testing/local-store.ts';
import { withDatabase } from '../testing/temporary-store.ts';
import { hourOf, lastKeyOfHour } from './keys.ts';

const AT_MS = Date.parse('2026-02-03T09:14:22.125Z');
const EVERYTHING: SearchFilter = {
  kinds: ['ocr', 'audio', 'ui'],
  order: 'ascending',
  limit: 100,
  offset: 0,
};

const frame = (more: Partial<NewFrame> = {}): NewFrame => ({
  atMs: AT_MS,
  deviceName: 'monitor_1',
  ...more,
});
const transcription = (more: Partial<NewTranscription> = {}): NewTranscription => ({
  atMs: AT_MS,
  text: 'said',
  engine: 'whisper',
  deviceName: 'mic',
  isInput: true,
  ...more,
});

const totalOf = (store: LocalStore, filter: Partial<SearchFilter> = {}) =>
  store.read('search.find', { ...EVERYTHING, ...filter }).total;

describe('add', () => {
  test('gives the ids in the order of the input, for each kind its own', async () => {
    await using store = await localStore();
    const ids = store.write('content.add', {
      frames: ['c', 'a', 'b'].map((text, i) => frame({ text, atMs: AT_MS - i })),
      transcriptions: ['x', 'y'].map((text) => transcription({ text })),
      uiTexts: [{ atMs: AT_MS, text: 'u' }],
      inputEvents: [
        { atMs: AT_MS, eventType: 'key' },
        { atMs: AT_MS, eventType: 'click' },
      ],
    });
    expect(ids).toEqual({
      frames: [1, 2, 3],
      transcriptions: [
        { id: 1, chunkId: 1 },
        { id: 2, chunkId: 2 },
      ],
      uiTexts: [1],
      inputEvents: [1, 2],
    });
    expect(store.read('frames.findText', 2)?.text).toBe('a');
    expect(store.write('content.add', {})).toEqual({
      frames: [],
      transcriptions: [],
      uiTexts: [],
      inputEvents: [],
    });
  });

  test('never gives an id again, not even that of a deleted item', async () => {
    await using store = await localStore();
    store.write('content.add', {
      frames: [frame(), frame()],
      uiTexts: [{ atMs: AT_MS, text: 'u' }],
    });
    store.write('content.delete', 'ocr', [1, 2]);
    store.write('content.delete', 'ui', [1]);
    const ids = store.write('content.add', {
      frames: [frame()],
      uiTexts: [{ atMs: AT_MS, text: 'u' }],
    });
    expect(ids).toMatchObject({ frames: [3], uiTexts: [2] });
  });

  test('breaks ties of time by the order of arrival, whatever the kind', async () => {
    await using store = await localStore();
    store.write('content.add', { uiTexts: [{ atMs: AT_MS, text: 'first' }] });
    store.write('content.add', { frames: [frame({ text: 'second' })] });
    store.write('content.add', { transcriptions: [transcription({ text: 'third' })] });
    const textsIn = (order: 'ascending' | 'descending') =>
      store
        .read('search.find', { ...EVERYTHING, order })
        .items.map((item) => 'text' in item && item.text);
    expect(textsIn('ascending')).toEqual(['first', 'second', 'third']);
    expect(textsIn('descending')).toEqual(['third', 'second', 'first']);
  });

  test.each([
    ['the first instant of 1970', 0],
    ['the last millisecond of an hour', 3_599_999],
    ['the last instant of the year 9999', Date.UTC(9999, 11, 31, 23, 59, 59, 999)],
  ])('keeps the time exactly: %s', async (_, atMs) => {
    await using store = await localStore();
    store.write('content.add', {
      frames: [frame({ atMs, text: 'when' })],
      transcriptions: [transcription({ atMs, text: 'when' })],
      uiTexts: [{ atMs, text: 'when' }],
    });
    for (const filter of [
      {},
      { query: 'when' },
      { startMs: atMs, endMs: atMs },
      { startMs: atMs },
    ]) {
      const { items, total } = store.read('search.find', { ...EVERYTHING, ...filter });
      expect({ total, times: items.map((item) => item.atMs) }).toEqual({
        total: 3,
        times: [atMs, atMs, atMs],
      });
    }
    expect(findFaults(store.dataDir)).toEqual([]);
  });

  test.each([-1, Date.UTC(1960, 0, 1), Date.UTC(10_000, 0, 1), 8.64e15, Number.NaN])(
    'refuses the time %d, which no key can hold, and stores nothing',
    async (atMs) => {
      await using store = await localStore();
      const refusal = expect.objectContaining({ code: 'INVALID_PARAMETER' });
      const uiText = { atMs, text: 'when' };
      expect(() => store.write('content.add', { frames: [frame()], uiTexts: [uiText] })).toThrow(
        refusal,
      );
      expect(totalOf(store)).toBe(0);
      expect(findFaults(store.dataDir)).toEqual([]);
    },
  );

  test('stores nothing when one part of it cannot be stored', async () => {
    await using store = await localStore();
    const full = hourOf(AT_MS) + 5;
    // As if a million documents had been stored in that hour.
    const plant =
      'INSERT INTO document (key, at_ms, context_id, ref, length) VALUES (?, 0, 0, 0, 0)';
    const lastOne = lastKeyOfHour(full) - 3;
    withDatabase(store.dataDir, (db) => db.prepare(plant).run(lastOne));
    const content = {
      frames: [
        frame({ text: 'half', appName: 'New App', tags: ['new tag'] }),
        frame({ text: 'half', atMs: full * 3_600_000 }),
      ],
    };
    expect(() => store.write('content.add', content)).toThrow(
      expect.objectContaining({ code: 'HOUR_FULL' }),
    );
    withDatabase(store.dataDir, (db) =>
      db.prepare('DELETE FROM document WHERE key = ?').run(lastOne),
    );
    expect(totalOf(store)).toBe(0);
    expect(store.read('frames.find', 1)).toBeUndefined();
    expect(findFaults(store.dataDir)).toEqual([]);

    // What the failed one had looked up is not taken for stored.
    store.write('content.add', { frames: content.frames.slice(0, 1) });
    expect(totalOf(store, { query: 'half', appName: 'new app' })).toBe(1);
    expect(findFaults(store.dataDir)).toEqual([]);
  });
});

describe('what was added comes back', () => {
  test('boxes to a ten-thousandth, with any text', async () => {
    await using store = await localStore();
    const boxes = [
      { text: 'Quarterly', left: 0, top: 0.12345, width: 1, height: 0.00004, confidence: 0.5 },
      { text: '"\\\n東京 🚀', left: 0.3333, top: 2 / 3, width: 0.1, height: 0.2, confidence: 1 },
    ];
    const ids = store.write('content.add', { frames: [frame({ text: 'x', boxes })] });
    const found = store.read('frames.findText', ids.frames[0] ?? 0);
    expect(found?.boxes).toEqual([
      { text: 'Quarterly', left: 0, top: 0.1235, width: 1, height: 0, confidence: 0.5 },
      { text: '"\\\n東京 🚀', left: 0.3333, top: 0.6667, width: 0.1, height: 0.2, confidence: 1 },
    ]);
  });

  test.each([
    ['NUL', 'a\0b'],
    ['quotes and controls', '"\'`\\\u0007\u001b\r\n\t'],
    ['private-use characters', '\ue000a1 \ue000c1'],
    ['many scripts', 'Grüße 東京 한국 ไทย مرحبا हिन्दी 👩‍👩‍👧'],
    ['a megabyte', 'word '.repeat(200_000)],
  ])('text with %s, unchanged', async (_, text) => {
    await using store = await localStore();
    const ids = store.write('content.add', { frames: [frame({ text })] });
    expect(store.read('frames.findText', ids.frames[0] ?? 0)?.text).toBe(text);
    store.write('content.delete', 'ocr', ids.frames);
    expect(findFaults(store.dataDir)).toEqual([]);
  });

  test('text with lone surrogates, made valid, and it can be replaced and deleted', async () => {
    await using store = await localStore();
    const ids = store.write('content.add', {
      frames: [frame({ text: 'left \ud83d right\udc00' })],
    });
    const id = ids.frames[0] ?? 0;
    expect(store.read('frames.findText', id)?.text).toBe('left \ufffd right\ufffd');
    expect(totalOf(store, { query: 'right', minLength: 13, maxLength: 14 })).toBe(1);
    store.write('content.replaceText', 'ocr', id, 'other');
    store.write('content.delete', 'ocr', [id]);
    expect(findFaults(store.dataDir)).toEqual([]);
  });

  test('names with NUL in them are not mixed up', async () => {
    await using store = await localStore();
    const names = [
      { appName: 'a\0', windowName: 'b' },
      { appName: 'a', windowName: '\0b' },
    ];
    store.write('content.add', { frames: names.map((name) => frame(name)) });
    const { items } = store.read('search.find', EVERYTHING);
    expect(items).toMatchObject(names);
  });

  test('text cannot pass itself off as that of another app', async () => {
    await using store = await localStore();
    store.write('content.add', {
      frames: [
        frame({ appName: 'Bank', text: 'secret word' }),
        frame({ appName: 'Web', text: 'word \ue000a1 \ue000c1 a1 c1' }),
      ],
    });
    const { items } = store.read('search.find', { ...EVERYTHING, query: 'word', appName: 'bank' });
    expect(items.map((item) => (item as FrameItem).appName)).toEqual(['Bank']);
    expect(totalOf(store, { query: '\ue000a1' })).toBe(1);
  });

  test('media paths are absolute: ours in the data folder, others as given', async () => {
    await using store = await localStore();
    store.write('content.add', {
      frames: [frame({ snapshotPath: 'data/1.jpg', width: 640, height: 400 }), frame()],
      transcriptions: ['data/a.wav', '/mnt/b.wav', undefined].map((filePath) =>
        transcription({ filePath }),
      ),
    });
    const { items } = store.read('search.find', EVERYTHING);
    expect(items.map((item) => 'filePath' in item && item.filePath)).toEqual([
      `${store.dataDir}/data/1.jpg`,
      '',
      `${store.dataDir}/data/a.wav`,
      '/mnt/b.wav',
      '',
    ]);
    expect(store.read('frames.find', 1)).toMatchObject({ width: 640, height: 400, isVideo: false });
    expect(store.read('frames.find', 2)).toMatchObject({ width: null, filePath: '' });
  });
});

describe('replaceText', () => {
  test('changes what finds the item, and nothing else of it', async () => {
    await using store = await localStore();
    const tags = ['work'];
    store.write('content.add', { frames: [frame({ text: 'before it', appName: 'Editor', tags })] });
    const [before] = store.read('search.find', EVERYTHING).items;
    expect(store.write('content.replaceText', 'ocr', 1, 'after 東京')).toBe(true);
    expect(totalOf(store, { query: 'before' })).toBe(0);
    expect(totalOf(store, { query: 'bef*' })).toBe(0);
    expect(totalOf(store, { query: 'b*' })).toBe(0);
    const found = store.read('search.find', {
      ...EVERYTHING,
      query: 'aft* 東京',
      appName: 'editor',
    });
    expect(found).toEqual({ items: [{ ...before, text: 'after 東京' }], total: 1 });
    expect(totalOf(store, { maxLength: 8 })).toBe(1);
    expect(findFaults(store.dataDir)).toEqual([]);
  });

  test('to nothing and back again', async () => {
    await using store = await localStore();
    store.write('content.add', { transcriptions: [transcription({ text: 'said' })] });
    store.write('content.replaceText', 'audio', 1, '');
    expect([totalOf(store), totalOf(store, { query: 'said' })]).toEqual([1, 0]);
    store.write('content.replaceText', 'audio', 1, 'said again');
    expect([totalOf(store), totalOf(store, { query: 'said' })]).toEqual([1, 1]);
    expect(findFaults(store.dataDir)).toEqual([]);
  });

  test('of an unknown item is false', async () => {
    await using store = await localStore();
    store.write('content.add', { frames: [frame({ text: 'x' })] });
    expect(store.write('content.replaceText', 'ui', 1, 'y')).toBe(false);
    expect(store.write('content.replaceText', 'ocr', 2, 'y')).toBe(false);
  });
});

describe('delete', () => {
  test('counts what there was; unknown and repeated ids do not count', async () => {
    await using store = await localStore();
    store.write('content.add', { frames: [frame(), frame(), frame()] });
    expect(store.write('content.delete', 'ocr', [1, 1, 3, 99])).toBe(2);
    expect(store.write('content.delete', 'ocr', [1])).toBe(0);
    expect(store.write('content.delete', 'audio', [2])).toBe(0);
    expect(totalOf(store)).toBe(1);
  });

  test('takes words, boxes, elements and tags with it, and leaves other items alone', async () => {
    await using store = await localStore();
    const box = { text: 'deleted', left: 0, top: 0, width: 1, height: 1, confidence: 1 };
    const elements = [{ source: 'accessibility', role: 'button', text: 'goneButton' }];
    store.write('content.add', {
      frames: [
        frame({ text: 'deleted', boxes: [box], elements, tags: ['work'] }),
        frame({
          text: 'kept',
          elements: [{ source: 'accessibility', role: 'text', text: 'kept' }],
        }),
      ],
    });
    store.write('content.delete', 'ocr', [1]);
    expect(store.read('frames.find', 1)).toBeUndefined();
    expect(store.read('frames.findText', 1)).toBeUndefined();
    expect(store.read('tags.listOfFrames', [1])).toEqual([[]]);
    expect(store.read('frames.listElements', { limit: 10, offset: 0 }).items).toMatchObject([
      { text: 'kept' },
    ]);
    expect(totalOf(store, { query: 'deleted' })).toBe(0);
    expect(totalOf(store, { tags: ['work'] })).toBe(0);
    expect(totalOf(store, { query: 'kept' })).toBe(1);
    expect(findFaults(store.dataDir)).toEqual([]);
  });
});
