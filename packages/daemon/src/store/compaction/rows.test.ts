import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../content/keys.ts';
import { openReader } from '../kernel/database.ts';
import type { NewFrame } from '../new-records.ts';
import { findFaults } from '../testing/find-faults.ts';
import { type LocalStore, localStore } from '../testing/local-store.ts';
import { endOfCompactableHours } from './rows.ts';

const HOUR_START_MS = Date.parse('2026-02-03T09:00:00Z');
const AFTER_MS = HOUR_START_MS + 2 * HOUR_MS;
const LIMITS = { maxFrames: 100, exceptIds: [] };

function frame(minute: number, options: Partial<NewFrame> = {}): NewFrame {
  const atMs = HOUR_START_MS + minute * 60_000;
  const deviceName = options.deviceName ?? 'monitor_1';
  const snapshotPath = `data/2026-02-03/${atMs}_${deviceName}.jpg`;
  return { atMs, deviceName, snapshotPath, width: 64, height: 48, text: 'word', ...options };
}

function add(store: LocalStore, ...frames: NewFrame[]): number[] {
  return store.write('content.add', { frames }).frames;
}

const pathsOf = (frames: readonly NewFrame[]) => frames.map((each) => each.snapshotPath ?? '');

/** As compaction does it with all of a plan. */
function moveNext(store: LocalStore, filePath: string, beforeMs = AFTER_MS) {
  const plan = store.read('compaction.planChunk', beforeMs, LIMITS);
  if (!plan) throw new Error('nothing to move');
  const { deviceName, frames } = plan;
  return store.write('compaction.replaceSnapshotsByVideo', {
    filePath,
    deviceName,
    framesPerSecond: 1,
    frames,
  });
}

/** What SQL users see. */
function inTables(store: LocalStore): unknown[] {
  const db = openReader(store.dataDir);
  try {
    const join = 'frames f JOIN video_chunks v ON v.id = f.video_chunk_id';
    const columns = 'v.file_path, v.fps, f.offset_index, f.snapshot_path';
    return db.prepare(`SELECT ${columns} FROM ${join} ORDER BY f.id`).all();
  } finally {
    db.close();
  }
}

describe('planChunk', () => {
  test('takes frames of one device, size and app, in order of time, whatever the order they came in', async () => {
    await using store = await localStore();
    const [late, first, , , , middle] = add(
      store,
      frame(30),
      frame(1),
      frame(2, { deviceName: 'monitor_2' }),
      frame(3, { width: 128 }),
      frame(3.5, { appName: 'Editor' }),
      frame(4),
    );
    const plan = store.read('compaction.planChunk', AFTER_MS, LIMITS);
    expect(plan).toMatchObject({ deviceName: 'monitor_1', width: 64, height: 48 });
    expect(plan?.frames.map(({ id }) => id)).toEqual([first, middle, late]);
    expect(store.read('compaction.countCompactable', AFTER_MS, [])).toBe(6);
  });

  test('takes the oldest two hours first, when both are over, and never frames of three', async () => {
    await using store = await localStore();
    add(store, frame(61), frame(59), frame(121), frame(62), frame(181));
    const minutes = (hours: number) =>
      store
        .read('compaction.planChunk', AFTER_MS + hours * HOUR_MS, LIMITS)
        ?.frames.map(({ atMs }) => (atMs - HOUR_START_MS) / 60_000);
    const waiting = (hours: number) =>
      store.read('compaction.countCompactable', AFTER_MS + hours * HOUR_MS, []);
    expect(minutes(-1)).toBeUndefined();
    expect(waiting(-1)).toBe(0);
    expect(minutes(0)).toEqual([59, 61, 62]);
    expect(waiting(0)).toBe(1);
    moveNext(store, 'data/2026-02-03/a.mp4', AFTER_MS);
    expect(minutes(1)).toBeUndefined();
    expect(minutes(2)).toEqual([121, 181]);
    expect(waiting(9)).toBe(2);
  });

  test('leaves out hours that are not over, frames without a picture, and those it is given', async () => {
    await using store = await localStore();
    const { snapshotPath: _, ...textOnly } = frame(1);
    const [, left, taken] = add(store, textOnly, frame(2), frame(3), frame(120));
    const limits = { maxFrames: 100, exceptIds: [left ?? 0] };
    const plan = store.read('compaction.planChunk', AFTER_MS, limits);
    expect(plan?.frames.map(({ id }) => id)).toEqual([taken]);
    expect(store.read('compaction.planChunk', HOUR_START_MS, LIMITS)).toBeUndefined();
  });

  test('takes no more frames than it may', async () => {
    await using store = await localStore();
    add(store, frame(1), frame(2), frame(3));
    const plan = store.read('compaction.planChunk', AFTER_MS, { maxFrames: 2, exceptIds: [] });
    expect(plan?.frames).toHaveLength(2);
  });

  test('does not plan again what is to stay a snapshot', async () => {
    await using store = await localStore();
    const [broken, whole] = add(store, frame(1), frame(2));
    store.write('compaction.keepSnapshots', [broken ?? 0]);
    const plan = store.read('compaction.planChunk', AFTER_MS, LIMITS);
    expect(plan?.frames.map(({ id }) => id)).toEqual([whole]);
    expect(store.read('compaction.countCompactable', AFTER_MS, [])).toBe(1);
  });
});

describe('replaceSnapshotsByVideo', () => {
  test('moves the frames, keeps everything else about them, and returns which snapshots are free', async () => {
    await using store = await localStore();
    const frames = [frame(1, { tags: ['work'] }), frame(2)];
    const ids = add(store, ...frames);
    const search = {
      kinds: ['ocr'],
      order: 'ascending',
      limit: 9,
      offset: 0,
      query: 'word',
    } as const;
    const before = store.read('search.find', search);
    const filePath = 'data/2026-02-03/chunk.mp4';
    expect(moveNext(store, filePath)).toEqual({ chunkId: 1, freed: pathsOf(frames) });
    expect(store.read('audio.listDiscardedFiles')).toEqual(pathsOf(frames));

    const absolute = `${store.dataDir}/${filePath}`;
    for (const [offsetIndex, id] of ids.entries()) {
      const found = store.read('frames.find', id);
      expect(found).toMatchObject({ isVideo: true, filePath: absolute, offsetIndex, width: 64 });
    }
    const moved = before.items.map((item, offsetIndex) => ({
      ...item,
      filePath: absolute,
      offsetIndex,
    }));
    expect(store.read('search.find', search)).toEqual({ items: moved, total: 2 });
    expect(store.read('compaction.planChunk', AFTER_MS, LIMITS)).toBeUndefined();
    const rows = [0, 1].map((offset_index) => ({ offset_index, snapshot_path: null }));
    expect(inTables(store)).toEqual(rows.map((row) => ({ ...row, file_path: absolute, fps: 1 })));
    expect(findFaults(store.dataDir)).toEqual([]);
  });

  test('changes nothing when a frame was deleted or has another picture', async () => {
    await using store = await localStore();
    const [deleted, other] = add(store, frame(1), frame(2), frame(3));
    const plan = store.read('compaction.planChunk', AFTER_MS, LIMITS);
    const chunk = {
      filePath: 'data/x.mp4',
      deviceName: 'm',
      framesPerSecond: 1,
      frames: plan?.frames ?? [],
    };
    store.write('content.delete', 'ocr', [deleted ?? 0]);
    expect(store.write('compaction.replaceSnapshotsByVideo', chunk)).toBeUndefined();
    const frames = chunk.frames.slice(1).map((each) => ({ ...each, snapshotPath: 'data/y.jpg' }));
    expect(store.write('compaction.replaceSnapshotsByVideo', { ...chunk, frames })).toBeUndefined();
    expect(store.read('frames.find', other ?? 0)).toMatchObject({ isVideo: false, offsetIndex: 0 });
    expect(store.read('compaction.listUnnamedFiles', ['data/x.mp4'])).toEqual(['data/x.mp4']);
  });

  test('keeps text that was read again while the chunk was made', async () => {
    await using store = await localStore();
    const [id = 0] = add(store, frame(1));
    const frames = store.read('compaction.planChunk', AFTER_MS, LIMITS)?.frames ?? [];
    const reading = { text: 'better', boxes: [], textSource: 'ocr', ocrEngine: 'test' };
    store.write('frames.replaceReading', id, reading);
    const chunk = { filePath: 'data/x.mp4', deviceName: 'm', framesPerSecond: 1, frames };
    expect(store.write('compaction.replaceSnapshotsByVideo', chunk)).toBeDefined();
    expect(store.read('frames.findText', id)).toMatchObject({
      text: 'better',
      frame: { isVideo: true },
    });
  });

  test('does not free a snapshot that another frame still shows', async () => {
    await using store = await localStore();
    const shared = frame(1);
    add(store, shared, { ...frame(121), snapshotPath: shared.snapshotPath });
    expect(moveNext(store, 'data/a.mp4')?.freed).toEqual([]);
    expect(store.read('audio.listDiscardedFiles')).toEqual([]);
    expect(store.read('compaction.listUnnamedFiles', pathsOf([shared]))).toEqual([]);
  });
});

test('listUnnamedFiles knows snapshots, chunks and sound files', async () => {
  await using store = await localStore();
  add(store, frame(1));
  moveNext(store, 'data/2026-02-03/1_a.mp4');
  add(store, frame(2));
  const sound = { atMs: 1, text: 'x', engine: 'e', deviceName: 'mic', isInput: true };
  store.write('content.add', {
    transcriptions: [{ ...sound, filePath: 'data/2026-02-03/2_mic.mp4' }],
  });
  const named = [...pathsOf([frame(2)]), 'data/2026-02-03/1_a.mp4', 'data/2026-02-03/2_mic.mp4'];
  const unnamed = [...pathsOf([frame(1)]), 'data/2026-02-03/3_b.mp4'];
  expect(store.read('compaction.listUnnamedFiles', [...named, ...unnamed])).toEqual(unnamed);
});

test('a chunk goes with the last of its frames, not before', async () => {
  await using store = await localStore();
  const [first = 0, second = 0] = add(store, frame(1), frame(2));
  moveNext(store, 'data/a.mp4');
  store.write('audio.forgetFiles', store.read('audio.listDiscardedFiles'));
  store.write('content.delete', 'ocr', [first]);
  store.write('compaction.dropEmptyChunks');
  expect(store.read('audio.listDiscardedFiles')).toEqual([]);
  expect(store.read('frames.find', second)).toMatchObject({ isVideo: true, offsetIndex: 1 });
  store.write('content.delete', 'ocr', [second]);
  expect(store.read('audio.listDiscardedFiles')).toEqual(['data/a.mp4']);
  expect(store.read('compaction.listUnnamedFiles', ['data/a.mp4'])).toEqual(['data/a.mp4']);
});

test('the snapshot of a deleted frame is discarded, unless another frame shows it', async () => {
  await using store = await localStore();
  const shared = frame(1);
  const elsewhere = { ...frame(3), snapshotPath: '/home/somebody/picture.jpg' };
  const [first = 0, second = 0, third = 0] = add(store, shared, shared, elsewhere);
  store.write('content.delete', 'ocr', [first, third]);
  expect(store.read('audio.listDiscardedFiles')).toEqual([]);
  store.write('content.delete', 'ocr', [second]);
  expect(store.read('audio.listDiscardedFiles')).toEqual(pathsOf([shared]));
});

test('an hour counts as over some time after its end', () => {
  const minute = (count: number) => AFTER_MS + count * 60_000;
  expect(endOfCompactableHours(minute(9), 600_000)).toBe(AFTER_MS - HOUR_MS);
  expect(endOfCompactableHours(minute(10), 600_000)).toBe(AFTER_MS);
});
