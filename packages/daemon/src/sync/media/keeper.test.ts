/** A keeper and laptops over real stores that meet in memory: what is confirmed, what retention leaves, who answers. */
import { randomBytes } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { addFrame, compactAll, shownNumber } from '#store/compaction/parts.fixture.ts';
import { deletionsOf } from '#store/deletion/job/deletions.fixture.ts';
import { withDatabase } from '#store/testing/temporary-store.ts';
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

test('a video of pictures that the keeper has is confirmed without being fetched again', async () => {
  await using group = await openGroup();
  const { laptop, keeper } = group;
  await keeper.sync.trigger();
  for (const number of [1, 2, 3]) await addFrame(laptop.parts, number);
  await rounds([laptop, keeper]);
  expect(await media(keeper)).toHaveLength(3);
  expect(await compactAll(laptop.parts)).toContain('moved');
  expect(await retain(laptop.parts)).toBe(3);
  expect(await media(laptop)).toHaveLength(1);
  await rounds([laptop, keeper]);
  expect((await media(keeper)).every((path) => path.endsWith('.jpg'))).toBe(true);
  await laptop.sync.trigger();
  expect(await retain(laptop.parts)).toBe(0);
  expect(await media(laptop)).toHaveLength(0);
  expect(await media(keeper)).toHaveLength(3);
  expect((await frameOf(laptop.parts, 2))?.pictureGone).toBe('keeper');
});

test('a video comes back, goes again and is not sent again', async () => {
  await using group = await openGroup();
  const { laptop, keeper, backend } = group;
  await keeper.sync.trigger();
  for (const number of [1, 2, 3]) await addFrame(laptop.parts, number);
  await compactAll(laptop.parts);
  await rounds([laptop, keeper]);
  await laptop.sync.trigger();
  expect(await retain(laptop.parts)).toBe(0);
  await rounds([laptop, keeper], 1);
  expect(filesAt(backend, 'laptop')).toEqual([]);
  let shown = await ask(laptop, 2, null);
  expect(shown).toMatchObject({ code: 'FRAME_REQUESTED' });
  await keeper.sync.trigger();
  shown = await ask(laptop, 2, null);
  expect(shown).toBe(2);
  // With the others that it shows.
  expect((await frameOf(laptop.parts, 3))?.pictureGone).toBeUndefined();
  expect(await compactAll(laptop.parts)).not.toContain('moved');
  await rounds([laptop, keeper]);
  expect(filesAt(backend, 'laptop')).toEqual([]);
  expect(await retain(laptop.parts)).toBe(0);
  expect(await media(laptop)).toEqual([]);
  expect((await frameOf(laptop.parts, 2))?.pictureGone).toBe('keeper');
  // What it sent for another device does not stay at the hub.
  expect(filesAt(backend, 'keeper')).toHaveLength(1);
  group.passTime(25 * HOUR_MS);
  await keeper.sync.trigger();
  expect(filesAt(backend, 'keeper')).toEqual([]);
  expect(await media(keeper)).toHaveLength(1);
});

test('what was sent for another device goes from the hub when one of its frames is deleted', async () => {
  await using group = await openGroup();
  const { laptop, keeper, other, backend } = group;
  await keeper.sync.trigger();
  for (const number of [1, 2, 3]) await addFrame(laptop.parts, number);
  await compactAll(laptop.parts);
  await rounds([laptop, keeper]);
  await laptop.sync.trigger();
  expect(await retain(laptop.parts)).toBe(0);
  await rounds([laptop, other], 1);
  expect(await ask(other, 1, 'laptop')).toMatchObject({ code: 'FRAME_REQUESTED' });
  await keeper.sync.trigger();
  expect(await ask(other, 1, 'laptop')).toBe(1);
  const [before] = filesAt(backend, 'keeper');
  const doomed = (await frameOf(laptop.parts, 2))?.id ?? 0;
  const deletions = deletionsOf(laptop.parts);
  const { id } = await deletions.start([{ frameIds: [doomed] }]);
  await deletions.waitFor(id, 'done', SIGNAL);
  await deletions.close();
  await rounds([laptop, keeper], 1);
  const tidying = deletionsOf(keeper.parts);
  const job = await tidying.start([], 'tidy');
  await tidying.waitFor(job.id, 'done', SIGNAL);
  await tidying.close();
  await keeper.sync.trigger();
  expect(before).toBeDefined();
  expect(filesAt(backend, 'keeper')).toEqual([]);
  expect(await frameOf(keeper.parts, 2)).toBeUndefined();
  // What is left of it is still there to be shown.
  expect(await shownNumber(keeper.parts, (await frameOf(keeper.parts, 3))?.id ?? 0)).toBe(3);
});

test('a device leaves the answer to the keeper, and gives it when the keeper does not', async () => {
  await using group = await openGroup({ laptop: 'full' });
  const { laptop, keeper, other, backend } = group;
  await keeper.sync.trigger();
  await addFrame(laptop.parts, 1);
  await rounds([laptop, keeper]);
  await rounds([laptop, other], 1);
  // As after a file that was taken back.
  withDatabase(other.parts.dataDir, (db) => db.exec('DELETE FROM sync_picture'));
  backend.streams.delete(filesAt(backend, 'laptop')[0] ?? '');
  expect(await ask(other, 1, 'laptop')).toMatchObject({ code: 'FRAME_REQUESTED' });
  await laptop.sync.trigger();
  expect(filesAt(backend, 'laptop')).toEqual([]);
  group.passTime(61_000);
  await laptop.sync.trigger();
  expect(filesAt(backend, 'laptop')).toHaveLength(1);
  // Somebody has answered: the keeper need not.
  await keeper.sync.trigger();
  expect(await ask(other, 1, 'laptop')).toBe(1);
});

test('without a keeper another device that has the picture answers for one that is off', async () => {
  await using group = await openGroup({ laptop: 'full', keeper: 'device', other: 'full' });
  const { laptop, keeper: asking, other, backend } = group;
  await addFrame(laptop.parts, 1);
  await rounds([laptop, other]);
  expect(await media(other)).toHaveLength(1);
  await laptop.sync.lock();
  await asking.sync.trigger();
  withDatabase(asking.parts.dataDir, (db) => db.exec('DELETE FROM sync_picture'));
  expect(await ask(asking, 1, 'laptop')).toMatchObject({ code: 'FRAME_REQUESTED' });
  await other.sync.trigger();
  expect(filesAt(backend, 'other')).toEqual([]);
  group.passTime(121_000);
  await other.sync.trigger();
  expect(await ask(asking, 1, 'laptop')).toBe(1);
});

test('says which keeper does not answer', async () => {
  await using group = await openGroup();
  const { laptop, keeper } = group;
  await keeper.sync.trigger();
  const frameId = await addFrame(laptop.parts, 1);
  await rounds([laptop, keeper]);
  await laptop.sync.trigger();
  expect(await retain(laptop.parts)).toBe(0);
  await laptop.sync.trigger();
  expect(await laptop.sync.canReturn({ of: 'frame', id: frameId })).toBe(true);
  group.passTime(10 * 60_000);
  const error = await ask(laptop, 1, null);
  expect(error).toMatchObject({ code: 'FRAME_SOURCE_UNREACHABLE' });
  expect(error).toHaveProperty('message', expect.stringContaining('the keeper keeper'));
});

test('with text only everything waits, until there is no keeper any more', async () => {
  await using group = await openGroup({ laptop: 'text' });
  const { laptop, keeper } = group;
  await addFrame(laptop.parts, 1);
  await addRecording(laptop.parts);
  await rounds([keeper, laptop]);
  expect((await laptop.sync.group()).keepers).toMatchObject([{ machineId: 'keeper' }]);
  expect(await retain(laptop.parts)).toBe(2);
  expect(await media(laptop)).toHaveLength(2);
  await keeper.parts.store.sync.setRole('device', 'keeper');
  await rounds([keeper, laptop]);
  expect((await laptop.sync.group()).keepers).toEqual([]);
  expect(await retain(laptop.parts)).toBe(0);
  expect(await media(laptop)).toEqual([]);
});

test('texts that nobody has received stay, and those that were sent go with their pictures', async () => {
  await using group = await openGroup();
  const { laptop, keeper } = group;
  await rounds([keeper, laptop]);
  await addFrame(laptop.parts, 1);
  const chunkId = await addRecording(laptop.parts);
  expect(await retain(laptop.parts, { text: 1 })).toBe(2);
  expect(await frameOf(laptop.parts, 1)).toBeDefined();
  await rounds([laptop, keeper]);
  await laptop.sync.trigger();
  expect(await retain(laptop.parts, { text: 1 })).toBe(0);
  expect(await frameOf(laptop.parts, 1)).toBeUndefined();
  expect(await laptop.parts.store.audio.findChunk(chunkId)).toBeUndefined();
  await rounds([laptop, keeper]);
  expect(await frameOf(keeper.parts, 1)).toBeDefined();
  expect(await media(keeper)).toHaveLength(2);
});

test('a file that cannot be opened does not keep the keeper from the others', async () => {
  await using group = await openGroup();
  const { laptop, keeper, backend } = group;
  await rounds([keeper, laptop]);
  for (const number of [1, 2, 3]) await addFrame(laptop.parts, number);
  await laptop.sync.trigger();
  const [damaged = ''] = filesAt(backend, 'laptop');
  backend.streams.set(damaged, [randomBytes(500)]);
  await expect(keeper.sync.trigger()).rejects.toMatchObject({ code: 'SYNC_BLOB_REFUSED' });
  expect(await media(keeper)).toHaveLength(2);
  await expect(keeper.sync.trigger()).rejects.toMatchObject({ code: 'SYNC_BLOB_REFUSED' });
  await laptop.sync.trigger();
  expect(await retain(laptop.parts)).toBe(1);
});

test('a device that fetches everything leaves what a keeper sends to others alone', async () => {
  await using group = await openGroup({ other: 'full' });
  const { laptop, keeper, other } = group;
  await rounds([keeper, laptop]);
  await addFrame(laptop.parts, 1);
  await rounds([laptop, keeper, other]);
  await laptop.sync.trigger();
  expect(await media(other)).toHaveLength(1);
  expect(await retain(other.parts)).toBe(0);
  expect(await retain(laptop.parts)).toBe(0);
  expect(await media(other)).toEqual([]);
  expect(await ask(laptop, 1, null)).toMatchObject({ code: 'FRAME_REQUESTED' });
  await keeper.sync.trigger();
  await other.sync.trigger();
  expect(await media(other)).toEqual([]);
  expect(await ask(laptop, 1, null)).toBe(1);
});

test('a keeper whose log is missing is waited for, until it has been away for long', async () => {
  await using group = await openGroup();
  const { laptop, keeper, backend } = group;
  await rounds([keeper, laptop]);
  await keeper.sync.lock();
  await addFrame(laptop.parts, 1);
  await laptop.sync.trigger();
  expect(await retain(laptop.parts)).toBe(1);
  await backend.removeDevice('keeper', keeper.parts.dataDir, SIGNAL);
  await laptop.sync.trigger();
  expect(await retain(laptop.parts)).toBe(1);
  group.passTime(8 * 24 * HOUR_MS);
  await laptop.sync.trigger();
  expect((await laptop.sync.group()).keepers).toEqual([]);
  expect(await retain(laptop.parts)).toBe(0);
  expect((await frameOf(laptop.parts, 1))?.pictureGone).toBe('retention');
});

test('a second keeper gets from the first what the laptop no longer has', async () => {
  await using group = await openGroup();
  const { laptop, keeper, backend } = group;
  await rounds([keeper, laptop]);
  for (const number of [1, 2]) await addFrame(laptop.parts, number);
  await compactAll(laptop.parts);
  await addRecording(laptop.parts);
  await rounds([laptop, keeper]);
  await laptop.sync.trigger();
  expect(await retain(laptop.parts)).toBe(0);
  await laptop.sync.trigger();
  expect(filesAt(backend, 'laptop')).toEqual([]);
  const second = await syncingDevice(backend, { mode: 'on-demand', role: 'keeper' });
  await second.sync.init({ ...ACCOUNT, machineId: 'second' });
  await rounds([second, keeper]);
  await second.sync.trigger();
  expect(await media(second)).toHaveLength(2);
  await second.sync.trigger();
  await laptop.sync.trigger();
  expect((await laptop.sync.group()).keepers).toHaveLength(2);
  // The first one is off, and what it sent has been removed.
  await keeper.sync.lock();
  for (const name of filesAt(backend, 'keeper')) backend.streams.delete(name);
  expect(await ask(laptop, 1, null)).toMatchObject({ code: 'FRAME_REQUESTED' });
  await second.sync.trigger();
  expect(await ask(laptop, 1, null)).toBe(1);
  await second[Symbol.asyncDispose]();
});

test('a keeper that was set back confirms again under its new name, and the old one counts no more', async () => {
  await using group = await openGroup();
  const { laptop, keeper } = group;
  await shareFrame(group);
  const { accountId } = await keeper.parts.store.sync.state();
  await keeper.sync.lock();
  await keeper.parts.store.sync.start(accountId, 'keeper-2', true);
  await keeper.sync.init({ ...ACCOUNT, machineId: 'keeper-2' });
  await rounds([keeper, laptop], 1);
  expect((await laptop.sync.group()).keepers).toMatchObject([{ machineId: 'keeper-2' }]);
  await rounds([keeper, laptop], 1);
  expect(await retain(laptop.parts)).toBe(0);
  expect(await media(laptop)).toEqual([]);
});
