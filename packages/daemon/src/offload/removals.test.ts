/** What is removed at a place, when, and what happens while the place is away. */
import { once } from 'node:events';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { withDatabase } from '#store/testing/temporary-store.ts';
import {
  addOldFrame,
  deleted,
  deletedRows,
  isHere,
  OLD_MS,
  objectNames,
  pathOf,
  shown,
  signal,
  testPlace,
} from './offload.fixture.ts';
import { dataDir, openParts, place, useFolders } from './offload-folders.fixture.ts';

useFolders();

/** Rows at a hub that the settings no longer name. */
function addFormerRows(state: 'sending' | 'removing', count: number): void {
  withDatabase(dataDir, (db) => {
    const add = db.prepare(
      `INSERT INTO offloaded_file (path, place, bytes, parts, digest, state, used_ms)
       VALUES (?, 'http://127.0.0.1:9', 1, 1, '', ?, 0)`,
    );
    for (let i = 0; i < count; i += 1) add.run(`data/2020-01-01/${i}_x.jpg`, state);
  });
}

test('a deleted file is listed while an empty mount point is in the place of its disk', async () => {
  await using parts = await openParts();
  const id = await addOldFrame(parts, 7);
  await parts.offload.runNow(signal);
  await rename(place, `${place}-unplugged`);
  await mkdir(place);
  const job = await deleted(parts, id);
  expect(job).toMatchObject({ state: 'done', offloadedLeft: 1 });
  expect(await readdir(place)).toEqual([]);
  await rm(place, { recursive: true });
  await rename(`${place}-unplugged`, place);
  await parts.offload.runNow(signal);
  expect((await parts.store.deletion.findJob(job.id))?.offloadedLeft).toBe(0);
  expect(await objectNames(place)).toEqual([]);
});

test('the name of a deleted file is taken until the place has removed it', async () => {
  await using parts = await openParts();
  const id = await addOldFrame(parts, 7);
  const path = await pathOf(parts, id);
  await parts.offload.runNow(signal);
  await rename(place, `${place}-unplugged`);
  await deleted(parts, id);
  const other = await parts.media.keepJpeg(Buffer.from('x'), OLD_MS + 7_000, 'monitor_1');
  expect(other).not.toBe(path);
});

test.each(['removing', 'sending'] as const)(
  'files that are %s at a former hub do not hold up the others',
  async (state) => {
    await using parts = await openParts();
    const id = await addOldFrame(parts, 7);
    addFormerRows(state, 101);
    await parts.offload.runNow(signal).catch(() => undefined);
    await deletedRows(parts, id);
    const late = await pathOf(parts, await addOldFrame(parts, 8));
    await expect(parts.offload.runNow(signal)).rejects.toMatchObject({
      code: 'OFFLOAD_UNREACHABLE',
      context: { reason: 'FORMER_PLACE' },
    });
    expect(await isHere(dataDir, late)).toBe(false);
    expect(await objectNames(place)).toHaveLength(1);
    expect(parts.offload.figures()).toMatchObject({
      moved: 1,
      waiting: 0,
      fault: { code: 'OFFLOAD_UNREACHABLE' },
    });
  },
);

test('a deletion does not wait for an upload longer than it may', async () => {
  const sends = Promise.withResolvers<void>();
  await using parts = await openParts({
    openPlace(url, storeName) {
      const real = testPlace(url, storeName);
      return {
        ...real,
        async write(spot, bytes, stopped) {
          if (!spot.name.startsWith('f-')) return real.write(spot, bytes, stopped);
          sends.resolve();
          await once(stopped, 'abort');
          stopped.throwIfAborted();
        },
      };
    },
  });
  await addOldFrame(parts, 7);
  const stopped = new AbortController();
  const upload = parts.offload.runNow(stopped.signal).catch(() => undefined);
  await sends.promise;
  await parts.offload.removeDeleted(AbortSignal.abort());
  stopped.abort();
  await upload;
});

test('a deletion waits for the disk of a copy that came back', async () => {
  await using parts = await openParts();
  const id = await addOldFrame(parts, 7);
  await parts.offload.runNow(signal);
  await shown(parts, id);
  await rename(join(dataDir, 'data'), join(dirname(dataDir), 'disk'));
  await mkdir(join(dataDir, 'data'));
  await expect(deleted(parts, id)).rejects.toMatchObject({ code: 'MEDIA_AWAY' });
});

test('an attempt whose file is missing here is the only copy, and stays', async () => {
  await using parts = await openParts();
  const id = await addOldFrame(parts, 7);
  await parts.offload.runNow(signal);
  // As in a snapshot of the database that was taken during the upload.
  asSending();
  await parts.offload.runNow(signal);
  expect(parts.offload.figures()).toMatchObject({ moved: 1, fault: undefined });
  expect(await shown(parts, id)).toBe(7);
});

test('an attempt whose file is missing here is shown before anything is resumed', async () => {
  await using parts = await openParts();
  const id = await addOldFrame(parts, 7);
  await parts.offload.runNow(signal);
  asSending();
  expect(await shown(parts, id)).toBe(7);
});

test('an attempt whose file is missing here and that the place has not got all of is kept', async () => {
  await using parts = await openParts();
  const path = await pathOf(parts, await addOldFrame(parts, 7));
  await parts.offload.runNow(signal);
  asSending();
  withDatabase(dataDir, (db) => db.prepare("UPDATE offloaded_file SET digest = 'other'").run());
  await parts.offload.runNow(signal);
  expect((await parts.store.offload.find(path))?.state).toBe('sending');
  expect(await objectNames(place)).toHaveLength(1);
});

function asSending(): void {
  withDatabase(dataDir, (db) =>
    db.prepare("UPDATE offloaded_file SET state = 'sending', is_cached = 1").run(),
  );
}
