import { expect, test } from 'vitest';
import { localStore } from '../testing/local-store.ts';

const AT_MS = Date.parse('2026-02-03T09:00:00Z');
const WINDOW = { appName: 'Mail', windowTitle: 'Inbox' };
const click = (afterMs: number, window = WINDOW) => ({
  atMs: AT_MS + afterMs,
  eventType: 'click' as const,
  ...window,
});
const frame = (afterMs: number) => ({
  atMs: AT_MS + afterMs,
  deviceName: 'monitor_1',
  appName: 'Mail',
  windowName: 'Inbox',
});

test('an event leads to the first frame of its window within a second after it', async () => {
  await using store = await localStore();
  const linked = () =>
    store
      .read('input.list', { limit: 50, offset: 0 })
      .items.toReversed()
      .map((event) => event.frameId);
  store.write('content.add', {
    inputEvents: [
      click(-1_001),
      click(-1_000),
      click(0, { appName: 'Mail', windowTitle: 'Drafts' }),
      click(0),
      click(1),
    ],
  });
  const [first] = store.write('content.add', { frames: [frame(0)] }).frames;
  expect(linked()).toEqual([null, first, null, first, null]);
  const [second] = store.write('content.add', { frames: [frame(300)] }).frames;
  expect(linked()).toEqual([null, first, null, first, second]);
  store.write('content.delete', 'ocr', [first ?? 0]);
  expect(linked()).toEqual([null, null, null, null, second]);
});

test('events and frames that are stored together are linked too', async () => {
  await using store = await localStore();
  const { frames } = store.write('content.add', { frames: [frame(200)], inputEvents: [click(0)] });
  const { items } = store.read('input.list', { limit: 50, offset: 0 });
  expect(items.map((event) => event.frameId)).toEqual(frames);
});

test('a frame without a window leads from no event', async () => {
  await using store = await localStore();
  store.write('content.add', { inputEvents: [{ atMs: AT_MS, eventType: 'click' }] });
  store.write('content.add', { frames: [{ atMs: AT_MS, deviceName: 'monitor_1' }] });
  const { items } = store.read('input.list', { limit: 50, offset: 0 });
  expect(items.map((event) => event.frameId)).toEqual([null]);
});
