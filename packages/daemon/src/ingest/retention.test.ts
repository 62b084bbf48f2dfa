/** Retention over real parts: pictures go and texts stay, tagged things stay whole, and the size rule takes the oldest days. */
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { manualClock, systemClock } from '#core/clock.ts';
import { silentLog } from '#core/log.ts';
import {
  addFrame,
  compactAll,
  makeChunk,
  openParts,
  START_MS,
  shownNumber,
} from '#store/compaction/parts.fixture.ts';
import { openDeletions } from '#store/deletion/deletions.ts';
import type { RetentionRules } from '#store/deletion/retention.ts';
import { openAudioMedia } from '#store/media/audio/audio-media.ts';
import { temporaryFolder } from '#store/testing/temporary-store.ts';
import { openRetention } from './retention.ts';

const DAY_MS = 24 * 3_600_000;
const LOOK_MS = 10 * 60_000;
const { signal } = new AbortController();

async function openAll(dataDir: string) {
  const parts = await openParts(dataDir);
  const audioMedia = openAudioMedia({ dataDir });
  const deletions = openDeletions({
    ...{ ...parts, audioMedia, clock: systemClock, log: silentLog, makeChunk },
  });
  const clock = manualClock(START_MS + 40 * DAY_MS);
  const retentionWith = (rules: RetentionRules) =>
    openRetention({ ...parts, deletions, rules, clock, machineLoad: async () => 'free' });
  /** One look of the service, to the end of what it does. */
  async function look(rules: RetentionRules) {
    const retention = retentionWith(rules);
    const before = (await parts.store.listDeletionJobs(1))[0]?.id ?? 0;
    const stop = new AbortController();
    const running = retention.service.run(stop.signal);
    await expect.poll(() => clock.sleepers()).toBe(1);
    await clock.advance(LOOK_MS);
    await expect.poll(() => clock.sleepers(), { timeout: 60_000 }).toBe(1);
    stop.abort();
    await running;
    const jobs = await parts.store.listDeletionJobs(9);
    return { retention, job: jobs.find(({ id }) => id > before) };
  }
  return {
    ...parts,
    clock,
    deletions,
    retentionWith,
    look,
    async [Symbol.asyncDispose]() {
      await deletions.close();
      await parts[Symbol.asyncDispose]();
    },
  };
}

test('pictures that are too old go, their texts and tagged pictures stay', {
  timeout: 120_000,
}, async () => {
  await using folder = await temporaryFolder();
  await using all = await openAll(folder.path);
  const { store, media } = all;
  const ids: number[] = [];
  for (let number = 1; number <= 4; number++) ids.push(await addFrame(all, number));
  await store.addTags('vision', ids[1] ?? 0, ['keep']);
  await compactAll(all);
  const [young = 0] = await (async () => {
    const frame = { atMs: all.clock.now() - DAY_MS, deviceName: 'monitor_1', text: 'young' };
    return (await store.add({ frames: [frame] })).frames;
  })();

  const rules = { pixels: 30 };
  const forecast = await all.retentionWith({}).forecast(rules, signal);
  expect(forecast.rules).toMatchObject([{ rule: 'pixels', counts: { pictures: 3, frames: 0 } }]);
  expect(forecast.rules[0]?.counts?.bytes).toBeGreaterThan(0);
  expect(forecast.totalBytes).toBeGreaterThan((await stat(join(folder.path, 'db.sqlite'))).size);
  // Nothing goes while there is no rule, nor before something is old enough.
  expect((await all.look({})).job).toBeUndefined();
  expect((await all.look({ pixels: 60 })).job).toBeUndefined();
  const later = await all.retentionWith({}).forecast({ pixels: 60 }, signal);
  expect(later.rules[0]).toMatchObject({
    counts: { pictures: 0 },
    nextAtMs: START_MS + 1_000 + 60 * DAY_MS,
  });

  const { job, retention } = await all.look(rules);
  expect(job).toMatchObject({ kind: 'retention', state: 'done', isVerified: true });
  expect(job?.counts).toMatchObject({ pictures: 3, frames: 0, videosRewritten: 1, devicesTold: 0 });
  expect(retention.ranAtMs()).toBeDefined();
  expect(await shownNumber(all, ids[1] ?? 0)).toBe(2);
  for (const id of [ids[0], ids[2], ids[3]]) {
    const found = await store.findFrameText(id ?? 0);
    expect(found?.text).toMatch(/^number/);
    expect(found?.frame).toMatchObject({ filePath: '', pictureGone: 'retention' });
    expect(await media.exists(found?.frame ?? { filePath: '', isVideo: false })).toBe(false);
  }
  expect(await store.findFrame(young)).toBeDefined();

  // Text for 30 days: the tagged frame stays, all others of that age go.
  const texts = await all.look({ text: 30 });
  expect(texts.job?.counts).toMatchObject({ frames: 3 });
  expect(await store.findFrame(ids[1] ?? 0)).toBeDefined();
});

test('a run that was broken off is finished instead of begun anew', async () => {
  await using folder = await temporaryFolder();
  await using all = await openAll(folder.path);
  const id = await addFrame(all, 1);
  const wish = { filters: [{ startMs: 0, endMs: START_MS + 60_000, exceptTagged: true }] };
  const left = await all.store.addDeletionJob(
    { kind: 'retention', wish, criteria: [], expected: 1, startMs: null, endMs: null },
    START_MS,
  );
  const stop = new AbortController();
  const going = all.deletions.service.run(stop.signal);
  const { job } = await all.look({ text: 30 });
  stop.abort();
  await going;
  expect(job).toBeUndefined();
  expect(await all.store.findDeletionJob(left.id)).toMatchObject({ state: 'done' });
  expect(await all.store.findFrame(id)).toBeUndefined();
});

test('above the largest size the oldest days lose their pictures, and the last day never does', {
  timeout: 120_000,
}, async () => {
  await using folder = await temporaryFolder();
  await using all = await openAll(folder.path);
  const { store, media } = all;
  const nowMs = all.clock.now();
  const paths: string[] = [];
  for (const daysAgo of [5, 4, 3, 0]) {
    const atMs = nowMs - daysAgo * DAY_MS;
    const snapshotPath = await media.keepJpeg(Buffer.alloc(300_000, daysAgo), atMs, 'monitor_1');
    await store.add({ frames: [{ atMs, deviceName: 'monitor_1', snapshotPath, text: 'seen' }] });
    paths.push(join(folder.path, snapshotPath));
  }
  const { totalBytes } = await all.retentionWith({}).forecast({}, signal);
  const { job } = await all.look({ maxBytes: totalBytes - 400_000 });
  expect(job?.counts).toMatchObject({ pictures: 2, frames: 0, imageFiles: 2, bytesFreed: 600_000 });
  expect(paths.map((path) => existsSync(path))).toEqual([false, false, true, true]);
  await all.look({ maxBytes: 1 });
  expect(paths.map((path) => existsSync(path))).toEqual([false, false, false, true]);
  expect((await store.summary()).frames).toBe(4);
});
