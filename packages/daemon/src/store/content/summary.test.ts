import { expect, test } from 'vitest';
import { localStore } from '../testing/local-store.ts';

const AT_MS = Date.parse('2026-02-03T09:14:22.125Z');
const frame = (atMs = AT_MS) => ({ atMs, deviceName: 'monitor_1' });
const transcription = (atMs = AT_MS) => ({
  atMs,
  text: 'said',
  engine: 'whisper',
  deviceName: 'mic',
  isInput: true,
});

test('the newest content is the newest up to now, whatever has a later time', async () => {
  await using store = await localStore();
  const hour = 3_600_000;
  store.write('content.add', {
    frames: [frame(AT_MS - 5 * hour), frame(AT_MS + 60_000), frame(AT_MS + 9 * hour)],
    transcriptions: [transcription(AT_MS + 1), transcription(AT_MS)],
  });
  const newest = (nowMs: number) => {
    const { lastFrameAtMs, lastTranscriptAtMs } = store.read('content.newest', nowMs);
    return [lastFrameAtMs, lastTranscriptAtMs];
  };
  expect(newest(AT_MS)).toEqual([AT_MS - 5 * hour, AT_MS]);
  expect(newest(AT_MS + hour)).toEqual([AT_MS + 60_000, AT_MS + 1]);
  expect(newest(AT_MS - 6 * hour)).toEqual([null, null]);
});

test('the summary of an empty store is all nothing', async () => {
  await using store = await localStore();
  expect(store.read('content.summary')).toEqual({
    frames: 0,
    transcriptions: 0,
    uiTexts: 0,
    inputEvents: 0,
    lastFrameAtMs: null,
    lastTranscriptAtMs: null,
  });
});

test('the summary counts each kind and knows the newest, late arrivals and deletions included', async () => {
  await using store = await localStore();
  store.write('content.add', {
    frames: [frame(AT_MS + 7_200_000), frame(AT_MS + 5), frame()],
    transcriptions: [transcription(AT_MS + 9), transcription()],
    uiTexts: [{ atMs: AT_MS + 999, text: 'u' }],
    inputEvents: [{ atMs: AT_MS, eventType: 'move' }],
  });
  expect(store.read('content.summary')).toEqual({
    frames: 3,
    transcriptions: 2,
    uiTexts: 1,
    inputEvents: 1,
    lastFrameAtMs: AT_MS + 7_200_000,
    lastTranscriptAtMs: AT_MS + 9,
  });
  store.write('content.delete', 'ocr', [1]);
  store.write('content.delete', 'audio', [1, 2]);
  expect(store.read('content.summary')).toMatchObject({
    frames: 2,
    transcriptions: 0,
    lastFrameAtMs: AT_MS + 5,
    lastTranscriptAtMs: null,
  });
});
