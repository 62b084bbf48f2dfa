/** Videos that were moved elsewhere: shown, exported, and rewritten when one of their frames is deleted. */
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCompaction } from '#store/compaction/compaction.ts';
import { makeChunk } from '#store/compaction/parts.fixture.ts';
import { openExports } from '#store/media/exports/exports.ts';
import { withDatabase } from '#store/testing/temporary-store.ts';
import {
  addOldFrame,
  deletedRows,
  deletionsOf,
  isHere,
  type OffloadParts,
  objectNames,
  openOffloadParts,
  type PartOptions,
  pathOf,
  shown,
  signal,
  startOnce,
  testPlace,
} from './offload.fixture.ts';
import { dataDir, openParts, place, useFolders } from './offload-folders.fixture.ts';

useFolders();

/** Three frames in one video. */
async function videoOf(parts: OffloadParts) {
  const ids = [
    await addOldFrame(parts, 1),
    await addOldFrame(parts, 2),
    await addOldFrame(parts, 3),
  ] as const;
  let nowMs = Date.now();
  const compaction = openCompaction({ ...parts, nowMs: () => nowMs, makeChunk });
  await compaction.compactNext(signal);
  nowMs += 60_000;
  await compaction.removeDiscarded(signal);
  const path = await pathOf(parts, ids[0]);
  expect(path).toMatch(/\.mp4$/);
  return { ids, path };
}

/** The same, at the place. */
async function movedVideo(parts: OffloadParts) {
  const { ids, path } = await videoOf(parts);
  await parts.offload.runNow(signal);
  expect(await isHere(dataDir, path)).toBe(false);
  expect(parts.offload.figures().moved).toBe(1);
  return { ids, path };
}

test('a frame of it is shown, and all of them are exported', async () => {
  await using parts = await openParts();
  const { ids, path } = await movedVideo(parts);
  expect(await shown(parts, ids[1])).toBe(2);
  await rm(join(dataDir, path));
  const exports = await openExports(parts);
  const exported = await exports.exportFrames({
    frameIds: [...ids],
    findFrame: (id, stopped) => parts.store.frames.find(id, stopped),
    framesPerSecond: 1,
    signal,
  });
  expect(exported).toMatchObject({ frameCount: 3, skippedCount: 0 });
});

test('a deleted frame of it goes there and here, and the others stay', async () => {
  await using parts = await openParts();
  const { ids, path } = await movedVideo(parts);
  const deletions = deletionsOf(parts);
  const { id } = await deletions.start([{ frameIds: [ids[1]] }]);
  const job = await deletions.waitFor(id, 'done', signal);
  await deletions.close();
  expect(job).toMatchObject({ isVerified: true, offloadedLeft: 0 });
  expect(job.counts.videosRewritten).toBe(1);
  expect(await objectNames(place)).toEqual([]);
  expect(await isHere(dataDir, path)).toBe(false);
  expect([await shown(parts, ids[0]), await shown(parts, ids[2])]).toEqual([1, 3]);
  // The new one is old enough too.
  await parts.offload.runNow(signal);
  expect(parts.offload.figures().moved).toBe(1);
  expect(await shown(parts, ids[2])).toBe(3);
});

test('a deletion that cannot fetch it is not done until it can', async () => {
  await using parts = await openParts();
  const { ids } = await movedVideo(parts);
  await rename(place, `${place}-unplugged`);
  const first = deletionsOf(parts);
  const { id } = await first.start([{ frameIds: [ids[1]] }]);
  await expect(first.waitFor(id, 'done', signal)).rejects.toMatchObject({
    code: 'OFFLOAD_UNREACHABLE',
  });
  await first.close();
  expect(await parts.store.deletion.findJob(id)).toMatchObject({
    state: 'running',
    errorCode: 'OFFLOAD_UNREACHABLE',
  });
  // Its text is deleted in any case.
  expect(await parts.store.frames.find(ids[1])).toBeUndefined();
  await rename(`${place}-unplugged`, place);
  await parts.offload.runNow(signal);
  await using again = await reopened(parts);
  const second = deletionsOf(again);
  const ended = new AbortController();
  const running = second.service.run(ended.signal);
  expect(await second.waitFor(id, 'done', signal)).toMatchObject({ isVerified: true });
  ended.abort();
  await running;
  await second.close();
  expect(await objectNames(place)).toEqual([]);
  expect(await shown(again, ids[0])).toBe(1);
});

test('is not moved when a deletion comes while it is sent', async () => {
  let onWrite = async () => {};
  await using parts = await openParts({
    openPlace(url, storeName) {
      const real = testPlace(url, storeName);
      return {
        ...real,
        async write(spot, bytes, stopped) {
          if (spot.name.startsWith('f-')) await onWrite();
          return real.write(spot, bytes, stopped);
        },
      };
    },
  });
  const { ids, path } = await videoOf(parts);
  onWrite = () => deletedRows(parts, ids[1]);
  await parts.offload.runNow(signal);
  expect(await isHere(dataDir, path)).toBe(true);
  await parts.offload.runNow(signal);
  expect(await objectNames(place)).toEqual([]);
});

test('its pictures are not given up when its copy goes while it is rewritten', async () => {
  await using parts = await openParts();
  const { ids, path } = await movedVideo(parts);
  const deletions = deletionsOf(parts, async () => {
    await rm(join(dataDir, path));
    throw new Error('no file');
  });
  const { id } = await deletions.start([{ frameIds: [ids[1]] }]);
  await expect(deletions.waitFor(id, 'done', signal)).rejects.toThrow();
  await deletions.close();
  expect([await shown(parts, ids[0]), await shown(parts, ids[2])]).toEqual([1, 3]);
});

test('its copy stays in a full cache until it is rewritten', async () => {
  await using parts = await openParts();
  const { ids, path } = await movedVideo(parts);
  await shown(parts, ids[0]);
  await deletedRows(parts, ids[1]);
  await using again = await reopened(parts, { cacheBytes: 0 });
  await startOnce(again);
  expect(await isHere(dataDir, path)).toBe(true);
});

test('its pictures are not given up when a restored database does not know where it is', async () => {
  await using parts = await openParts();
  const { ids } = await movedVideo(parts);
  withDatabase(dataDir, (db) => db.prepare('DELETE FROM offloaded_file').run());
  await rename(place, `${place}-unplugged`);
  await using restored = await reopened(parts);
  const deletions = deletionsOf(restored);
  const { id } = await deletions.start([{ frameIds: [ids[1]] }]);
  await expect(deletions.waitFor(id, 'done', signal)).rejects.toMatchObject({
    code: 'OFFLOAD_UNREACHABLE',
  });
  await deletions.close();
  await rename(`${place}-unplugged`, place);
  await using again = await reopened(restored);
  expect([await shown(again, ids[0]), await shown(again, ids[2])]).toEqual([1, 3]);
});

async function reopened(
  parts: OffloadParts,
  options: Partial<PartOptions> = {},
): Promise<OffloadParts> {
  await parts[Symbol.asyncDispose]();
  return openOffloadParts(dataDir, { to: place, ...options });
}
