import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimDataFolder } from '#core/folders/data-folder.ts';
import { openAudioMedia } from './audio/audio-media.ts';
import { claimWithRoom, openDiskReserve } from './disk-reserve.ts';
import { guardAudioMedia, guardMedia } from './guarded-media.ts';
import { openMedia } from './media.ts';

const MB = 1024 * 1024;
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xd9]);
const FULL = { code: 'DISK_FULL' };

let dataDir: string;
let file: string;
let draft: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hindcast-reserve-'));
  file = join(dataDir, 'reserve.bin');
  draft = `${file}.draft`;
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** A disk of 100 MB, whose reserve has 10 MB, with this much free space. */
function smallDisk(freeMb: number) {
  const disk = { freeMb, read: async () => ({ blocks: 100, bavail: disk.freeMb, bsize: MB }) };
  return disk;
}

test('the reserve is taken once, released, and restored', async () => {
  const reserve = await openDiskReserve(dataDir);
  await reserve.restore();
  await reserve.restore();
  expect(await readdir(dataDir)).toEqual(['reserve.bin']);
  expect((await stat(file)).blocks * 512).toBeGreaterThan(1_000_000);
  expect(await reserve.release()).toBe(true);
  expect(await reserve.release()).toBe(false);
  expect(await readdir(dataDir)).toEqual([]);
  await reserve.restore();
  expect(await readdir(dataDir)).toEqual(['reserve.bin']);
});

test('a large disk has a reserve of 32 MB', async () => {
  const read = async () => ({ blocks: 100_000, bavail: 64, bsize: MB });
  await (await openDiskReserve(dataDir, read)).restore();
  expect((await stat(file)).size).toBe(32 * MB);
});

test('the reserve comes back whole, once twice its size is free', async () => {
  const disk = smallDisk(50);
  const reserve = await openDiskReserve(dataDir, disk.read);
  await reserve.restore();
  expect((await stat(file)).size).toBe(10 * MB);
  await reserve.release();
  disk.freeMb = 19;
  await reserve.restore();
  expect(existsSync(file)).toBe(false);
  expect(() => reserve.assertKept()).toThrow(expect.objectContaining(FULL));
  disk.freeMb = 20;
  await reserve.restore();
  expect((await stat(file)).size).toBe(10 * MB);
  reserve.assertKept();
});

test('a start without a reserve refuses media until twice its size is free', async () => {
  const disk = smallDisk(19);
  const reserve = await openDiskReserve(dataDir, disk.read);
  expect(() => reserve.assertKept()).toThrow(expect.objectContaining(FULL));
  disk.freeMb = 20;
  (await openDiskReserve(dataDir, disk.read)).assertKept();
});

test('media is refused when the reserve is missing and cannot be restored', async () => {
  const disk = smallDisk(50);
  const reserve = await openDiskReserve(dataDir, disk.read);
  await reserve.restore();
  await rm(file);
  disk.freeMb = 10;
  await reserve.restore();
  expect(() => reserve.assertKept()).toThrow(expect.objectContaining(FULL));
});

test('media is refused when writing the reserve fails', async () => {
  const reserve = await openDiskReserve(dataDir, smallDisk(50).read);
  await rm(dataDir, { recursive: true });
  await reserve.restore();
  expect(() => reserve.assertKept()).toThrow(expect.objectContaining(FULL));
});

test('a release also frees an unfinished reserve', async () => {
  const reserve = await openDiskReserve(dataDir, smallDisk(0).read);
  await writeFile(draft, 'unfinished');
  expect(await reserve.release()).toBe(true);
  expect(await readdir(dataDir)).toEqual([]);
});

test('a start on a full disk frees the reserve', async () => {
  await writeFile(file, 'reserved');
  (await claimWithRoom(dataDir, smallDisk(0).read)).release();
  expect(existsSync(file)).toBe(false);
});

test('a start frees an unfinished reserve and keeps the whole one', async () => {
  await writeFile(file, 'reserved');
  await writeFile(draft, 'unfinished');
  (await claimWithRoom(dataDir, smallDisk(50).read)).release();
  expect([existsSync(file), existsSync(draft)]).toEqual([true, false]);
});

test('a second start on a full disk leaves the reserve of the running service', async () => {
  const running = await claimDataFolder(dataDir);
  await writeFile(file, 'reserved');
  await writeFile(draft, 'being written');
  const second = claimWithRoom(dataDir, smallDisk(0).read);
  await expect(second).rejects.toMatchObject({ code: 'DATA_FOLDER_IN_USE' });
  running.release();
  expect([existsSync(file), existsSync(draft)]).toEqual([true, true]);
});

test('media is refused while a deletion has the reserve', async () => {
  const reserve = await openDiskReserve(dataDir);
  await reserve.restore();
  const media = guardMedia(await openMedia({ dataDir }), reserve);
  const audioMedia = guardAudioMedia(openAudioMedia({ dataDir }), reserve);
  const recording = { atMs: 1, deviceName: 'microphone', isInput: true };
  await media.keepJpeg(JPEG, 1, 'monitor');
  await reserve.release();
  await expect(media.keepJpeg(JPEG, 2, 'monitor')).rejects.toMatchObject(FULL);
  await expect(media.importImage('/none', 3, 'm')).rejects.toMatchObject(FULL);
  await expect(media.keepVideoFile(JPEG, 4, 'm')).rejects.toMatchObject(FULL);
  await expect(media.keepSoundFile(JPEG, 5, 'm', '.ogg')).rejects.toMatchObject(FULL);
  await expect(audioMedia.record(recording)).rejects.toMatchObject(FULL);
  await reserve.restore();
  await media.keepJpeg(JPEG, 2, 'monitor');
});
