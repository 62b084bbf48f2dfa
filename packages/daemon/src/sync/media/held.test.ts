/** What a keeper has not, the laptop does not remove: over real stores that meet in memory. */
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { addFrame, compactAll, START_MS } from '#store/compaction/parts.fixture.ts';
import { deletionsOf } from '#store/deletion/job/deletions.fixture.ts';
import { numberedPicture } from '#store/testing/numbered-picture.ts';
import { withDatabase } from '#store/testing/temporary-store.ts';
import { memoryBackend } from '../backends/memory/memory-backend.fixture.ts';
import { ACCOUNT, syncingDevice } from '../two-devices.fixture.ts';
import {
  addRecording,
  ask,
  filesAt,
  frameOf,
  HOUR_MS,
  media,
  openGroup,
  retain,
  rounds,
  SIGNAL,
  shareFrame,
} from './keeper.fixture.ts';

// Videos are made and read, by separate processes, on machines that have other things to do.
vi.setConfig({ testTimeout: 120_000 });

test('a file that cannot be read when it is to be sent is sent later, and stays until then', async () => {
  await using group = await openGroup();
  const { laptop, keeper } = group;
  await rounds([keeper, laptop]);
  await addFrame(laptop.parts, 1);
  await addRecording(laptop.parts);
  const folder = join(laptop.parts.dataDir, 'data');
  await rename(folder, `${folder}.away`);
  await expect(laptop.sync.trigger()).rejects.toMatchObject({ code: 'ENOENT' });
  await rename(`${folder}.away`, folder);
  await keeper.sync.trigger();
  expect(await retain(laptop.parts)).toBe(2);
  await rounds([laptop, keeper]);
  await laptop.sync.trigger();
  expect(await media(keeper)).toHaveLength(2);
  expect(await retain(laptop.parts)).toBe(0);
});

test.each(['pending', 'deferred', 'failed'] as const)(
  'a recording that was not read (%s) stays, and goes when it was read and has no words',
  async (state) => {
    await using group = await openGroup();
    const { laptop, keeper } = group;
    await rounds([keeper, laptop]);
    const { store, media: files } = laptop.parts;
    const filePath = await files.keepSoundFile(Buffer.from('sound'), START_MS, 'mic', '.ogg');
    const recording = { atMs: START_MS, deviceName: 'mic', isInput: true, durationMs: 5_000 };
    const chunkId = await store.audio.addSegment({ ...recording, filePath });
    await store.audio.setSegmentState(chunkId, state);
    await rounds([laptop, keeper]);
    expect(await retain(laptop.parts)).toBe(1);
    expect(await media(laptop)).toHaveLength(1);
    await store.audio.setSegmentState(chunkId, 'done');
    expect(await retain(laptop.parts)).toBe(0);
    expect(await media(laptop)).toEqual([]);
  },
);

test.each(['pictures', 'a video'])(
  '%s that came back are sent again when their keeper is none any more',
  async (what) => {
    await using group = await openGroup();
    const { laptop, keeper, backend } = group;
    await keeper.sync.trigger();
    for (const number of [1, 2, 3]) await addFrame(laptop.parts, number);
    if (what === 'a video') await compactAll(laptop.parts);
    await rounds([laptop, keeper]);
    await laptop.sync.trigger();
    expect(await retain(laptop.parts)).toBe(0);
    await laptop.sync.trigger();
    await ask(laptop, 1, null);
    await keeper.sync.trigger();
    expect(await ask(laptop, 1, null)).toBe(1);
    await keeper.parts.store.sync.setRole('device', 'keeper');
    await rounds([keeper, laptop], 1);
    await keeper.sync.lock();
    for (const name of filesAt(backend, 'keeper')) backend.streams.delete(name);
    const second = await syncingDevice(backend, { mode: 'on-demand', role: 'keeper' });
    await second.sync.init({ ...ACCOUNT, machineId: 'second' });
    await second.sync.trigger();
    await laptop.sync.trigger();
    expect(await retain(laptop.parts)).toBe(what === 'a video' ? 3 : 1);
    await rounds([laptop, second]);
    await laptop.sync.trigger();
    expect(await media(second)).toHaveLength(1);
    expect(await retain(laptop.parts)).toBe(0);
    await second[Symbol.asyncDispose]();
  },
);

test('a machine that takes the name of a keeper has confirmed nothing', async () => {
  await using group = await openGroup();
  const { laptop, keeper, backend } = group;
  await keeper.sync.trigger();
  await addFrame(laptop.parts, 1);
  await rounds([laptop, keeper]);
  await laptop.sync.trigger();
  await keeper.sync.lock();
  await backend.removeDevice('keeper', keeper.parts.dataDir, SIGNAL);
  await laptop.sync.trigger();
  const second = await syncingDevice(backend, { mode: 'on-demand' });
  await second.sync.init({ ...ACCOUNT, machineId: 'keeper' });
  await addFrame(second.parts, 2);
  await second.sync.trigger();
  await expect(laptop.sync.trigger()).rejects.toMatchObject({ code: 'SYNC_HUB_LOST_DATA' });
  expect(await retain(laptop.parts)).toBe(1);
  // Its log has been read, and does not say that it is a keeper.
  await laptop.sync.trigger();
  expect((await laptop.sync.group()).keepers).toEqual([]);
  await second[Symbol.asyncDispose]();
});

test('what a keeper has confirmed does not count while it has been away for a week', async () => {
  await using group = await openGroup();
  const { laptop } = group;
  await shareFrame(group);
  const seen = (ms: number) =>
    withDatabase(laptop.parts.dataDir, (db) =>
      db.exec(`UPDATE sync_keeper SET seen_at_ms = seen_at_ms + ${ms}`),
    );
  seen(-8 * 24 * HOUR_MS);
  expect(await retain(laptop.parts)).toBe(1);
  // It is there again.
  await laptop.sync.trigger();
  expect(await retain(laptop.parts)).toBe(0);
});

test('the last of the roles that a keeper had before it could say so counts', async () => {
  await using group = await openGroup();
  const { laptop, keeper } = group;
  for (const role of ['device', 'keeper'] as const) {
    await keeper.parts.store.sync.setRole(role, 'keeper');
  }
  await rounds([keeper, laptop]);
  expect((await laptop.sync.group()).keepers).toMatchObject([{ machineId: 'keeper' }]);
});

test('a keeper confirms under its new name only what lies on its disk, and asks for the rest', async () => {
  await using group = await openGroup();
  const { laptop, keeper } = group;
  await rounds([keeper, laptop]);
  for (const number of [1, 2]) await addFrame(laptop.parts, number);
  await addRecording(laptop.parts);
  await rounds([laptop, keeper]);
  await laptop.sync.trigger();
  const { accountId } = await keeper.parts.store.sync.state();
  await keeper.sync.lock();
  const [lost = '', ...kept] = (await media(keeper)).toSorted();
  await rm(join(keeper.parts.dataDir, lost));
  await keeper.parts.store.sync.start(accountId, 'keeper-2', true);
  await keeper.sync.init({ ...ACCOUNT, machineId: 'keeper-2' });
  await rounds([keeper], 2);
  await laptop.sync.trigger();
  expect(await retain(laptop.parts)).toBe(1);
  expect(await media(keeper)).toHaveLength(kept.length);
  await rounds([keeper, laptop], 3);
  expect(await media(keeper)).toHaveLength(3);
  expect(await retain(laptop.parts)).toBe(0);
});

test('a keeper confirms nothing of what it does not know yet, nor what its own retention has removed', async () => {
  await using group = await openGroup({ keeper: 'device', other: 'full', laptop: 'full' });
  const { laptop, keeper: asking, other, backend } = group;
  await addFrame(laptop.parts, 1);
  await rounds([laptop, other]);
  await asking.sync.trigger();
  withDatabase(asking.parts.dataDir, (db) => db.exec('DELETE FROM sync_picture'));
  await ask(asking, 1, 'laptop');
  await other.sync.trigger();
  group.passTime(121_000);
  await other.sync.trigger();
  expect(filesAt(backend, 'other')).toHaveLength(1);
  // The log of the device that answered is read before that of the device that made it.
  let isHidden = true;
  const readHeads: typeof backend.readHeads = async (...args) => {
    const heads = await backend.readHeads(...args);
    const devices = heads.devices.filter((one) => !isHidden || one.machineId !== 'laptop');
    return { ...heads, devices };
  };
  const late = { ...backend, readHeads };
  const second = await syncingDevice(late, { mode: 'on-demand', role: 'keeper' });
  await second.sync.init({ ...ACCOUNT, machineId: 'second' });
  await rounds([second]);
  await laptop.sync.trigger();
  expect(await retain(laptop.parts)).toBe(1);
  isHidden = false;
  await rounds([second]);
  await laptop.sync.trigger();
  expect(await media(second)).toHaveLength(1);
  // What it had to remove it does not confirm when it reads all logs again.
  withDatabase(second.parts.dataDir, (db) => db.exec('DELETE FROM sync_keeper'));
  expect(await retain(second.parts)).toBe(0);
  expect(await media(second)).toEqual([]);
  const { accountId } = await second.parts.store.sync.state();
  await second.sync.lock();
  await second.parts.store.sync.start(accountId, 'second-2', true);
  await second.sync.init({ ...ACCOUNT, machineId: 'second-2' });
  await rounds([second]);
  await laptop.sync.trigger();
  expect((await laptop.sync.group()).keepers).toMatchObject([{ machineId: 'second-2' }]);
  expect(await retain(laptop.parts)).toBe(1);
  await second[Symbol.asyncDispose]();
});

test('a deletion that reaches into a recording whose sound went from here reaches the keeper', async () => {
  await using group = await openGroup();
  const { laptop, keeper } = group;
  await rounds([keeper, laptop]);
  await addRecording(laptop.parts);
  await rounds([laptop, keeper]);
  await laptop.sync.trigger();
  expect(await retain(laptop.parts)).toBe(0);
  expect(await media(laptop)).toEqual([]);
  const deletions = deletionsOf(laptop.parts);
  const { id } = await deletions.start([{ startMs: START_MS + 2_000, endMs: START_MS + 10_000 }]);
  await deletions.waitFor(id, 'done', SIGNAL);
  await deletions.close();
  await rounds([laptop, keeper]);
  const tidying = deletionsOf(keeper.parts);
  const job = await tidying.start([], 'tidy');
  await tidying.waitFor(job.id, 'done', SIGNAL);
  await tidying.close();
  expect(await media(keeper)).toEqual([]);
});

test('in a new account the keeper is waited for, and has confirmed nothing', async () => {
  await using group = await openGroup();
  const { laptop, keeper, backend } = group;
  await rounds([keeper, laptop]);
  await addFrame(laptop.parts, 1);
  await rounds([laptop, keeper]);
  await laptop.sync.trigger();
  // The hub was set up again.
  await laptop.sync.lock();
  Object.assign(
    backend,
    memoryBackend(() => Date.now()),
  );
  await laptop.sync.init({ ...ACCOUNT, machineId: 'laptop' });
  await laptop.sync.trigger();
  expect(await retain(laptop.parts)).toBe(1);
  expect(await media(laptop)).toHaveLength(1);
  for (let i = 0; i < 2; i++) {
    group.passTime(8 * 24 * HOUR_MS);
    await laptop.sync.trigger();
  }
  expect((await laptop.sync.group()).keepers).toEqual([]);
});

test('nothing goes before the logs of the account were read once', async () => {
  await using group = await openGroup();
  const { keeper, backend } = group;
  await keeper.sync.trigger();
  const second = await syncingDevice(backend, { mode: 'on-demand' });
  // Without an account there is no group.
  expect(await second.sync.group()).toMatchObject({ awaitsKeeper: false });
  await second.sync.init({ ...ACCOUNT, machineId: 'second' });
  await addFrame(second.parts, 1);
  expect(await second.sync.group()).toMatchObject({ awaitsKeeper: true, keepers: [] });
  expect(await retain(second.parts)).toBe(1);
  await second.sync.trigger();
  expect(await second.sync.group()).toMatchObject({ keepers: [{ machineId: 'keeper' }] });
  expect(await retain(second.parts)).toBe(1);
  await second[Symbol.asyncDispose]();
});

test('without a keeper, retention works once the logs were read', async () => {
  await using group = await openGroup({ keeper: 'device' });
  const { laptop } = group;
  await addFrame(laptop.parts, 1);
  await laptop.sync.trigger();
  expect(await laptop.sync.group()).toMatchObject({ awaitsKeeper: false });
  expect(await retain(laptop.parts)).toBe(0);
  expect(await media(laptop)).toEqual([]);
});

test('a keeper whose log is missing counts as away from the first round that missed it', async () => {
  await using group = await openGroup();
  const { laptop, keeper, backend } = group;
  await rounds([keeper, laptop]);
  await addFrame(laptop.parts, 1);
  // The laptop sleeps.
  group.passTime(8 * 24 * HOUR_MS);
  await keeper.sync.trigger();
  const log = backend.streams.get('keeper/log') ?? [];
  backend.streams.delete('keeper/log');
  await laptop.sync.trigger();
  expect(await retain(laptop.parts)).toBe(1);
  group.passTime(6 * 24 * HOUR_MS);
  await laptop.sync.trigger();
  expect(await retain(laptop.parts)).toBe(1);
  group.passTime(2 * 24 * HOUR_MS);
  await laptop.sync.trigger();
  expect((await laptop.sync.group()).keepers).toEqual([]);
  // When it returns it says again that it is one.
  backend.streams.set('keeper/log', log);
  await laptop.sync.trigger();
  expect((await laptop.sync.group()).keepers).toMatchObject([{ machineId: 'keeper' }]);
  expect(await retain(laptop.parts)).toBe(1);
});

test('a new keeper gets images of frames that were passed while they were in a video', async () => {
  await using group = await openGroup({ keeper: 'device', laptop: 'full' });
  const { laptop, backend } = group;
  for (const number of [1, 2, 3]) await addFrame(laptop.parts, number);
  await compactAll(laptop.parts);
  await addFrame(laptop.parts, 4);
  await laptop.sync.trigger();
  // As when a deletion takes the others of its video.
  const id = (await frameOf(laptop.parts, 2))?.id ?? 0;
  const path = await laptop.parts.media.keepJpeg(await numberedPicture(2), START_MS, 'm');
  withDatabase(laptop.parts.dataDir, (db) =>
    db
      .prepare(
        'UPDATE frame SET snapshot_path = ?, video_chunk_id = NULL, offset_index = 0, stays_snapshot = 1 WHERE id = ?',
      )
      .run(path, id),
  );
  const second = await syncingDevice(backend, { mode: 'on-demand', role: 'keeper' });
  await second.sync.init({ ...ACCOUNT, machineId: 'second' });
  await rounds([second, laptop], 4);
  const name = withDatabase(laptop.parts.dataDir, (db) =>
    db.prepare("SELECT 'j-' || sync_id FROM frame WHERE id = ?").pluck().get(id),
  );
  expect(filesAt(backend, 'laptop')).toContain(`laptop/${name}`);
  expect(await retain(laptop.parts)).toBe(0);
  await second[Symbol.asyncDispose]();
});

test.each(['a new name of the keeper', 'a second keeper'])(
  'sound that went from here can come back from %s',
  async (what) => {
    await using group = await openGroup();
    const { laptop, keeper, backend } = group;
    await rounds([keeper, laptop]);
    const id = await addRecording(laptop.parts);
    await rounds([laptop, keeper]);
    await laptop.sync.trigger();
    expect(await retain(laptop.parts)).toBe(0);
    await laptop.sync.trigger();
    const second = await syncingDevice(backend, { mode: 'on-demand', role: 'keeper' });
    if (what === 'a second keeper') {
      await second.sync.init({ ...ACCOUNT, machineId: 'second' });
      await rounds([second, keeper, laptop], 4);
      await keeper.parts.store.sync.setRole('device', 'keeper');
    } else {
      const { accountId } = await keeper.parts.store.sync.state();
      await keeper.sync.lock();
      await keeper.parts.store.sync.start(accountId, 'keeper-2', true);
      await keeper.sync.init({ ...ACCOUNT, machineId: 'keeper-2' });
    }
    await rounds([keeper, laptop], 4);
    expect((await laptop.sync.group()).keepers).toHaveLength(1);
    expect(await laptop.sync.canReturn({ of: 'audio_chunk', id })).toBe(true);
    await second[Symbol.asyncDispose]();
  },
);
