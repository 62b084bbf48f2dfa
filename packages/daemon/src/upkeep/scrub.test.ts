/** The service with a real store, real files and real decoders; only time and the load of the machine are set. */
import { copyFile, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '#core/log/log.ts';
import { supervise } from '#core/service.ts';
import { manualClock } from '#core/testing/manual-clock.ts';
import { chunkProcess } from '#store/compaction/chunk-process.ts';
import { openCompaction } from '#store/compaction/compaction.ts';
import { type KeptAudio, openAudioMedia } from '#store/media/audio/audio-media.ts';
import { openMedia } from '#store/media/media.ts';
import { examineMedia } from '#store/repair/examine-media.ts';
import { repairStore } from '#store/repair/repair.ts';
import { confirmBroken, openScrub } from '#store/repair/scrub.ts';
import { newStoreKey, sealingOf } from '#store/sealing/store-key.ts';
import { numberedPicture } from '#store/testing/numbered-picture.ts';
import { openTestStore } from '#store/testing/test-store.ts';
import type { MachineLoad } from './machine-load.ts';
import { scrubService } from './scrub.ts';

const HOUR_MS = 3_600_000;
const PAUSE_MS = 10 * 60_000;
const PATIENCE = { timeout: 60_000, interval: 5 };

/** Two snapshots of today, and of an hour long ago a video of three frames and a recording. */
async function running(isEncrypted: boolean) {
  const dataDir = await mkdtemp(join(tmpdir(), 'hindcast-scrub-'));
  const key = isEncrypted ? newStoreKey('chacha20') : undefined;
  const sealing = key && sealingOf(key, join(dataDir, 'data'));
  const store = await openTestStore({ dataDir, key });
  const media = await openMedia({ dataDir, sealing });
  const audio = openAudioMedia({ dataDir, sealing });
  const startMs = Date.now() + HOUR_MS;
  const addFrame = async (number: number, atMs: number) => {
    const deviceName = 'monitor_1';
    const snapshotPath = await media.keepJpeg(await numberedPicture(number), atMs, deviceName);
    const frame = { atMs, deviceName, snapshotPath, width: 320, height: 200, text: `n${number}` };
    const { frames } = await store.content.add({ frames: [frame] });
    return { id: frames[0] as number, path: snapshotPath };
  };
  const oldMs = startMs - 30 * 24 * HOUR_MS;
  for (const number of [1, 2, 3]) await addFrame(number, oldMs + number * 1_000);
  const compaction = openCompaction({
    dataDir,
    store,
    media,
    sealing,
    makeChunk: chunkProcess(0),
    nowMs: () => startMs,
  });
  const { signal } = new AbortController();
  expect(await compaction.compactNext(signal)).toMatchObject({ kind: 'moved' });
  const spool = await audio.record({ atMs: oldMs, deviceName: 'Desk (input)', isInput: true });
  await spool.append(Int16Array.from({ length: 32_000 }, (_, i) => 8_000 * Math.sin(i / 9)));
  const kept = (await spool.finish()) as KeptAudio;
  const said = { atMs: oldMs, text: 'spoken', engine: 'test', deviceName: 'Desk (input)' };
  await store.content.add({
    transcriptions: [{ ...said, isInput: true, filePath: kept.filePath }],
  });
  await audio.release(kept);
  const today = [await addFrame(4, startMs - 5_000), await addFrame(5, startMs - 4_000)] as const;

  const clock = manualClock(startMs);
  const machine = { load: 'free' as MachineLoad, lastFrameAtMs: 0 };
  const newService = () =>
    scrubService({
      scrub: openScrub({ dataDir, store, sealing, videos: media.videos, nowMs: () => clock.now() }),
      machineLoad: async () => machine.load,
      lastFrameAtMs: () => machine.lastFrameAtMs,
      clock,
      log: silentLog,
    });
  let service = newService();
  let running = supervise(service, { clock, log: silentLog });
  onTestFinished(async () => {
    await running.stop();
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return {
    dataDir,
    store,
    media,
    sealing,
    key,
    machine,
    today,
    startMs,
    signal,
    figures: () => service.figures(),
    /** As many times as nobody works for a while. */
    async pass(looks: number) {
      for (let i = 0; i < looks; i += 1) {
        await expect.poll(() => clock.sleepers(), PATIENCE).toBe(1);
        await clock.advance(PAUSE_MS);
      }
      await expect.poll(() => clock.sleepers(), PATIENCE).toBe(1);
    },
    async restart() {
      await running.stop();
      service = newService();
      running = supervise(service, { clock, log: silentLog });
    },
    async pathOf(extension: string) {
      const names = await readdir(join(dataDir, 'data'), { recursive: true });
      return join('data', names.find((name) => name.endsWith(extension)) as string);
    },
  };
}

/** Of the version of the format in an MP4, which no decoder looks at. */
const UNNOTICED = 13;

async function flipBit(file: string, where?: number): Promise<void> {
  const bytes = await readFile(file);
  const at = where ?? Math.floor(bytes.length / 2);
  bytes[at] = (bytes[at] as number) ^ 1;
  await writeFile(file, bytes);
}

test.each([
  ['a clear', false],
  ['an encrypted', true],
])(
  'damage in %s store is found without anyone asking, and repaired by the doctor',
  async (_, isEncrypted) => {
    const { dataDir, store, media, sealing, key, ...scrubbed } = await running(isEncrypted);
    const { today, figures, pass, pathOf, signal } = scrubbed;
    // Of nobody: not looked at.
    await copyFile(join(dataDir, today[0].path), join(dataDir, 'data', '2020-01-01.jpg'));
    await pass(2);
    expect(figures()).toMatchObject({ checked: 2, broken: 0 });
    await scrubbed.restart();
    await pass(3);
    expect(figures()).toMatchObject({ checked: 0, broken: 0 });

    const video = await pathOf('.mp4');
    const sound = await pathOf('.ogg');
    await truncate(join(dataDir, today[1].path), 900);
    await flipBit(join(dataDir, video), isEncrypted ? undefined : UNNOTICED);
    if (isEncrypted) await flipBit(join(dataDir, sound));
    else await truncate(join(dataDir, sound), 10);
    await pass(4);
    expect(figures()).toMatchObject({ checked: 4, broken: 3 });
    const content = () =>
      examineMedia(dataDir, Date.now() + HOUR_MS, key).find(({ check }) => check === 'content');
    expect(content()).toMatchObject({
      isOk: false,
      detail: expect.stringContaining('3 are damaged'),
    });

    await store.close();
    const noted = [video, sound, today[1].path, today[0].path];
    const broken = await confirmBroken(dataDir, noted, { videos: media.videos, sealing, signal });
    expect(broken).toEqual(noted.slice(0, 3));
    expect(repairStore(dataDir, Date.now() + HOUR_MS, { key, broken })).toEqual([
      expect.stringContaining('moved 3 damaged files'),
      expect.stringContaining('moved 1 media files that no row names'),
      expect.stringContaining('4 frames and 1 recordings'),
    ]);
    expect(content()).toMatchObject({ isOk: true });
    const again = await openTestStore({ dataDir, key });
    expect(await again.frames.find(today[1].id)).toMatchObject({ filePath: '' });
    expect(await media.readJpeg((await again.frames.find(today[0].id)) as never)).toBeDefined();
    await again.close();
  },
);

test('nothing is looked at while somebody works, and what is deleted meanwhile is no damage', async () => {
  const { machine, figures, pass, startMs, dataDir, today, store } = await running(false);
  machine.load = 'busy';
  await pass(2);
  machine.load = 'free';
  machine.lastFrameAtMs = startMs + 10 * HOUR_MS;
  await pass(2);
  expect(figures()).toEqual({ checked: 0, broken: 0, lastCheckedMs: null });
  machine.lastFrameAtMs = 0;
  await truncate(join(dataDir, today[0].path), 900);
  await pass(4);
  expect(figures()).toMatchObject({ checked: 4, broken: 1 });
  await rm(join(dataDir, today[0].path));
  await store.content.delete('ocr', [today[0].id]);
  await pass(6);
  expect(figures().broken).toBe(0);
});
