import { expect, test } from 'vitest';
import type { Kind } from '../records.ts';
import { type LocalStore, localStore } from '../testing/local-store.ts';

const AT_MS = Date.parse('2026-02-03T09:00:00Z');
const ALL: readonly Kind[] = ['ocr', 'audio', 'ui', 'input'];
const NOTHING = { frames: 0, transcriptions: 0, uiTexts: 0, inputEvents: 0 };
const frame = (text: string, atMs = AT_MS) => ({ atMs, deviceName: 'monitor_1', text });
const spoken = (text: string) => ({
  atMs: AT_MS,
  text,
  engine: 'test',
  deviceName: 'mic (input)',
  isInput: true,
  startSecs: 0,
  endSecs: 2,
  filePath: `data/${text}.ogg`,
});

const texts = (store: LocalStore, cursor = NOTHING, limit = 10) =>
  store
    .read('pipes.listNewItems', cursor, ALL, limit)
    .items.map((item) => (item.kind === 'input' ? item.textContent : item.text));

test('gives items in the order in which they came, whatever time they are of', async () => {
  await using store = await localStore();
  store.write('content.add', { frames: [frame('first')] });
  store.write('content.add', { frames: [frame('second, of the day before', AT_MS - 86_400_000)] });
  expect(texts(store)).toEqual(['first', 'second, of the day before']);
});

test('goes on where the cursor stands, page after page, with every kind once', async () => {
  await using store = await localStore();
  store.write('content.add', {
    frames: [frame('frame one'), frame('frame two'), frame('frame three')],
    transcriptions: [spoken('said')],
    uiTexts: [{ atMs: AT_MS, text: 'of a window', appName: 'Mail', windowName: 'Inbox' }],
    inputEvents: [{ atMs: AT_MS, eventType: 'text', textContent: 'typed' }],
  });
  const first = store.read('pipes.listNewItems', NOTHING, ALL, 2);
  expect(first.hasMore).toBe(true);
  const second = store.read('pipes.listNewItems', first.cursor, ALL, 2);
  expect(second.items.map((item) => item.kind)).toEqual(['ocr']);
  expect(second.hasMore).toBe(false);
  expect(store.read('pipes.listNewItems', second.cursor, ALL, 2).items).toEqual([]);
  expect(store.read('pipes.getContentCursor')).toEqual(second.cursor);
});

test('keeps speech back until it no longer changes, and what was said after it too', async () => {
  await using store = await localStore();
  const segment = { atMs: AT_MS, deviceName: 'mic (input)', isInput: true, durationMs: 2_000 };
  const chunkId = store.write('audio.addSegment', { ...segment, filePath: 'data/open.ogg' });
  const { filePath: _, ...said } = spoken('provisional');
  store.write('audio.setSegmentText', chunkId, [said], false);
  store.write('content.add', { transcriptions: [spoken('later')] });
  expect(texts(store)).toEqual([]);
  store.write('audio.setSegmentText', chunkId, [{ ...said, text: 'final' }], true);
  expect(texts(store)).toEqual(['final', 'later']);
});
