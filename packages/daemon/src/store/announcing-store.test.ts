import { expect, test } from 'vitest';
import { broadcast } from '#core/broadcast.ts';
import { announcingStore, type StoredEvent } from './announcing-store.ts';
import { temporaryStore } from './testing/temporary-store.ts';

const AT_MS = Date.parse('2026-02-03T10:00:00.000Z');

test('what was stored is reported once it can be found, with its id', async () => {
  await using temporary = await temporaryStore();
  const news = broadcast<StoredEvent>(() => {});
  const store = announcingStore(temporary.store, news);
  const reported: StoredEvent[] = [];
  const found: Promise<number>[] = [];
  news.listen((event) => {
    reported.push(event);
    const page = store.search.find({
      kinds: ['ocr', 'audio', 'ui', 'input'],
      limit: 10,
      offset: 0,
      order: 'descending',
    });
    found.push(page.then(({ total }) => total));
  });
  const ids = await store.content.add({
    frames: [{ atMs: AT_MS, deviceName: 'monitor_1', text: 'on the screen' }],
    transcriptions: [
      { atMs: AT_MS, text: 'was said', engine: 'test', deviceName: 'desk', isInput: true },
    ],
    uiTexts: [{ atMs: AT_MS, text: 'of a window' }],
    inputEvents: [{ atMs: AT_MS, eventType: 'click' }],
  });
  expect(reported.map((event) => [event.kind, 'id' in event && event.id])).toEqual([
    ['frame', ids.frames[0]],
    ['transcription', ids.transcriptions[0]?.id],
    ['ui', ids.uiTexts[0]],
    ['input', ids.inputEvents[0]],
  ]);
  expect(await Promise.all(found)).toEqual([4, 4, 4, 4]);
});

test('the final text of a recording is reported once, with who spoke', async () => {
  await using temporary = await temporaryStore();
  const news = broadcast<StoredEvent>(() => {});
  const store = announcingStore(temporary.store, news);
  const reported: unknown[] = [];
  news.listen((event) => {
    if (event.kind !== 'transcription') return;
    reported.push([event.transcription.text, event.isFinal, event.speaker?.name]);
  });
  const device = { deviceName: 'desk', isInput: true };
  const said = (text: string) => [{ atMs: AT_MS, text, engine: 'test', ...device }];
  const chunkId = await store.audio.addSegment({
    ...device,
    atMs: AT_MS,
    filePath: 'data/a.ogg',
    durationMs: 2_000,
  });
  await store.audio.setSegmentText(chunkId, said('we ag'), false);
  await store.audio.setSegmentText(chunkId, said('we agreed'), true, true);
  expect(reported).toEqual([['we ag', false, undefined]]);
  await store.speakers.reassign({ chunkId, name: 'Rosa', propagate: false });
  await store.audio.setSegmentState(chunkId, 'done');
  expect(reported.slice(1)).toEqual([['we agreed', true, 'Rosa']]);
  await store.audio.setSegmentState(chunkId, 'done');
  expect(reported).toHaveLength(2);
});

test('what could not be stored is not reported', async () => {
  await using temporary = await temporaryStore();
  const news = broadcast<StoredEvent>(() => {});
  const store = announcingStore(temporary.store, news);
  const reported: StoredEvent[] = [];
  news.listen((event) => reported.push(event));
  const broken = { atMs: Number.NaN, deviceName: 'monitor_1', text: 'x' };
  await expect(store.content.add({ frames: [broken] })).rejects.toThrow();
  expect(reported).toEqual([]);
});
