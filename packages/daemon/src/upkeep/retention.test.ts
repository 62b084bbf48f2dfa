/** Retention over real parts: pictures go and texts stay, tagged things stay whole, and the size rule takes the oldest days. */
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Clock, systemClock } from '#core/clock.ts';
import { silentLog } from '#core/log/log.ts';
import { manualClock } from '#core/testing/manual-clock.ts';
import {
  addFrame,
  compactAll,
  makeChunk,
  openParts,
  START_MS,
  shownNumber,
} from '#store/compaction/parts.fixture.ts';
import { openDeletions } from '#store/deletion/job/deletions.ts';
import type { RetentionRules } from '#store/deletion/retention.ts';
import { openAudioMedia } from '#store/media/audio/audio-media.ts';
import { temporaryFolder } from '#store/testing/temporary-store.ts';
import type { MachineLoad } from './machine-load.ts';
import { openRetention } from './retention.ts';

const DAY_MS = 24 * 3_600_000;
const LOOK_MS = 10 * 60_000;
const PICTURE_BYTES = 300_000;
const { signal } = new AbortController();

async function openAll(dataDir: string) {
  const parts = await openParts(dataDir);
  const audioMedia = openAudioMedia({ dataDir });
  const clock = manualClock(START_MS + 40 * DAY_MS);
  // Its own short waits pass by themselves.
  const deletionClock: Clock = { ...systemClock, now: () => clock.now() };
  const deletions = openDeletions({
    ...parts,
    audioMedia,
    clock: deletionClock,
    log: silentLog,
    makeChunk,
  });
  let hasKeeper = false;
  const retentionWith = (rules: RetentionRules, load: MachineLoad = 'free') =>
    openRetention({
      ...parts,
      deletions,
      rules,
      clock,
      machineLoad: async () => load,
      awaitsKeeper: async () => hasKeeper,
    });
  /** A start of the service and its first look, to the end of what it does. */
  async function look(rules: RetentionRules, load: MachineLoad = 'free') {
    const retention = retentionWith(rules, load);
    const before = (await parts.store.deletion.listJobs(1))[0]?.id ?? 0;
    const stop = new AbortController();
    const running = retention.service.run(stop.signal);
    await expect.poll(() => clock.sleepers()).toBe(1);
    await clock.advance(LOOK_MS);
    await expect.poll(() => clock.sleepers(), { timeout: 60_000 }).toBe(1);
    stop.abort();
    await running;
    const jobs = await parts.store.deletion.listJobs(9);
    return { retention, job: jobs.find(({ id }) => id > before) };
  }
  /** A file of `PICTURE_BYTES` of that day, without a row. */
  async function keepPicture(daysAgo: number) {
    const atMs = clock.now() - daysAgo * DAY_MS;
    const bytes = Buffer.alloc(PICTURE_BYTES, daysAgo);
    const snapshotPath = await parts.media.keepJpeg(bytes, atMs, 'monitor_1');
    return { atMs, snapshotPath, path: join(dataDir, snapshotPath) };
  }
  /** With its frame. */
  async function addPicture(daysAgo: number) {
    const { path, ...kept } = await keepPicture(daysAgo);
    const frame = { ...kept, deviceName: 'monitor_1', text: 'seen' };
    const [id = 0] = (await parts.store.content.add({ frames: [frame] })).frames;
    return { id, path };
  }
  return {
    ...parts,
    clock,
    deletions,
    retentionWith,
    look,
    keepPicture,
    addPicture,
    setKeeper: (isThere: boolean) => {
      hasKeeper = isThere;
    },
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
  await store.tags.add('vision', ids[1] ?? 0, ['keep']);
  await compactAll(all);
  const [young = 0] = await (async () => {
    const frame = { atMs: all.clock.now() - DAY_MS, deviceName: 'monitor_1', text: 'young' };
    return (await store.content.add({ frames: [frame] })).frames;
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
    const found = await store.frames.findText(id ?? 0);
    expect(found?.text).toMatch(/^number/);
    expect(found?.frame).toMatchObject({ filePath: '', pictureGone: 'retention' });
    expect(await media.exists(found?.frame ?? { filePath: '', isVideo: false })).toBe(false);
  }
  expect(await store.frames.find(young)).toBeDefined();

  // Text for 30 days: the tagged frame stays, all others of that age go.
  const texts = await all.look({ text: 30 });
  expect(texts.job?.counts).toMatchObject({ frames: 3 });
  expect(await store.frames.find(ids[1] ?? 0)).toBeDefined();
});

test('meetings that were found go with the texts they were found in', async () => {
  await using folder = await temporaryFolder();
  await using all = await openAll(folder.path);
  const { store } = all;
  const talk = { endMs: null, attendees: 'Ana', source: 'speech' as const };
  const frame = { deviceName: 'monitor_1', appName: 'Mail', windowName: 'Budget - Mail' };
  const said = { text: 'words', deviceName: 'mic', isInput: true, engine: 'e' };
  const youngMs = all.clock.now() - DAY_MS;
  await store.content.add({
    frames: [START_MS, youngMs].map((atMs) => ({ ...frame, atMs, text: 'numbers' })),
    transcriptions: [{ ...said, atMs: START_MS + DAY_MS }],
  });
  const found = [
    {
      ...talk,
      startMs: START_MS - 1_000,
      endMs: START_MS + 1_000,
      appName: 'Mail',
      title: 'Budget',
    },
    { ...talk, startMs: START_MS + DAY_MS, endMs: START_MS + DAY_MS, appName: '', title: null },
    { ...talk, startMs: youngMs, endMs: youngMs, appName: 'Mail', title: 'Budget' },
  ];
  await store.meetings.notice(found, all.clock.now());
  const note = { ...talk, startMs: START_MS, appName: 'Mail', title: 'by hand' };
  await store.meetings.add({ ...note, source: 'manual' });
  const forecast = await all.retentionWith({}).forecast({ text: 30 }, signal);
  expect(forecast.rules).toMatchObject([{ counts: { frames: 1, meetings: 2 } }]);
  const { job } = await all.look({ text: 30 });
  expect(job).toMatchObject({ isVerified: true, counts: { frames: 1, meetings: 2 } });
  const left = await store.meetings.list({ limit: 9, offset: 0 });
  expect(left.map(({ startMs }) => startMs)).toEqual([youngMs, START_MS]);
});

test('a run that was broken off is finished instead of started over', async () => {
  await using folder = await temporaryFolder();
  await using all = await openAll(folder.path);
  const id = await addFrame(all, 1);
  const wanted = { filters: [{ startMs: 0, endMs: START_MS + 60_000, exceptTagged: true }] };
  const left = await all.store.deletion.addJob(
    { kind: 'retention', wish: wanted, criteria: [], expected: 1, startMs: null, endMs: null },
    START_MS,
  );
  const stop = new AbortController();
  const going = all.deletions.service.run(stop.signal);
  const { job } = await all.look({ text: 30 });
  stop.abort();
  await going;
  expect(job).toBeUndefined();
  expect(await all.store.deletion.findJob(left.id)).toMatchObject({ state: 'done' });
  expect(await all.store.frames.find(id)).toBeUndefined();
});

test('above the largest size the oldest days lose their pictures, and the last day never does', {
  timeout: 120_000,
}, async () => {
  await using folder = await temporaryFolder();
  await using all = await openAll(folder.path);
  const paths: string[] = [];
  for (const daysAgo of [5, 4, 3, 0]) paths.push((await all.addPicture(daysAgo)).path);
  const { totalBytes } = await all.retentionWith({}).forecast({}, signal);
  const { job } = await all.look({ maxBytes: totalBytes - 400_000 });
  expect(job?.counts).toMatchObject({ pictures: 2, frames: 0, imageFiles: 2, bytesFreed: 600_000 });
  expect(paths.map((path) => existsSync(path))).toEqual([false, false, true, true]);
  await all.look({ maxBytes: 1 });
  expect(paths.map((path) => existsSync(path))).toEqual([false, false, false, true]);
  expect((await all.store.content.summary()).frames).toBe(4);
});

test('a machine that is always busy and shut down every day keeps to the rules within a day', {
  timeout: 120_000,
}, async () => {
  await using folder = await temporaryFolder();
  await using all = await openAll(folder.path);
  const { store, clock } = all;
  const rules = { text: 30 };
  const addOld = () =>
    store.content.add({
      frames: [{ atMs: clock.now() - 31 * DAY_MS, deviceName: 'monitor_1', text: 'old' }],
    });
  await addOld();
  expect((await all.look(rules, 'busy')).job).toMatchObject({ state: 'done' });
  // A start later on the same day waits for a better moment, one after a day does not.
  await addOld();
  clock.set(clock.now() + 12 * 3_600_000);
  expect((await all.look(rules, 'busy')).job).toBeUndefined();
  clock.set(clock.now() + 12 * 3_600_000);
  expect((await all.look(rules, 'busy')).job).toMatchObject({ counts: { frames: 1 } });
  // A clock that was ahead when it ran last must not put it off for as long.
  clock.set(clock.now() - 20 * DAY_MS);
  await addOld();
  const retention = all.retentionWith(rules, 'busy');
  const stop = new AbortController();
  const running = retention.service.run(stop.signal);
  await expect.poll(() => clock.sleepers()).toBe(1);
  await clock.advance(DAY_MS);
  await expect.poll(() => retention.ranAtMs(), { timeout: 60_000 }).toBe(clock.now());
  stop.abort();
  await running;
});

test('what stays because of a tag, or has no row, makes no room: later days do', {
  timeout: 120_000,
}, async () => {
  await using folder = await temporaryFolder();
  await using all = await openAll(folder.path);
  const tagged = await all.addPicture(9);
  await all.store.tags.add('vision', tagged.id, ['keep']);
  const noted = await all.addPicture(8);
  const note = { content: 'a note', source: 'test', sourceContext: null, tags: [], importance: 1 };
  await all.store.memories.add({ ...note, frameId: noted.id }, all.clock.now());
  const orphan = await all.keepPicture(7);
  const [old, young] = [await all.addPicture(6), await all.addPicture(5)];

  const { totalBytes } = await all.retentionWith({}).forecast({}, signal);
  const rules = { maxBytes: totalBytes - PICTURE_BYTES / 2 };
  const forecast = await all.retentionWith({}).forecast(rules, signal);
  expect(forecast.rules).toMatchObject([
    { rule: 'size', counts: { pictures: 1, bytes: PICTURE_BYTES } },
  ]);
  const { job } = await all.look(rules);
  expect(job?.counts).toMatchObject({ pictures: 1, bytesFreed: PICTURE_BYTES });
  const paths = [tagged, noted, orphan, old, young].map(({ path }) => path);
  expect(paths.map((path) => existsSync(path))).toEqual([true, true, true, false, true]);
  // With nothing left to take, it says so instead of trying for ever.
  await all.look({ maxBytes: 1 });
  const after = await all.retentionWith({}).forecast({ maxBytes: 1 }, signal);
  expect(after.rules).toMatchObject([{ endMs: undefined, nextAtMs: undefined }]);
  expect((await all.look({ maxBytes: 1 })).job).toBeUndefined();
});

test('what no keeper has confirmed stays, and runs on request on a busy machine, too', async () => {
  await using folder = await temporaryFolder();
  await using all = await openAll(folder.path);
  const { path } = await all.addPicture(30);
  all.setKeeper(true);
  const retention = all.retentionWith({ pixels: 7 }, 'busy');
  const stop = new AbortController();
  const running = retention.service.run(stop.signal);
  const runNow = async () => {
    await expect.poll(() => all.clock.sleepers()).toBe(1);
    retention.runNow();
  };
  await runNow();
  await expect.poll(() => retention.waitingForKeeper(), { timeout: 60_000 }).toBe(1);
  expect(existsSync(path)).toBe(true);
  expect(await all.store.deletion.listJobs(1)).toEqual([]);
  all.setKeeper(false);
  await runNow();
  await expect.poll(() => existsSync(path), { timeout: 60_000 }).toBe(false);
  expect(retention.waitingForKeeper()).toBe(0);
  await expect.poll(() => all.clock.sleepers(), { timeout: 60_000 }).toBe(1);
  stop.abort();
  await running;
});
