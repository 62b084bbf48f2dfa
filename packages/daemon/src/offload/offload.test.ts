import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeBackup } from '#store/backup/make-backup.ts';
import { listNamedMedia } from '#store/backup/named-media.ts';
import { restoreBackup } from '#store/backup/restore.ts';
import { forecastRetention, retentionFilters } from '#store/deletion/retention.ts';
import { examineMedia } from '#store/repair/examine-media.ts';
import { newStoreKey, sealingOf } from '#store/sealing/store-key.ts';
import { numberOf } from '#store/testing/numbered-picture.ts';
import {
  addOldFrame,
  addOldRecording,
  deleted,
  frameOf,
  isHere,
  type OffloadParts,
  OLD_MS,
  objectNames,
  openOffloadParts,
  type PartOptions,
  pathOf,
  removeObjects,
  signal,
  startOnce,
  testPlace,
} from './offload.fixture.ts';
import { dataDir, openParts, place, useFolders } from './offload-folders.fixture.ts';
import type { OffloadPlace } from './place.ts';

useFolders();

const find = (parts: OffloadParts, words: string) =>
  parts.store.search.find({
    query: words,
    kinds: ['ocr'],
    order: 'ascending',
    limit: 5,
    offset: 0,
  });

describe('a file that is old enough', () => {
  test('moves to the folder, leaves text and search, and comes back byte by byte', async () => {
    await using parts = await openParts();
    const id = await addOldFrame(parts, 7);
    const path = await pathOf(parts, id);
    const before = await readFile(join(dataDir, path));
    await parts.offload.runNow(signal);
    expect(await isHere(dataDir, path)).toBe(false);
    expect(parts.offload.figures()).toMatchObject({ moved: 1, waiting: 0, fault: undefined });
    expect(await parts.media.exists(await frameOf(parts, id))).toBe(true);
    expect((await find(parts, 'number7')).total).toBe(1);
    const jpeg = await parts.media.readJpeg(await frameOf(parts, id), signal);
    expect(await numberOf(jpeg)).toBe(7);
    expect(await readFile(join(dataDir, path))).toEqual(before);
  });

  test('is at the folder encrypted, under a name that says nothing', async () => {
    await using parts = await openParts();
    await addOldFrame(parts, 7);
    await parts.offload.runNow(signal);
    const names = await listAll(place);
    const bytes = Buffer.concat(await Promise.all(names.map((name) => readFile(name))));
    expect(names.join()).not.toMatch(/monitor|jpg|\d{13}_/);
    expect(bytes.includes(Buffer.from('JFIF'))).toBe(false);
  });

  test('is a recording too, which plays again', async () => {
    await using parts = await openParts();
    const { id, path } = await addOldRecording(parts);
    const before = await readFile(join(dataDir, path));
    await parts.offload.runNow(signal);
    expect(await isHere(dataDir, path)).toBe(false);
    const playable = await parts.audioMedia.openPlayable({ id, filePath: join(dataDir, path) });
    expect(playable.sizeBytes).toBe(before.length);
    await playable.close();
    expect(await readFile(join(dataDir, path))).toEqual(before);
  });

  test('is encrypted again where the store is', async () => {
    const key = newStoreKey('aegis');
    const sealing = sealingOf(key, join(dataDir, 'data'));
    await using parts = await openParts({ key, sealing });
    const id = await addOldFrame(parts, 3);
    const path = await pathOf(parts, id);
    await parts.offload.runNow(signal);
    expect(await isHere(dataDir, path)).toBe(false);
    expect(await numberOf(await parts.media.readJpeg(await frameOf(parts, id)))).toBe(3);
    expect((await readFile(join(dataDir, path))).includes(Buffer.from('JFIF'))).toBe(false);
  });

  test('stays while it waits to become video, and while it is new', async () => {
    await using parts = await openParts({ isCompacting: true });
    const waiting = await pathOf(parts, await addOldFrame(parts, 1));
    const recent = await pathOf(parts, await addOldFrame(parts, 2, Date.now() - 3_600_000));
    await parts.offload.runNow(signal);
    expect(await isHere(dataDir, waiting)).toBe(true);
    expect(await isHere(dataDir, recent)).toBe(true);
    expect(parts.offload.figures().moved).toBe(0);
  });
});

describe('a file that was moved', () => {
  test('is fetched once for requests at the same time', async () => {
    await using parts = await openParts();
    const id = await addOldFrame(parts, 7);
    await parts.offload.runNow(signal);
    let reads = 0;
    await using again = await reopened(parts, {
      openPlace: countReads(() => {
        reads += 1;
      }),
    });
    const frame = await frameOf(again, id);
    await Promise.all(Array.from({ length: 8 }, () => again.media.readJpeg(frame, signal)));
    expect(reads).toBe(1);
  });

  test('says that its place cannot be reached, at once for the next one', async () => {
    await using parts = await openParts();
    const id = await addOldFrame(parts, 7);
    await parts.offload.runNow(signal);
    await rename(place, `${place}-unplugged`);
    const frame = await frameOf(parts, id);
    await expect(parts.media.readJpeg(frame, signal)).rejects.toMatchObject({
      code: 'OFFLOAD_UNREACHABLE',
    });
    await expect(parts.media.readScaledJpeg(frame, 100, signal)).rejects.toMatchObject({
      code: 'OFFLOAD_UNREACHABLE',
    });
    expect(parts.offload.figures().fault?.code).toBe('OFFLOAD_UNREACHABLE');
    expect((await find(parts, 'number7')).total).toBe(1);
  });

  test('is not called lost when an empty mount point is in the place of its disk', async () => {
    await using parts = await openParts();
    const id = await addOldFrame(parts, 7);
    await parts.offload.runNow(signal);
    await rm(place, { recursive: true });
    await mkdir(place);
    const late = await addOldFrame(parts, 8);
    await expect(parts.offload.runNow(signal)).rejects.toMatchObject({
      code: 'OFFLOAD_UNREACHABLE',
      context: { reason: 'EMPTY' },
    });
    // Nothing goes to a disk that is not the place.
    expect(await isHere(dataDir, await pathOf(parts, late))).toBe(true);
    await expect(parts.media.readJpeg(await frameOf(parts, id))).rejects.toMatchObject({
      code: 'OFFLOAD_UNREACHABLE',
    });
    expect(parts.offload.figures().lost).toBe(0);
  });

  test('is lost when the place answers and has it no more', async () => {
    await using parts = await openParts();
    const id = await addOldFrame(parts, 7);
    await parts.offload.runNow(signal);
    await removeObjects(place);
    await expect(parts.media.readJpeg(await frameOf(parts, id))).rejects.toMatchObject({
      code: 'OFFLOAD_LOST',
    });
    expect(await parts.offload.verify(signal)).toEqual({ checked: 1, missing: 1 });
    expect(parts.offload.figures().lost).toBe(1);
    expect((await find(parts, 'number7')).total).toBe(1);
  });

  test('leaves the cache when it is full, and the last copy of a lost one stays', async () => {
    await using parts = await openParts();
    const ids = [await addOldFrame(parts, 1), await addOldFrame(parts, 2)];
    await parts.offload.runNow(signal);
    for (const id of ids) await parts.media.readJpeg(await frameOf(parts, id));
    const [kept = '', evicted = ''] = await Promise.all(ids.map((id) => pathOf(parts, id)));
    await parts.store.offload.setLost(kept, Date.now());
    await using again = await reopened(parts, { cacheBytes: 0 });
    const ended = new AbortController();
    const running = again.offload.service.run(ended.signal);
    await expect.poll(() => isHere(dataDir, evicted)).toBe(false);
    expect(await isHere(dataDir, kept)).toBe(true);
    ended.abort();
    await running;
  });

  test('is found again by a database from before it was moved', async () => {
    const earlier = join(dirname(dataDir), 'earlier');
    let id: number;
    {
      await using parts = await openParts();
      id = await addOldFrame(parts, 7);
      // As at every start.
      await startOnce(parts);
    }
    await cp(dataDir, earlier, { recursive: true });
    {
      await using parts = await openParts();
      await parts.offload.runNow(signal);
    }
    await rm(join(earlier, 'data'), { recursive: true });
    await using restored = await openOffloadParts(earlier, { to: place });
    const frame = await restored.store.frames.find(id);
    expect(await numberOf(await restored.media.readJpeg(frame as never, signal))).toBe(7);
  });

  test('keeps its name from being given to another file', async () => {
    await using parts = await openParts();
    const path = await pathOf(parts, await addOldFrame(parts, 7));
    await parts.offload.runNow(signal);
    const other = await parts.media.keepJpeg(Buffer.from('x'), OLD_MS + 7_000, 'monitor_1');
    expect(other).not.toBe(path);
  });

  test('comes back in a store that was restored from a backup', async () => {
    const backup = join(dirname(dataDir), 'backup');
    const restored = join(dirname(dataDir), 'restored');
    let id: number;
    {
      await using parts = await openParts();
      id = await addOldFrame(parts, 7);
      await parts.offload.runNow(signal);
      expect(await makeBackup({ dataDir, folder: backup })).toMatchObject({ missing: 0 });
    }
    await restoreBackup({ backup, dataDir: restored, force: false });
    await using parts = await openOffloadParts(restored, { to: place });
    const frame = await parts.store.frames.find(id);
    expect(await numberOf(await parts.media.readJpeg(frame as never, signal))).toBe(7);
  });

  test('counts as there for backups and for the doctor', async () => {
    await using parts = await openParts();
    const path = await pathOf(parts, await addOldFrame(parts, 7));
    await parts.offload.runNow(signal);
    expect([...listNamedMedia(join(dataDir, 'db.sqlite'), undefined).away]).toEqual([path]);
    const [media] = examineMedia(dataDir, Date.now());
    expect(media).toMatchObject({ isOk: true, detail: expect.stringContaining('offload place') });
  });
});

describe('a deleted file', () => {
  test('goes at the place too, and the receipt is verified', async () => {
    await using parts = await openParts();
    const id = await addOldFrame(parts, 7);
    await parts.offload.runNow(signal);
    const job = await deleted(parts, id);
    expect(job).toMatchObject({ isVerified: true, offloadedLeft: 0 });
    expect(job.counts.offloadedFiles).toBe(1);
    expect(await objectNames(place)).toEqual([]);
  });

  test('is listed while the place cannot be reached, and goes when it can', async () => {
    await using parts = await openParts();
    const id = await addOldFrame(parts, 7);
    await parts.offload.runNow(signal);
    await rename(place, `${place}-unplugged`);
    const job = await deleted(parts, id);
    expect(job).toMatchObject({ state: 'done', offloadedLeft: 1 });
    expect((await parts.store.deletion.findLeftovers()).offloadedFiles).toBe(1);
    await rename(`${place}-unplugged`, place);
    await parts.offload.runNow(signal);
    expect((await parts.store.deletion.findJob(job.id))?.offloadedLeft).toBe(0);
    expect(await objectNames(place)).toEqual([]);
  });

  test('whose file is at an older folder goes there', async () => {
    const newPlace = join(dirname(dataDir), 'new-place');
    await mkdir(newPlace);
    await using parts = await openParts();
    const id = await addOldFrame(parts, 7);
    await parts.offload.runNow(signal);
    await using again = await reopened(parts, { to: newPlace });
    expect(await numberOf(await again.media.readJpeg(await frameOf(again, id)))).toBe(7);
    await deleted(again, id);
    expect(await objectNames(place)).toEqual([]);
  });

  test('does not go because of a limit of size: it takes no room here', async () => {
    await using parts = await openParts();
    const id = await addOldFrame(parts, 7);
    await parts.offload.runNow(signal);
    const filter = { endMs: Date.now(), parts: ['pictures' as const], exceptOffloaded: true };
    expect((await parts.store.deletion.list(filter, 5)).pictures).toEqual([]);
    const { exceptOffloaded: _, ...all } = filter;
    expect((await parts.store.deletion.list(all, 5)).pictures).toEqual([id]);
  });
});

test('copies that came back do not count for a limit of size', async () => {
  await using parts = await openParts();
  const atMs = [OLD_MS, Date.now() - 5 * 24 * 3_600_000];
  for (const [i, at] of atMs.entries()) {
    const bytes = Buffer.alloc(i === 0 ? 5e6 : 1e5, 1);
    const snapshotPath = await parts.media.keepJpeg(bytes, at, 'monitor_1');
    const frame = { atMs: at, deviceName: 'monitor_1', snapshotPath, width: 9, height: 9 };
    await parts.store.content.add({ frames: [{ ...frame, text: 'large' }] });
  }
  await parts.offload.runNow(signal);
  const deps = { ...parts, awaitsKeeper: async () => false };
  const { totalBytes } = await forecastRetention(deps, {}, Date.now(), signal);
  const rules = { maxBytes: totalBytes + 1e6 };
  await parts.media.fetchFile((await frameOf(parts, 1)).filePath, signal);
  expect(parts.offload.figures().cachedBytes).toBe(5e6);
  expect(await retentionFilters(deps, rules, Date.now())).toEqual([]);
});

test('what a place refuses stays here, and the figures say why', async () => {
  await using parts = await openParts();
  const path = await pathOf(parts, await addOldFrame(parts, 7));
  await rm(place, { recursive: true });
  await writeFile(place, 'no folder');
  await expect(parts.offload.runNow(signal)).rejects.toMatchObject({ code: 'OFFLOAD_UNREACHABLE' });
  expect(parts.offload.figures()).toMatchObject({ waiting: 1, moved: 0 });
  expect(await isHere(dataDir, path)).toBe(true);
});

test('what the place returns changed is not removed here', async () => {
  await using parts = await openParts({ openPlace: tampering });
  const path = await pathOf(parts, await addOldFrame(parts, 7));
  await parts.offload.runNow(signal).catch(() => undefined);
  expect(parts.offload.figures()).toMatchObject({ moved: 0, fault: { code: 'OFFLOAD_LOST' } });
  expect(await isHere(dataDir, path)).toBe(true);
});

async function reopened(parts: OffloadParts, options: Partial<PartOptions>) {
  await parts[Symbol.asyncDispose]();
  return openParts(options);
}

async function listAll(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** The folder, counting how often the first part of a file is read. */
function countReads(onRead: () => void) {
  return (url: string, storeName: string): OffloadPlace => {
    const real = testPlace(url, storeName);
    return {
      ...real,
      read(spot, stopped) {
        if (spot.name.startsWith('f-') && spot.part === 0) onRead();
        return real.read(spot, stopped);
      },
    };
  };
}

/** The folder on a disk that changes a bit of what it was given. */
function tampering(url: string, storeName: string): OffloadPlace {
  const real = testPlace(url, storeName);
  return {
    ...real,
    async read(spot, stopped) {
      const bytes = await real.read(spot, stopped);
      if (bytes && spot.name.startsWith('f-')) bytes[50] = (bytes[50] ?? 0) ^ 1;
      return bytes;
    },
  };
}
