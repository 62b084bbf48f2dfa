/** What is deleted of a recording or a video on one device goes on the others, too: their media folders are searched for its bytes. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemClock } from '#core/clock.ts';
import { serviceError } from '#core/errors.ts';
import { silentLog } from '#core/log/log.ts';
import {
  addFrame,
  compactAll,
  makeChunk,
  mediaFiles,
  type Parts,
  START_MS,
  shownNumber,
} from '#store/compaction/parts.fixture.ts';
import { openDeletions } from '#store/deletion/job/deletions.ts';
import type { DeletionFilter, JobKind, NewJob } from '#store/deletion/records.ts';
import { openAudioMedia } from '#store/media/audio/audio-media.ts';
import { type TwoDevices, twoDevices } from '../two-devices.fixture.ts';

// Videos are made and read, by separate processes, on machines that have other things to do.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const SIGNAL = new AbortController().signal;
const MINUTE_MS = 60_000;

/** As the service does it; without filters what deletions of others have left to do. */
async function deleteOn(parts: Parts, ...filters: DeletionFilter[]): Promise<void> {
  const audioMedia = openAudioMedia({ dataDir: parts.dataDir });
  const services = { audioMedia, clock: systemClock, log: silentLog, makeChunk };
  const deletions = openDeletions({ ...parts, ...services });
  const isDue = filters.length > 0 || (await parts.store.deletion.isTidyDue());
  expect(isDue).toBe(true);
  const { id } = await deletions.start(filters, filters.length > 0 ? 'delete' : 'tidy');
  await deletions.waitFor(id, 'done', SIGNAL);
  await deletions.close();
}

function newJob(kind: JobKind, filter: { startMs: number; endMs: number }): NewJob {
  return { kind, wish: { filters: [filter] }, criteria: ['time'], ...filter, expected: 1 };
}

async function isInMedia({ dataDir }: Parts, bytes: Buffer): Promise<boolean> {
  // Where nothing was ever fetched there is no folder.
  const files = await mediaFiles(dataDir).catch((): string[] => []);
  return files.some((path) => readFileSync(join(dataDir, path)).includes(bytes));
}

/** Two sentences, a minute apart; resolves to the bytes of the sound. */
async function addRecording({ store, media }: Parts, startMs: number): Promise<Buffer> {
  const sound = randomBytes(5_000);
  const recording = { atMs: startMs, deviceName: 'mic', isInput: true };
  const filePath = await media.keepSoundFile(sound, startMs, 'mic', '.ogg');
  const durationMs = 2 * MINUTE_MS;
  const chunkId = await store.audio.addSegment({ ...recording, filePath, durationMs });
  const transcriptions = ['loquat', 'medlar'].map((text, i) => ({
    ...recording,
    text,
    engine: 'e',
    chunkId,
    atMs: startMs + i * MINUTE_MS,
    startSecs: i * 60,
    endSecs: i * 60 + 5,
  }));
  await store.content.add({ transcriptions });
  await store.audio.setSegmentState(chunkId, 'done');
  return sound;
}

async function heard({ store }: Parts, startMs: number): Promise<string[]> {
  const range = { startMs, endMs: startMs + 2 * MINUTE_MS };
  const filter = { kinds: ['audio'] as const, ...range, limit: 10, offset: 0 };
  const { items } = await store.search.find({ ...filter, order: 'ascending' });
  return items.map((item) => ('text' in item ? item.text : ''));
}

async function rounds({ a, b }: TwoDevices, count = 1): Promise<void> {
  for (let i = 0; i < count; i++) {
    await a.sync.trigger();
    await b.sync.trigger();
  }
}

function files({ backend }: TwoDevices): string[] {
  return [...backend.streams.keys()].filter((name) => !name.endsWith('/log'));
}

describe('a recording of which a part is deleted', () => {
  let devices: TwoDevices;
  let startMs = START_MS;
  beforeAll(async () => {
    devices = await twoDevices({ mode: 'full' });
  });
  afterAll(() => devices[Symbol.asyncDispose]());
  beforeEach(() => {
    startMs += 10 * MINUTE_MS;
  });
  const secondMinute = () => ({
    startMs: startMs + MINUTE_MS,
    endMs: startMs + 2 * MINUTE_MS,
  });

  test('loses its sound where it was made, where it was fetched, and where they meet', async () => {
    const { a, b } = devices;
    const sound = await addRecording(a.parts, startMs);
    await rounds(devices);
    expect(await isInMedia(b.parts, sound)).toBe(true);
    await deleteOn(a.parts, secondMinute());
    await rounds(devices);
    await deleteOn(b.parts);
    expect(await isInMedia(a.parts, sound)).toBe(false);
    expect(await isInMedia(b.parts, sound)).toBe(false);
    expect(files(devices)).toEqual([]);
    for (const { parts } of [a, b]) expect(await heard(parts, startMs)).toEqual(['loquat']);
  });

  test('also when nothing was said in that part', async () => {
    const { a, b } = devices;
    const sound = await addRecording(a.parts, startMs);
    await rounds(devices);
    await deleteOn(a.parts, { startMs: startMs + 20_000, endMs: startMs + 40_000 });
    await rounds(devices);
    await deleteOn(b.parts);
    expect(await isInMedia(b.parts, sound)).toBe(false);
    expect(await heard(b.parts, startMs)).toEqual(['loquat', 'medlar']);
  });

  test('is not fetched by one who hears of the deletion before the file', async () => {
    const { a, b, backend } = devices;
    const sound = await addRecording(a.parts, startMs);
    await a.sync.trigger();
    await deleteOn(a.parts, secondMinute());
    // The hub is slow to remove it.
    const { removeStream } = backend;
    backend.removeStream = async () => {};
    await rounds(devices);
    backend.removeStream = removeStream;
    expect(files(devices)).toHaveLength(1);
    expect(await isInMedia(b.parts, sound)).toBe(false);
  });

  test('by another device, which does not have the sound, loses it where it was made', async () => {
    const { a, b } = devices;
    const sound = await addRecording(a.parts, startMs);
    await a.sync.trigger();
    // Its words come, its file does not.
    const { read } = devices.backend;
    devices.backend.read = (spot, signal) =>
      spot.stream === 'log' ? read(spot, signal) : Promise.reject(serviceError('SYNC_UNREACHABLE'));
    await b.sync.trigger().catch(() => {});
    devices.backend.read = read;
    expect(await isInMedia(b.parts, sound)).toBe(false);
    await deleteOn(b.parts, secondMinute());
    await b.sync.trigger();
    await rounds(devices);
    await deleteOn(a.parts);
    expect(await isInMedia(a.parts, sound)).toBe(false);
    for (const { parts } of [a, b]) expect(await heard(parts, startMs)).toEqual(['loquat']);
  });

  test('stays on the others when only this one does not keep it any longer', async () => {
    const { a, b } = devices;
    const sound = await addRecording(a.parts, startMs);
    await rounds(devices);
    const part = secondMinute();
    const { id } = await a.parts.store.deletion.addJob(newJob('retention', part), startMs);
    await a.parts.store.deletion.deletePiece(id, await a.parts.store.deletion.list(part, 10));
    await rounds(devices);
    expect(await isInMedia(b.parts, sound)).toBe(true);
  });
});

describe('a video of which a frame is deleted', () => {
  const second = { startMs: START_MS + 2_000, endMs: START_MS + 2_000 };

  async function withVideo(devices: TwoDevices): Promise<Buffer> {
    const { parts } = devices.a;
    for (const number of [1, 2, 3]) await addFrame(parts, number);
    await compactAll(parts);
    const [path = ''] = (await mediaFiles(parts.dataDir)).filter((name) => name.endsWith('.mp4'));
    return readFileSync(join(parts.dataDir, path));
  }

  async function shown({ store, media, ...parts }: Parts): Promise<number[]> {
    const filter = { kinds: ['ocr'] as const, limit: 10, offset: 0, order: 'ascending' as const };
    const { items } = await store.search.find(filter);
    const ids = items.map((item) => (item.kind === 'ocr' ? item.frameId : 0));
    return Promise.all(ids.map((id) => shownNumber({ store, media, ...parts }, id)));
  }

  test('is rewritten where it was fetched, and the old one goes where they meet', async () => {
    await using devices = await twoDevices({ mode: 'full' });
    const { a, b } = devices;
    const video = await withVideo(devices);
    await rounds(devices);
    expect(await isInMedia(b.parts, video)).toBe(true);
    const before = files(devices);
    await deleteOn(a.parts, second);
    await rounds(devices, 2);
    await deleteOn(b.parts);
    expect(await isInMedia(b.parts, video)).toBe(false);
    expect([await shown(a.parts), await shown(b.parts)]).toEqual([
      [1, 3],
      [1, 3],
    ]);
    expect(files(devices)).not.toContain(before[0]);
  });

  test('is not sent or fetched before it was rewritten', async () => {
    await using devices = await twoDevices({ mode: 'full' });
    const { a, b } = devices;
    const video = await withVideo(devices);
    const { store } = a.parts;
    // Its row is deleted, its pixels are not: as long as videos take to be written.
    const piece = await store.deletion.list(second, 10);
    await a.sync.trigger();
    expect(files(devices)).toHaveLength(1);
    const { id } = await store.deletion.addJob(newJob('delete', second), START_MS);
    await store.deletion.deletePiece(id, piece);
    await rounds(devices, 2);
    expect(await isInMedia(b.parts, video)).toBe(false);
    await deleteOn(a.parts, { startMs: 1, endMs: 2 });
    await rounds(devices, 2);
    expect(await isInMedia(b.parts, video)).toBe(false);
    expect(await shown(b.parts)).toEqual([1, 3]);
  });
});
