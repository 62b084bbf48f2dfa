import { randomBytes } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import {
  addFrame,
  compactAll,
  type Parts,
  START_MS,
  shownNumber,
} from '#store/compaction/parts.fixture.ts';
import type { Frame } from '#store/records.ts';
import { withDatabase } from '#store/testing/temporary-store.ts';
import { memoryBackend } from '../backends/memory/memory-backend.fixture.ts';
import { SyncLeaseHeldError } from '../errors.ts';
import { ACCOUNT, syncingDevice, type TwoDevices, twoDevices } from '../two-devices.fixture.ts';

// Videos are made and read, by separate processes, on machines that have other things to do.
vi.setConfig({ testTimeout: 120_000 });

const SIGNAL = new AbortController().signal;

async function frameOf({ store }: Parts, number: number): Promise<Frame> {
  const filter = { kinds: ['ocr'] as const, query: `number${number}`, limit: 1, offset: 0 };
  const { items } = await store.search.find({ ...filter, order: 'descending' });
  const id = items[0]?.kind === 'ocr' ? items[0].frameId : 0;
  const frame = await store.frames.find(id);
  if (!frame) throw new Error(`there is no frame ${number}`);
  return frame;
}

function pictureOf({ id, machineId }: Frame) {
  return { of: 'frame', id, machineId: machineId ?? '' } as const;
}

async function bothSync({ a, b }: TwoDevices): Promise<void> {
  await a.sync.trigger();
  await b.sync.trigger();
}

/** B asks until it is shown, and A has its rounds meanwhile. */
async function show(devices: TwoDevices, number: number): Promise<number> {
  const frame = await frameOf(devices.b.parts, number);
  let isShown = false;
  while (!isShown) {
    const asked = devices.b.sync.fetchMedia(pictureOf(frame), SIGNAL).then(
      () => true,
      // On a busy machine A does not answer within the time of one request.
      (error) => {
        expect(error).toMatchObject({ code: 'FRAME_REQUESTED' });
        return false;
      },
    );
    await devices.a.sync.trigger();
    isShown = await asked;
  }
  return shownNumber(devices.b.parts, frame.id);
}

describe('pictures of another device, on demand', () => {
  test('a snapshot is shown', async () => {
    await using devices = await twoDevices({ mode: 'on-demand' });
    await addFrame(devices.a.parts, 7);
    await bothSync(devices);
    expect((await frameOf(devices.b.parts, 7)).filePath).toBe('');
    expect(await show(devices, 7)).toBe(7);
    // It is here now: nobody is asked any more.
    await devices.a.sync.lock();
    expect(await shownNumber(devices.b.parts, (await frameOf(devices.b.parts, 7)).id)).toBe(7);
  });

  test('a frame of a video is shown, and the others of that video come with it', async () => {
    await using devices = await twoDevices({ mode: 'on-demand' });
    for (const number of [1, 2, 3]) await addFrame(devices.a.parts, number);
    expect(await compactAll(devices.a.parts)).toContain('moved');
    await bothSync(devices);
    expect(await show(devices, 2)).toBe(2);
    const other = await frameOf(devices.b.parts, 3);
    expect(other.isVideo).toBe(true);
    expect(await shownNumber(devices.b.parts, other.id)).toBe(3);
    const chunks = withDatabase(devices.b.parts.dataDir, (db) =>
      db.prepare('SELECT machine_id, sync_id IS NOT NULL AS named FROM video_chunks').all(),
    );
    expect(chunks).toEqual([{ machine_id: 'a', named: 1 }]);
  });

  test('a lock ends what is being fetched, and waits for it', async () => {
    await using devices = await twoDevices({ mode: 'on-demand' });
    const { a, b, backend } = devices;
    await addFrame(a.parts, 7);
    await bothSync(devices);
    const picture = pictureOf(await frameOf(b.parts, 7));
    await b.parts.store.sync.requestFile(picture);
    await b.sync.trigger();
    await a.sync.trigger();
    await b.sync.trigger();
    const begun = Promise.withResolvers<void>();
    const ends: string[] = [];
    backend.read = async (_spot, signal) => {
      begun.resolve();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      // The hub takes its time to notice.
      await new Promise((resolve) => setTimeout(resolve, 50));
      ends.push('read');
      throw signal.reason;
    };
    const fetched = b.sync.fetchMedia(picture, SIGNAL);
    const refused = expect(fetched).rejects.toMatchObject({ code: 'SYNC_NOT_INITIALISED' });
    await begun.promise;
    await b.sync.lock();
    ends.push('lock');
    await refused;
    expect(ends).toEqual(['read', 'lock']);
  });

  test('says that the source was asked, and shows the picture when it has answered', async () => {
    await using devices = await twoDevices({ mode: 'on-demand' });
    await addFrame(devices.a.parts, 5);
    await bothSync(devices);
    const frame = await frameOf(devices.b.parts, 5);
    const refused = await devices.b.sync
      .fetchMedia(pictureOf(frame), SIGNAL)
      .catch((error) => error);
    expect(refused).toMatchObject({ code: 'FRAME_REQUESTED', context: { machine_id: 'a' } });
    await devices.a.sync.trigger();
    await devices.b.sync.trigger();
    await devices.b.sync.fetchMedia(pictureOf(frame), SIGNAL);
    expect(await shownNumber(devices.b.parts, frame.id)).toBe(5);
  });

  test('an interrupted upload goes on with the part that is missing', async () => {
    await using devices = await twoDevices({ mode: 'on-demand' });
    const { a, b, backend } = devices;
    const file = randomBytes(2_500_000);
    const snapshotPath = await a.parts.media.keepJpeg(file, START_MS, 'm');
    const added = { atMs: START_MS, deviceName: 'm', snapshotPath, text: 'number9' };
    await a.parts.store.content.add({ frames: [added] });
    await bothSync(devices);
    const frame = await frameOf(b.parts, 9);
    await b.parts.store.sync.requestFile({ of: 'frame', id: frame.id });
    await b.sync.trigger();
    backend.failAfter(1);
    await expect(a.sync.trigger()).rejects.toMatchObject({ code: 'SYNC_UNREACHABLE' });
    const [stream = ''] = [...backend.streams.keys()].filter((name) => name.startsWith('a/j-'));
    const [first] = backend.streams.get(stream) ?? [];
    await bothSync(devices);
    expect(backend.streams.get(stream)).toHaveLength(3);
    expect(backend.streams.get(stream)?.[0]).toBe(first);
    await b.sync.fetchMedia(pictureOf(frame), SIGNAL);
    const here = await b.parts.store.frames.find(frame.id);
    expect((await b.parts.media.readFile(here?.filePath ?? ''))?.equals(file)).toBe(true);
  });
});

/** A recording with its text, as capture leaves it; resolves to its chunk. */
async function addRecording({ store, media }: Parts, sound: Buffer, word: string): Promise<number> {
  const recording = { atMs: START_MS, deviceName: 'mic', isInput: true };
  const filePath = await media.keepSoundFile(sound, START_MS, 'mic', '.ogg');
  const chunkId = await store.audio.addSegment({ ...recording, filePath, durationMs: 1_000 });
  await store.content.add({ transcriptions: [{ ...recording, text: word, engine: 'e', chunkId }] });
  await store.audio.setSegmentState(chunkId, 'done');
  return chunkId;
}

async function recordingOf({ store }: Parts, word: string) {
  const filter = { kinds: ['audio'] as const, query: word, limit: 1, offset: 0 };
  const { items } = await store.search.find({ ...filter, order: 'descending' });
  const id = items[0]?.kind === 'audio' ? items[0].chunkId : 0;
  const chunk = await store.audio.findChunk(id);
  if (!chunk) throw new Error(`nobody said ${word}`);
  return { of: 'audio_chunk', id, machineId: chunk.machineId ?? '', chunk } as const;
}

describe('recordings of another device', () => {
  test('on demand one comes when it is asked for, and stays', async () => {
    await using devices = await twoDevices({ mode: 'on-demand' });
    const { a, b } = devices;
    const sound = randomBytes(1_200_000);
    await addRecording(a.parts, sound, 'loquat');
    await bothSync(devices);
    const there = await recordingOf(b.parts, 'loquat');
    expect(there).toMatchObject({ machineId: 'a', chunk: { filePath: '' } });
    const refused = await b.sync.fetchMedia(there, SIGNAL).catch((error) => error);
    expect(refused).toMatchObject({
      code: 'AUDIO_REQUESTED',
      context: { audio_chunk_id: there.id, machine_id: 'a' },
    });
    await bothSync(devices);
    await b.sync.fetchMedia(there, SIGNAL);
    await a.sync.lock();
    const { chunk } = await recordingOf(b.parts, 'loquat');
    expect((await b.parts.media.readFile(chunk.filePath))?.equals(sound)).toBe(true);
  });

  test('in full they come without being asked for, also one that was added before', async () => {
    await using devices = await twoDevices({ mode: 'full' });
    const { a, b, backend } = devices;
    const sound = randomBytes(5_000);
    await addRecording(a.parts, sound, 'medlar');
    await bothSync(devices);
    const { chunk } = await recordingOf(b.parts, 'medlar');
    expect((await b.parts.media.readFile(chunk.filePath))?.equals(sound)).toBe(true);
    const streams = [...backend.streams.keys()];
    await bothSync(devices);
    expect([...backend.streams.keys()]).toEqual(streams);
  });

  test('one whose text is still to come waits for it', async () => {
    await using devices = await twoDevices({ mode: 'full' });
    const { a, backend } = devices;
    const chunkId = await addRecording(a.parts, randomBytes(5_000), 'sorb');
    await a.parts.store.audio.setSegmentState(chunkId, 'pending');
    await a.sync.trigger();
    expect([...backend.streams.keys()]).toEqual(['a/log']);
    await a.parts.store.audio.setSegmentState(chunkId, 'done');
    await a.sync.trigger();
    expect([...backend.streams.keys()]).toHaveLength(2);
  });
});

describe('files of another device, otherwise', () => {
  test('in full videos come without being asked for', async () => {
    await using devices = await twoDevices({ mode: 'full' });
    for (const number of [1, 2]) await addFrame(devices.a.parts, number);
    await compactAll(devices.a.parts);
    await bothSync(devices);
    await devices.b.sync.trigger();
    const frame = await frameOf(devices.b.parts, 2);
    expect(frame.isVideo).toBe(true);
    expect(await shownNumber(devices.b.parts, frame.id)).toBe(2);
    expect(await devices.b.parts.store.compaction.listUnnamedFiles([])).toEqual([]);
  });

  test('in full snapshots come too, and go there when a video takes their place', async () => {
    await using devices = await twoDevices({ mode: 'full' });
    const { a, b, backend } = devices;
    for (const number of [1, 2]) await addFrame(a.parts, number);
    await bothSync(devices);
    const frame = await frameOf(b.parts, 2);
    expect(frame.isVideo).toBe(false);
    expect(await shownNumber(b.parts, frame.id)).toBe(2);
    const kinds = () => [...backend.streams.keys()].map((name) => name.slice(0, 4)).toSorted();
    expect(kinds()).toEqual(['a/j-', 'a/j-', 'a/lo']);
    await compactAll(a.parts);
    await bothSync(devices);
    expect(kinds()).toEqual(['a/lo', 'a/v-']);
    expect(await shownNumber(b.parts, frame.id)).toBe(2);
    // Its own compaction does not make them its own.
    await compactAll(b.parts);
    await bothSync(devices);
    expect(kinds()).toEqual(['a/lo', 'a/v-']);
    expect(await shownNumber(b.parts, frame.id)).toBe(2);
  });

  test('a file that was taken back is no fault, and is asked for again', async () => {
    await using devices = await twoDevices({ mode: 'on-demand' });
    const { a, b, backend } = devices;
    await addFrame(a.parts, 4);
    await bothSync(devices);
    const frame = await frameOf(b.parts, 4);
    await b.parts.store.sync.requestFile({ of: 'frame', id: frame.id });
    await b.sync.trigger();
    await a.sync.trigger();
    await b.sync.trigger();
    // Reported and not fetched; then it is in a video.
    await compactAll(a.parts);
    await a.sync.trigger();
    expect([...backend.streams.keys()]).toEqual(['a/log', 'b/log']);
    expect(await show(devices, 4)).toBe(4);
  });

  test('what is deleted goes where they meet, too', async () => {
    await using devices = await twoDevices({ mode: 'full' });
    const { a, b, backend } = devices;
    const frameIds = [await addFrame(a.parts, 1), await addFrame(a.parts, 2)];
    await addRecording(a.parts, randomBytes(3_000), 'medlar');
    await bothSync(devices);
    expect([...backend.streams.keys()]).toHaveLength(4);
    const [sealed] = backend.streams.get('a/log') ?? [];
    await a.parts.store.content.delete('ocr', frameIds);
    const said = await recordingOf(b.parts, 'medlar');
    await b.parts.store.content.delete('audio', [said.chunk.transcriptions[0]?.id ?? 0]);
    // The one that did not delete it learns of it, and takes back what it had sent.
    for (let i = 0; i < 2; i++) {
      await b.sync.trigger();
      await a.sync.trigger();
    }
    expect([...backend.streams.keys()].toSorted()).toEqual(['a/log', 'b/log']);
    const [tidied] = backend.streams.get('a/log') ?? [];
    expect(tidied?.length).toBeLessThan(sealed?.length ?? 0);
    // Whoever comes later reads the rest without complaint.
    await using late = await syncingDevice(backend, { mode: 'full' });
    await late.sync.init({ ...ACCOUNT, machineId: 'late' });
    await late.sync.trigger();
    expect(await late.parts.store.content.summary()).toMatchObject({ frames: 0 });
  });

  test('what was deleted before the device got a new name goes there all the same', async () => {
    const backend = memoryBackend();
    await using a = await syncingDevice(backend, { mode: 'full' });
    await a.sync.init({ ...ACCOUNT, machineId: 'a' });
    const frameId = await addFrame(a.parts, 1);
    await a.sync.trigger();
    await a.parts.store.content.delete('ocr', [frameId]);
    await a.sync.lock();
    await a.sync.init({ ...ACCOUNT, machineId: 'a-again' });
    const files = () => [...backend.streams.keys()].filter((name) => !name.endsWith('/log'));
    expect(files()).toHaveLength(1);
    const { removeStream } = backend;
    // Somebody else has the old name, and is at work.
    backend.removeStream = () => Promise.reject(new SyncLeaseHeldError());
    await a.sync.trigger();
    expect(files()).toHaveLength(1);
    backend.removeStream = removeStream;
    await a.sync.trigger();
    expect(files()).toEqual([]);
    expect(await a.parts.store.sync.listFilesOver(5, Date.now())).toEqual([]);
  });

  test('says that the source is away', async () => {
    // For the other device ten minutes have passed since anybody was there.
    const backendNowMs = () => Date.now() - 600_000;
    await using devices = await twoDevices({ mode: 'on-demand', backendNowMs });
    await addFrame(devices.a.parts, 6);
    await addRecording(devices.a.parts, randomBytes(100), 'quince');
    await bothSync(devices);
    const { b } = devices;
    const frame = await frameOf(b.parts, 6);
    await expect(b.sync.fetchMedia(pictureOf(frame), SIGNAL)).rejects.toMatchObject({
      code: 'FRAME_SOURCE_UNREACHABLE',
      context: { machine_id: 'a' },
    });
    const said = await recordingOf(b.parts, 'quince');
    await expect(b.sync.fetchMedia(said, SIGNAL)).rejects.toMatchObject({
      code: 'AUDIO_SOURCE_UNREACHABLE',
      context: { audio_chunk_id: said.id },
    });
  });

  test('with text only they stay where they are, and that is said', async () => {
    await using devices = await twoDevices({ mode: 'text' });
    const { a, b } = devices;
    await addFrame(a.parts, 3);
    await addRecording(a.parts, randomBytes(100), 'quince');
    await bothSync(devices);
    const frame = await frameOf(b.parts, 3);
    await expect(b.sync.fetchMedia(pictureOf(frame), SIGNAL)).rejects.toMatchObject({
      code: 'FRAME_ON_OTHER_DEVICE',
    });
    const said = await recordingOf(b.parts, 'quince');
    await expect(b.sync.fetchMedia(said, SIGNAL)).rejects.toMatchObject({
      code: 'AUDIO_ON_OTHER_DEVICE',
    });
    expect([...devices.backend.streams.keys()]).toEqual(['a/log']);
  });
});
