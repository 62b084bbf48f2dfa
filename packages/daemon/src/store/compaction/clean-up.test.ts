import { cp, mkdir, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { numberedPicture } from '../testing/numbered-picture.ts';
import { temporaryFolder, withDatabase } from '../testing/temporary-store.ts';
import { openTestStore } from '../testing/test-store.ts';
import {
  addFrame,
  addFrames,
  compactAll,
  compactionOf,
  mediaFiles,
  openParts,
  START_MS,
  shownNumber,
} from './parts.fixture.ts';

describe('cleanUp', () => {
  test('removes the few pictures that a killed process left, but none that a row names or is about to name', async () => {
    await using folder = await temporaryFolder();
    {
      await using earlier = await openParts(folder.path);
      await earlier.media.keepJpeg(await numberedPicture(2), START_MS, 'killed');
      const day = join(folder.path, 'data', '2026-02-03');
      await writeFile(join(day, '123_monitor-1.mp4'), 'a chunk without a row');
      await writeFile(join(day, 'notes.jpg'), 'not ours');
      await writeFile(join(folder.path, 'data', 'other.mp4'), 'not ours');
      await addFrame(earlier, 1);
      await writtenLongAgo(join(day, '123_monitor-1.mp4'));
      await writtenLongAgo(join(day, `${START_MS}_killed.jpg`));
    }
    await using parts = await openParts(folder.path);
    const onItsWay = await parts.media.keepJpeg(await numberedPicture(3), START_MS, 'new');
    expect(await compactionOf(parts).cleanUp(parts.signal)).toEqual({ removed: 1, left: 1 });
    expect(await mediaFiles(folder.path)).toEqual(
      [
        'data/2026-02-03/123_monitor-1.mp4',
        `data/2026-02-03/${START_MS + 1_000}_monitor-1.jpg`,
        onItsWay,
        'data/2026-02-03/notes.jpg',
        'data/other.mp4',
      ].sort(),
    );
  });

  test.each([2, 20])(
    'erases nothing when the database is new and %i pictures are there',
    async (count) => {
      await using folder = await temporaryFolder();
      {
        await using earlier = await openParts(folder.path);
        for (let number = 1; number <= count; number++) await addFrame(earlier, number);
      }
      const before = await mediaFiles(folder.path);
      for (const path of before) await writtenLongAgo(join(folder.path, path));
      for (const name of await readdir(folder.path)) {
        if (name !== 'data') await rm(join(folder.path, name), { recursive: true });
      }
      // The store refuses to begin next to media: they come after it.
      const [media, aside] = [join(folder.path, 'data'), `${folder.path}.aside`];
      await rename(media, aside);
      await (await openTestStore({ dataDir: folder.path })).close();
      // As a database of an earlier version, which does not know its age: others refuse to open next to older media.
      withDatabase(folder.path, (db) => db.exec("DELETE FROM meta WHERE name = 'created_ms'"));
      await rename(aside, media);
      await using parts = await openParts(folder.path);
      expect(await compactionOf(parts).cleanUp(parts.signal)).toEqual({ removed: 0, left: count });
      expect(await mediaFiles(folder.path)).toEqual(before);
    },
  );

  test('erases nothing that is newer than a restored database', {
    timeout: 180_000,
  }, async () => {
    await using folder = await temporaryFolder();
    const dataDir = join(folder.path, 'live');
    const backup = join(folder.path, 'backup');
    await mkdir(dataDir);
    {
      await using parts = await openParts(dataDir);
      for (let number = 1; number <= 4; number++) await addFrame(parts, number);
    }
    for (const path of await mediaFiles(dataDir)) await writtenLongAgo(join(dataDir, path));
    await cp(dataDir, backup, {
      recursive: true,
      filter: (path) => path !== join(dataDir, 'data'),
    });
    {
      // Since the backup: a chunk, which has the only pictures of these frames now, and another frame.
      await using parts = await openParts(dataDir);
      expect(await compactAll(parts)).toEqual(['moved']);
      await addFrame(parts, 5);
    }
    const before = await mediaFiles(dataDir);
    expect(before).toHaveLength(2);
    for (const name of await readdir(dataDir)) {
      if (name !== 'data') await rm(join(dataDir, name), { recursive: true });
    }
    await cp(backup, dataDir, { recursive: true });
    await using parts = await openParts(dataDir);
    expect(await compactionOf(parts).cleanUp(parts.signal)).toEqual({ removed: 0, left: 2 });
    expect(await mediaFiles(dataDir)).toEqual(before);
  });

  test('removes exactly the snapshots that a killed process had moved and not yet removed', {
    timeout: 180_000,
  }, async () => {
    await using folder = await temporaryFolder();
    {
      await using earlier = await openParts(folder.path);
      for (let number = 1; number <= 12; number++) await addFrame(earlier, number);
      await compactionOf(earlier).compactNext(earlier.signal);
      await addFrame(earlier, 13);
    }
    expect(await mediaFiles(folder.path)).toHaveLength(14);
    await using parts = await openParts(folder.path);
    expect(await compactionOf(parts).cleanUp(parts.signal)).toEqual({ removed: 12, left: 0 });
    expect(await mediaFiles(folder.path)).toHaveLength(2);
    expect(await shownNumber(parts, 13)).toBe(13);
  });

  test('keeps a discarded file that a row names again', async () => {
    await using folder = await temporaryFolder();
    await using parts = await openParts(folder.path);
    const id = await addFrame(parts, 1);
    const frame = await parts.store.frames.find(id);
    const snapshotPath = parts.media.snapshotPathOf(frame?.filePath ?? '') ?? '';
    await parts.store.content.delete('ocr', [id]);
    await parts.store.content.add({
      frames: [{ atMs: START_MS, deviceName: 'again', snapshotPath }],
    });
    await compactionOf(parts).cleanUp(parts.signal);
    expect(await mediaFiles(folder.path)).toEqual([snapshotPath]);
    expect(await parts.store.audio.listDiscardedFiles()).toEqual([]);
  });
});

describe('removeDiscarded', () => {
  test('removes the chunk of frames that were all deleted', { timeout: 180_000 }, async () => {
    await using folder = await temporaryFolder();
    await using parts = await openParts(folder.path);
    const ids = await addFrames(parts, 2);
    expect(await compactAll(parts)).toEqual(['moved']);
    await parts.store.content.delete('ocr', [...ids.values()]);
    await compactionOf(parts).removeDiscarded(parts.signal);
    expect(await mediaFiles(folder.path)).toEqual([]);
  });

  test('goes on after a file that cannot be removed, and tries it again', async () => {
    await using folder = await temporaryFolder();
    await using parts = await openParts(folder.path);
    const ids = [await addFrame(parts, 1), await addFrame(parts, 2)];
    const stubborn = (await parts.store.frames.find(ids[0] ?? 0))?.filePath ?? '';
    // A folder in its place is what `rm` refuses, whoever runs the test.
    await rm(stubborn);
    await mkdir(stubborn);
    await parts.store.content.delete('ocr', ids);
    const compaction = compactionOf(parts);
    expect(await compaction.removeDiscarded(parts.signal)).toEqual({ removed: 1, left: 1 });
    await rm(stubborn, { recursive: true });
    expect(await compaction.removeDiscarded(parts.signal)).toEqual({ removed: 1, left: 0 });
    expect(await compaction.removeDiscarded(parts.signal)).toEqual({ removed: 0, left: 0 });
  });
});

async function writtenLongAgo(path: string): Promise<void> {
  await utimes(path, new Date(START_MS), new Date(START_MS));
}
