import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDiskReserve } from './disk-reserve.ts';
import { openAudioMedia } from './media/audio/audio-media.ts';
import { guardAudioMedia, guardMedia } from './media/guarded-media.ts';
import { openMedia } from './media/media.ts';

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xd9]);

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hindcast-reserve-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

test('space is taken once, given away, and taken again', async () => {
  const reserve = await openDiskReserve(dataDir);
  await reserve.restore();
  await reserve.restore();
  const [file = '', ...others] = await readdir(dataDir);
  expect(others).toEqual([]);
  expect((await stat(join(dataDir, file))).blocks * 512).toBeGreaterThan(1_000_000);
  expect(await reserve.release()).toBe(true);
  expect(await reserve.release()).toBe(false);
  expect(await readdir(dataDir)).toEqual([]);
  await reserve.restore();
  expect(await readdir(dataDir)).toEqual([file]);
});

test('pictures and sound are refused while a deletion has the space', async () => {
  const reserve = await openDiskReserve(dataDir);
  await reserve.restore();
  const media = guardMedia(await openMedia({ dataDir }), reserve);
  const audioMedia = guardAudioMedia(openAudioMedia({ dataDir }), reserve);
  const recording = { atMs: 1, deviceName: 'microphone', isInput: true };
  await media.keepJpeg(JPEG, 1, 'monitor');
  await reserve.release();
  await expect(media.keepJpeg(JPEG, 2, 'monitor')).rejects.toMatchObject({ code: 'DISK_FULL' });
  await expect(media.importImage('/none', 3, 'm')).rejects.toMatchObject({ code: 'DISK_FULL' });
  await expect(media.keepVideoFile(JPEG, 4, 'm')).rejects.toMatchObject({ code: 'DISK_FULL' });
  const sound = media.keepSoundFile(JPEG, 5, 'm', '.ogg');
  await expect(sound).rejects.toMatchObject({ code: 'DISK_FULL' });
  await expect(audioMedia.record(recording)).rejects.toMatchObject({ code: 'DISK_FULL' });
  await reserve.restore();
  await media.keepJpeg(JPEG, 2, 'monitor');
});
