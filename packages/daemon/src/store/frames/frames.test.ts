import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LocalStore, localStore } from '../testing/local-store.ts';

const AT_MS = Date.parse('2026-02-03T09:00:00Z');

let store: LocalStore;
beforeAll(async () => {
  store = await localStore();
  // Ids and times in opposite order: neighbours go by id.
  const frames = Array.from({ length: 6 }, (_, i) => ({
    atMs: AT_MS - i * 1_000,
    deviceName: 'monitor_1',
    text: `frame ${i + 1}`,
  }));
  store.write('content.add', { frames });
  store.write('content.delete', 'ocr', [3]);
});
afterAll(() => store[Symbol.asyncDispose]());

const neighbours = (id: number, direction: 'forward' | 'backward', limit: number) =>
  store.read('frames.listNeighbours', id, direction, limit).map((frame) => frame.id);

test('a frame has its own id and time, and null where nothing is known', () => {
  expect(store.read('frames.find', 2)).toEqual({
    id: 2,
    atMs: AT_MS - 1_000,
    filePath: '',
    offsetIndex: 0,
    isVideo: false,
    width: null,
    height: null,
    appName: '',
    windowName: '',
    browserUrl: null,
    deviceName: 'monitor_1',
    focused: null,
    frameName: null,
    textSource: null,
    captureTrigger: null,
    isRemote: false,
    machineId: null,
  });
});

test('an unknown or deleted frame is undefined', () => {
  for (const id of [0, 3, 99, -1, Number.MAX_SAFE_INTEGER]) {
    expect(store.read('frames.find', id)).toBeUndefined();
    expect(store.read('frames.findText', id)).toBeUndefined();
  }
});

test('the text of a frame without words has no boxes', () => {
  expect(store.read('frames.findText', 1)).toMatchObject({ text: 'frame 1', boxes: [] });
});

test('neighbours are the nearest first, without the frame itself and without deleted ones', () => {
  expect(neighbours(2, 'forward', 10)).toEqual([4, 5, 6]);
  expect(neighbours(5, 'backward', 10)).toEqual([4, 2, 1]);
  expect(neighbours(2, 'forward', 2)).toEqual([4, 5]);
  expect(neighbours(6, 'forward', 10)).toEqual([]);
  // The frame that is asked about need not be there.
  expect(neighbours(3, 'backward', 1)).toEqual([2]);
  expect(neighbours(1_000, 'backward', 1)).toEqual([6]);
});
