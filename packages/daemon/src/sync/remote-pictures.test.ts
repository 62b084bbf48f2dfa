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
import { type TwoDevices, twoDevices } from './two-devices.fixture.ts';

// Videos are made and read, by processes of their own, on machines that have other things to do.
vi.setConfig({ testTimeout: 120_000 });

const SIGNAL = new AbortController().signal;

async function frameOf({ store }: Parts, number: number): Promise<Frame> {
  const filter = { kinds: ['ocr'] as const, query: `number${number}`, limit: 1, offset: 0 };
  const { items } = await store.search({ ...filter, order: 'descending' });
  const id = items[0]?.kind === 'ocr' ? items[0].frameId : 0;
  const frame = await store.findFrame(id);
  if (!frame) throw new Error(`there is no frame ${number}`);
  return frame;
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
    const asked = devices.b.sync.fetchPicture(frame, SIGNAL).then(
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

  test('says that the source is away, and shows the picture when it is back', async () => {
    await using devices = await twoDevices({ mode: 'on-demand' });
    await addFrame(devices.a.parts, 5);
    await bothSync(devices);
    const frame = await frameOf(devices.b.parts, 5);
    const refused = await devices.b.sync.fetchPicture(frame, SIGNAL).catch((error) => error);
    expect(refused).toMatchObject({ code: 'FRAME_REQUESTED', context: { machine_id: 'a' } });
    await devices.a.sync.trigger();
    await devices.b.sync.trigger();
    await devices.b.sync.fetchPicture(frame, SIGNAL);
    expect(await shownNumber(devices.b.parts, frame.id)).toBe(5);
  });

  test('an interrupted upload goes on with the part that is missing', async () => {
    await using devices = await twoDevices({ mode: 'on-demand' });
    const { a, b, backend } = devices;
    const file = randomBytes(2_500_000);
    const snapshotPath = await a.parts.media.keepJpeg(file, START_MS, 'm');
    const added = { atMs: START_MS, deviceName: 'm', snapshotPath, text: 'number9' };
    await a.parts.store.add({ frames: [added] });
    await bothSync(devices);
    const frame = await frameOf(b.parts, 9);
    await b.parts.store.wishPicture(frame.id);
    await b.sync.trigger();
    backend.failAfter(1);
    await expect(a.sync.trigger()).rejects.toMatchObject({ code: 'SYNC_UNREACHABLE' });
    const [stream = ''] = [...backend.streams.keys()].filter((name) => name.startsWith('a/j-'));
    const [first] = backend.streams.get(stream) ?? [];
    await bothSync(devices);
    expect(backend.streams.get(stream)).toHaveLength(3);
    expect(backend.streams.get(stream)?.[0]).toBe(first);
    await b.sync.fetchPicture(frame, SIGNAL);
    const here = await b.parts.store.findFrame(frame.id);
    expect((await b.parts.media.readFile(here?.filePath ?? ''))?.equals(file)).toBe(true);
  });
});

describe('pictures of another device, otherwise', () => {
  test('in full they come without being asked for', async () => {
    await using devices = await twoDevices({ mode: 'full' });
    for (const number of [1, 2]) await addFrame(devices.a.parts, number);
    await compactAll(devices.a.parts);
    await bothSync(devices);
    await devices.b.sync.trigger();
    const frame = await frameOf(devices.b.parts, 2);
    expect(frame.isVideo).toBe(true);
    expect(await shownNumber(devices.b.parts, frame.id)).toBe(2);
    expect(await devices.b.parts.store.listUnnamedFiles([])).toEqual([]);
  });

  test('with text only they stay where they are, and that is said', async () => {
    await using devices = await twoDevices({ mode: 'text' });
    await addFrame(devices.a.parts, 3);
    await bothSync(devices);
    const frame = await frameOf(devices.b.parts, 3);
    await expect(devices.b.sync.fetchPicture(frame, SIGNAL)).rejects.toMatchObject({
      code: 'FRAME_ON_OTHER_DEVICE',
    });
    expect([...devices.backend.streams.keys()]).toEqual(['a/log']);
  });
});
