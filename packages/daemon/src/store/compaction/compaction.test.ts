/** Compaction with real files, a real store and the real process that encodes. */
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { probeVideo } from '../media/video/read-video-frame.ts';
import { findFaults } from '../testing/find-faults.ts';
import { numberedPicture, numberOf } from '../testing/numbered-picture.ts';
import { temporaryFolder } from '../testing/temporary-store.ts';
import type { Compaction } from './compaction.ts';
import {
  addFrame,
  addFrames,
  compactAll,
  compactionOf,
  expectAllShown,
  isSnapshot,
  makeChunk,
  mediaFiles,
  NOW_MS,
  OTHER,
  openParts,
  START_MS,
  shownNumber,
} from './parts.fixture.ts';

describe('compactNext', () => {
  test('moves the frames of each monitor and size into a video, which shows exactly them', {
    timeout: 180_000,
  }, async () => {
    await using folder = await temporaryFolder();
    await using parts = await openParts(folder.path);
    const ids = await addFrames(parts, 20);
    const before = await parts.store.search.find({
      kinds: ['ocr'],
      order: 'ascending',
      limit: 50,
      offset: 0,
    });

    const compaction = compactionOf(parts);
    const first = await compaction.compactNext(parts.signal);
    expect(first).toMatchObject({ kind: 'moved', frames: 14 });
    if (first.kind === 'moved') expect(first.bytesAfter).toBeLessThan(first.bytesBefore / 2);
    expect(await compactAll(parts, compaction)).toEqual(['moved', 'moved']);
    await expectAllShown(parts, ids);

    const files = await mediaFiles(folder.path);
    expect(files).toEqual([
      `data/2026-02-03/${START_MS + 1_000}_monitor-1.mp4`,
      `data/2026-02-03/${START_MS + 3_000}_monitor-2.mp4`,
      `data/2026-02-03/${START_MS + 12_000}_monitor-2.mp4`,
    ]);
    const after = await parts.store.search.find({
      kinds: ['ocr'],
      order: 'ascending',
      limit: 50,
      offset: 0,
    });
    const placeless = (items: object[]) =>
      items.map((item) => ({ ...item, filePath: '', offsetIndex: 0 }));
    expect(placeless(after.items)).toEqual(placeless(before.items));
    expect(await compaction.countWaiting(0, parts.signal)).toBe(0);
    expect(findFaults(folder.path)).toEqual([]);
  });

  test('leaves a snapshot on the disk for a minute, for readers that know its path', {
    timeout: 180_000,
  }, async () => {
    await using folder = await temporaryFolder();
    await using parts = await openParts(folder.path);
    for (let number = 1; number <= 4; number++) await addFrame(parts, number);
    const seen = await parts.store.frames.find(1);
    if (!seen) throw new Error('no frame');
    const compaction = compactionOf(parts, {
      async makeChunk(job, signal) {
        const made = await makeChunk(job, signal);
        // Longer than any reader takes: the minute begins when the frames have moved.
        parts.nowMs += 61_000;
        return made;
      },
    });
    await compaction.compactNext(parts.signal);
    parts.nowMs = NOW_MS + 61_000 + 59_000;
    await compaction.removeDiscarded(parts.signal);
    expect(await numberOf(await parts.media.readJpeg(seen))).toBe(1);
    parts.nowMs += 1_000;
    expect(await compaction.removeDiscarded(parts.signal)).toEqual({ removed: 4, left: 0 });
    expect(await parts.store.audio.listDiscardedFiles()).toEqual([]);
    expect((await mediaFiles(folder.path)).filter(isSnapshot)).toEqual([]);
  });

  test('leaves broken, missing and wrongly sized pictures as they are and moves the others', {
    timeout: 180_000,
  }, async () => {
    await using folder = await temporaryFolder();
    await using parts = await openParts(folder.path);
    const ids = new Map<number, number>();
    for (let number = 1; number <= 12; number++) ids.set(number, await addFrame(parts, number));
    const fileOf = async (number: number) =>
      (await parts.store.frames.find(ids.get(number) ?? 0))?.filePath ?? '';
    const whole = await readFile(await fileOf(3));
    const damaged = Buffer.from(whole);
    damaged.fill(0x55, whole.length >> 1, (whole.length >> 1) + 400);
    const broken = {
      3: whole.subarray(0, whole.length >> 1),
      5: damaged,
      7: await numberedPicture(7, OTHER),
    };
    for (const [number, bytes] of Object.entries(broken))
      await writeFile(await fileOf(Number(number)), bytes);
    await rm(await fileOf(9));

    expect(await compactAll(parts)).toEqual(['moved']);
    for (const [number, bytes] of Object.entries(broken)) {
      expect(await readFile(await fileOf(Number(number)))).toEqual(bytes);
    }
    for (const [number, id] of ids) {
      const isBroken = [3, 5, 7, 9].includes(number);
      expect(await parts.store.frames.find(id)).toMatchObject({ isVideo: !isBroken });
      if (!isBroken) expect(await shownNumber(parts, id)).toBe(number);
    }
  });

  test('leaves many damaged pictures as they are and moves the others', {
    timeout: 180_000,
  }, async () => {
    await using folder = await temporaryFolder();
    await using parts = await openParts(folder.path);
    const ids = new Map<number, number>();
    for (let number = 1; number <= 10; number++) ids.set(number, await addFrame(parts, number));
    for (const number of [2, 4, 6, 7, 9]) {
      const { filePath = '' } = (await parts.store.frames.find(ids.get(number) ?? 0)) ?? {};
      const bytes = await readFile(filePath);
      bytes.fill(0x55, bytes.length >> 1, (bytes.length >> 1) + 400);
      await writeFile(filePath, bytes);
      ids.delete(number);
    }
    expect(await compactAll(parts)).toEqual(['moved']);
    await expectAllShown(parts, ids);
    for (const id of ids.values()) {
      expect(await parts.store.frames.find(id)).toMatchObject({ isVideo: true });
    }
  });

  test('tries again when the media disk was away for a moment', {
    timeout: 180_000,
  }, async () => {
    await using folder = await temporaryFolder();
    await using parts = await openParts(folder.path);
    const ids = await addFrames(parts, 2);
    const day = join(folder.path, 'data', '2026-02-03');
    await rename(day, join(folder.path, 'away'));
    const compaction = compactionOf(parts);
    await expect(compaction.compactNext(parts.signal)).rejects.toMatchObject({ code: 'ENOENT' });
    await rename(join(folder.path, 'away'), day);
    // Those that failed wait for the next start, as ever.
    expect(await compactAll(parts, compactionOf(parts))).toEqual(['moved']);
    await expectAllShown(parts, ids);
  });

  test('throws the chunk away when a frame is deleted while it is made', {
    timeout: 180_000,
  }, async () => {
    await using folder = await temporaryFolder();
    await using parts = await openParts(folder.path);
    const ids = new Map<number, number>();
    for (let number = 1; number <= 6; number++) ids.set(number, await addFrame(parts, number));
    const compaction = compactionOf(parts, {
      async makeChunk(job, signal) {
        const made = await makeChunk(job, signal);
        // Only the first time: the frame is missing after that.
        await parts.store.content.delete('ocr', [ids.get(4) ?? 0]);
        await parts.store.content.replaceText('ocr', ids.get(2) ?? 0, 'read again');
        return made;
      },
    });
    expect(await compactAll(parts, compaction)).toEqual(['outdated', 'moved']);
    expect(await parts.store.frames.find(ids.get(4) ?? 0)).toBeUndefined();
    expect(await parts.store.frames.findText(ids.get(2) ?? 0)).toMatchObject({
      text: 'read again',
    });
    ids.delete(4);
    await expectAllShown(parts, ids);
    const videos = (await mediaFiles(folder.path)).filter((path) => !isSnapshot(path));
    expect(videos).toHaveLength(1);
    const [video = ''] = videos;
    // The deleted picture is in no file of ours any more, once its snapshot was swept.
    expect(await probeVideo(join(folder.path, video))).toMatchObject({ frameCount: 5 });
  });

  test('stops at once when it is aborted, and leaves everything as it was', {
    timeout: 180_000,
  }, async () => {
    await using folder = await temporaryFolder();
    await using parts = await openParts(folder.path);
    for (let number = 1; number <= 6; number++) await addFrame(parts, number);
    const before = await mediaFiles(folder.path);
    const abort = new AbortController();
    const started = Promise.withResolvers<void>();
    const compaction = compactionOf(parts, {
      makeChunk(job, signal) {
        started.resolve();
        return makeChunk(job, signal);
      },
    });
    const work = compaction.compactNext(abort.signal);
    await started.promise;
    abort.abort(new Error('the service stops'));
    await expect(work).rejects.toThrow('the service stops');
    expect(await mediaFiles(folder.path)).toEqual(before);
    expect(await compaction.compactNext(parts.signal)).toMatchObject({ kind: 'moved' });
  });

  test('does not try frames again whose chunk could not be made, until the next start', async () => {
    await using folder = await temporaryFolder();
    await using parts = await openParts(folder.path);
    await addFrame(parts, 1);
    const broken = compactionOf(parts, {
      makeChunk: () => Promise.reject(new Error('the encoder broke')),
    });
    await expect(broken.compactNext(parts.signal)).rejects.toThrow('the encoder broke');
    expect(await broken.compactNext(parts.signal)).toEqual({ kind: 'nothing' });
    expect(await broken.countWaiting(0, parts.signal)).toBe(0);
    expect(await compactionOf(parts).countWaiting(0, parts.signal)).toBe(1);
    expect(await shownNumber(parts, 1)).toBe(1);
  });

  test('keeps every snapshot on a full disk, and goes on when there is room', {
    timeout: 180_000,
  }, async ({ skip }) => {
    await using folder = await temporaryFolder();
    const small = join(folder.path, 'small');
    await mkdir(small);
    await using _mounted = mountSmall(small, '100m', skip);
    const dataDir = join(small, 'data-dir');
    await mkdir(dataDir);
    await using parts = await openParts(dataDir);
    const ids = await addFrames(parts, 12);
    const before = await mediaFiles(dataDir);
    const ballast = join(small, 'ballast');
    async function expectRefused(compaction: Compaction): Promise<void> {
      const work = compaction.compactNext(parts.signal);
      await expect(work).rejects.toMatchObject({ code: 'DISK_FULL' });
      expect(await mediaFiles(dataDir)).toEqual(before);
      await expectAllShown(parts, ids);
    }

    // Less than the others may need: it does not even begin.
    await writeFile(ballast, Buffer.alloc(40 * 1024 * 1024, 1));
    const compaction = compactionOf(parts);
    await expectRefused(compaction);
    await rm(ballast);
    // Enough at first, and nothing when the video is written.
    const surprised = compactionOf(parts, {
      async makeChunk(job, signal) {
        await writeFile(ballast, Buffer.alloc(100 * 1024 * 1024, 1)).catch(() => undefined);
        return makeChunk(job, signal);
      },
    });
    await expectRefused(surprised);
    await rm(ballast);
    expect(await compactAll(parts, compaction)).toEqual(['moved', 'moved', 'moved']);
    await expectAllShown(parts, ids);
  });
});

/** A separate disk; skips the test where none may be mounted. */
function mountSmall(path: string, size: string, skip: (note: string) => never): AsyncDisposable {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path], { stdio: 'pipe' });
  } catch (error) {
    return skip(`no small file system can be mounted: ${(error as Error).message.trim()}`);
  }
  return {
    async [Symbol.asyncDispose]() {
      execFileSync('umount', ['-l', path]);
    },
  };
}
