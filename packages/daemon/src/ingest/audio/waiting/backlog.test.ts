import { expect, test } from 'vitest';
import { errorText, ServiceError, serviceError } from '#core/errors.ts';
import { silentLog } from '#core/log/log.ts';
import { manualClock } from '#core/testing/manual-clock.ts';
import type { MachineLoad } from '../../../upkeep/machine-load.ts';
import type { Job } from '../job.ts';
import { openRecognition } from '../recognition.ts';
import { MIC, START_MS, speaking } from '../speaking.fixture.ts';
import { openBacklog } from './backlog.ts';

const PATIENCE = { timeout: 15_000, interval: 10 };
type Stage = Awaited<ReturnType<typeof speaking>>;

function run(
  stage: Stage,
  mode: 'realtime' | 'batch' | 'disabled',
  load = { now: 'free' as MachineLoad },
  changed: Partial<Parameters<typeof openBacklog>[0]> = {},
) {
  const { store, media, scribe, meter, makeDetector } = stage;
  const clock = manualClock(START_MS);
  const stop = new AbortController();
  const machineLoad = async () => load.now;
  const parts = { mode, store, media, scribe, machineLoad, meter, makeDetector, clock };
  const backlog = openBacklog({ ...parts, log: silentLog, ...changed });
  const running = backlog.run(stop.signal);
  return {
    backlog,
    clock,
    async [Symbol.asyncDispose]() {
      stop.abort();
      await running;
    },
  };
}

async function recorded(stage: Stage, atSecs = 0): Promise<Job> {
  return (await stage.scribe.keep(stage.heard(MIC, atSecs))) as Job;
}

test('fresh recordings are transcribed in their order', async () => {
  await using stage = await speaking();
  await using working = run(stage, 'realtime');
  stage.words.push('first words', 'second words');
  await working.backlog.offer(await recorded(stage, 0));
  await working.backlog.offer(await recorded(stage, 5));
  await expect
    .poll(async () => (await stage.said()).map(({ text }) => text), PATIENCE)
    .toEqual(['first words', 'second words']);
  await expect.poll(() => working.backlog.waiting(), PATIENCE).toBe(0);
});

test('what an earlier run has left is transcribed', async () => {
  await using stage = await speaking();
  await recorded(stage);
  stage.words.push('from before');
  await using _ = run(stage, 'realtime');
  await expect.poll(async () => (await stage.said())[0]?.text, PATIENCE).toBe('from before');
});

/** Recordings whose language was not understood, after a recogniser that finds no words has read one from the disk. */
async function notUnderstood(probability: number): Promise<number> {
  await using stage = await speaking();
  const { meter } = stage;
  const transcribe = async () => ({ text: '', meanLogProbability: -0.3 });
  const engine = { name: 'by-hand', transcribe, close: async () => {} };
  stage.recognition.recognise = openRecognition({ open: async () => engine, meter }).recognise;
  await stage.scribe.keep(stage.heard(MIC, 0, 4));
  const makeDetector = () => ({
    detect: async ({ length }: Int16Array) => new Float32Array(length / 512).fill(probability),
    reset: () => {},
  });
  await using _ = run(stage, 'realtime', undefined, { makeDetector });
  await expect
    .poll(async () => (await stage.store.audio.countSegments()).pending, PATIENCE)
    .toBe(0);
  return (await stage.store.audio.listUnreadRecordings(0, START_MS, 10)).length;
}

test('of recordings from the disk without words those with clear speech are kept, noise is not', async () => {
  expect(await notUnderstood(0.95)).toBe(1);
  expect(await notUnderstood(0.6)).toBe(0);
  expect(await notUnderstood(0.1)).toBe(0);
});

test('a failure keeps the recording, is counted, and is tried again later', async () => {
  await using stage = await speaking();
  await using working = run(stage, 'realtime');
  stage.words.push(
    serviceError('ASR_ENDPOINT_UNREACHABLE', { host: '127.0.0.1', reason: 'does not answer' }),
    'at last',
  );
  await working.backlog.offer(await recorded(stage));
  await expect.poll(async () => (await stage.store.audio.countSegments()).failed, PATIENCE).toBe(1);
  await expect.poll(() => working.clock.sleepers(), PATIENCE).toBe(1);
  expect(working.backlog.waiting()).toBe(1);
  await working.clock.advance(60_000);
  expect(await stage.said()).toEqual([]);
  await expect.poll(() => working.clock.sleepers(), PATIENCE).toBe(1);
  await working.clock.advance(5 * 60_000);
  await expect.poll(async () => (await stage.said())[0]?.text, PATIENCE).toBe('at last');
});

test('in batch mode recordings wait while the machine is busy or on battery, and the reason is reported', async () => {
  await using stage = await speaking();
  const load = { now: 'busy' as MachineLoad };
  await using working = run(stage, 'batch', load);
  await working.backlog.offer(await recorded(stage));
  await expect
    .poll(async () => (await stage.store.audio.countSegments()).deferred, PATIENCE)
    .toBe(1);
  expect(stage.meter.snapshot(working.backlog.waiting())).toMatchObject({
    isPaused: true,
    batchPausedReason: 'the machine is busy',
    segmentsDeferred: 1,
  });
  load.now = 'on_battery';
  await expect.poll(() => working.clock.sleepers(), PATIENCE).toBe(1);
  await working.clock.advance(30_000);
  await expect
    .poll(() => stage.meter.snapshot(0).batchPausedReason, PATIENCE)
    .toBe('the machine runs on battery');
  expect(await stage.said()).toEqual([]);
  load.now = 'free';
  stage.words.push('worked off');
  await expect.poll(() => working.clock.sleepers(), PATIENCE).toBe(1);
  await working.clock.advance(30_000);
  await expect.poll(async () => (await stage.said())[0]?.text, PATIENCE).toBe('worked off');
  await expect
    .poll(() => stage.meter.snapshot(working.backlog.waiting()), PATIENCE)
    .toMatchObject({
      isPaused: false,
      segmentsBatchProcessed: 1,
      batchResumeEvents: 1,
      segmentsDeferred: 0,
    });
});

test('with recognition turned off recordings are kept and wait', async () => {
  await using stage = await speaking();
  await using working = run(stage, 'disabled');
  await working.backlog.offer(await recorded(stage));
  await expect.poll(() => working.clock.sleepers(), PATIENCE).toBe(1);
  expect(await stage.store.audio.countSegments()).toMatchObject({ deferred: 1 });
});

test('a recording whose file is missing does not stop the rest', async () => {
  await using stage = await speaking();
  const lost = await recorded(stage, 0);
  await recorded(stage, 5);
  const [segment] = await stage.store.audio.listSegments(['pending'], 1);
  expect(segment?.chunkId).toBe(lost.chunkId);
  await stage.media.remove([segment?.filePath ?? '']);
  stage.words.push('the other one');
  await using working = run(stage, 'realtime');
  await expect.poll(async () => (await stage.said())[0]?.text, PATIENCE).toBe('the other one');
  await expect.poll(() => working.backlog.waiting(), PATIENCE).toBe(0);
});

test('a recording that its offload place has lost does not wait for ever', async () => {
  await using stage = await speaking();
  await recorded(stage);
  const lost = new ServiceError(errorText('OFFLOAD_LOST', { place: 'place' }));
  const media = { ...stage.media, readSamples: () => Promise.reject(lost) };
  await using working = run(stage, 'realtime', { now: 'free' }, { media });
  const open = () => stage.store.audio.listSegments(['pending', 'deferred', 'failed'], 9);
  await expect.poll(open, PATIENCE).toEqual([]);
  await expect.poll(() => working.backlog.waiting(), PATIENCE).toBe(0);
});

test('a recording that the machine refuses to read now is kept and read later', async () => {
  await using stage = await speaking();
  await recorded(stage);
  let refusals = 1;
  const media = {
    ...stage.media,
    async readSamples(...args: Parameters<Stage['media']['readSamples']>) {
      refusals -= 1;
      if (refusals >= 0) throw Object.assign(new Error('too many open files'), { code: 'EMFILE' });
      return stage.media.readSamples(...args);
    },
  };
  stage.words.push('still there');
  await using working = run(stage, 'realtime', { now: 'free' }, { media });
  await expect.poll(async () => (await stage.store.audio.countSegments()).failed, PATIENCE).toBe(1);
  await expect.poll(() => working.clock.sleepers(), PATIENCE).toBe(1);
  await working.clock.advance(5 * 60_000);
  await expect.poll(async () => (await stage.said())[0]?.text, PATIENCE).toBe('still there');
});

test('a recording whose file is missing keeps what was written provisionally', async () => {
  await using stage = await speaking();
  const heard = stage.heard(MIC, 0);
  stage.words.push('so far');
  await stage.scribe.writeProvisionally(heard, new AbortController().signal);
  await stage.scribe.keep(heard);
  const [segment] = await stage.store.audio.listSegments(['pending'], 1);
  await stage.media.remove([segment?.filePath ?? '']);
  await using working = run(stage, 'realtime');
  await expect
    .poll(async () => (await stage.store.audio.countSegments()).pending, PATIENCE)
    .toBe(0);
  await expect.poll(() => working.backlog.waiting(), PATIENCE).toBe(0);
  expect((await stage.said()).map(({ text }) => text)).toEqual(['so far']);
});

test('a recording that is still being handed over is not taken from the store', async () => {
  await using stage = await speaking();
  const handOver = Promise.withResolvers<void>();
  const keeping = stage.scribe.keep(stage.heard(MIC, 0), () => handOver.promise);
  await expect
    .poll(async () => (await stage.store.audio.countSegments()).pending, PATIENCE)
    .toBe(1);
  stage.words.push('only once');
  await using working = run(stage, 'realtime');
  await expect.poll(() => working.clock.sleepers(), PATIENCE).toBe(1);
  expect(stage.words).toEqual(['only once']);
  handOver.resolve();
  await keeping;
  await working.clock.advance(30_000);
  await expect.poll(async () => (await stage.said())[0]?.text, PATIENCE).toBe('only once');
});

test('recordings that failed too often do not hold up newer ones and do not count as waiting', async () => {
  await using stage = await speaking();
  const { store } = stage;
  for (let i = 0; i < 31; i += 1) {
    const filePath = `data/old-${i}.ogg`;
    const old = { filePath, atMs: START_MS - 60_000, deviceName: MIC.name, isInput: true };
    const chunkId = await store.audio.addSegment({ ...old, durationMs: 1_000 });
    for (let k = 0; k < 6; k += 1) await store.audio.setSegmentState(chunkId, 'failed', 'X');
  }
  await recorded(stage);
  stage.words.push('the new one');
  await using working = run(stage, 'realtime');
  await expect.poll(async () => (await stage.said())[0]?.text, PATIENCE).toBe('the new one');
  await expect.poll(() => working.backlog.waiting(), PATIENCE).toBe(0);
});

test('a missing model is reported while recordings wait, and does not use up their attempts', async () => {
  await using stage = await speaking();
  await using working = run(stage, 'realtime');
  const missing = serviceError('MODEL_NOT_INSTALLED', { id: 'tiny' });
  stage.words.push(missing);
  await working.backlog.offer(await recorded(stage));
  await expect
    .poll(() => working.backlog.trouble(), PATIENCE)
    .toBe('the speech model is not installed: run "hindcast models pull tiny"');
  await expect.poll(() => working.clock.sleepers(), PATIENCE).toBe(1);
  expect(await stage.store.audio.listSegments(['failed'], 1)).toMatchObject([{ attempts: 0 }]);
  stage.words.push('now');
  await working.clock.advance(5 * 60_000);
  await expect.poll(async () => (await stage.said())[0]?.text, PATIENCE).toBe('now');
  await expect.poll(() => working.backlog.trouble(), PATIENCE).toBeUndefined();
});

test('a recording that was deleted while it was transcribed does not break the work', async () => {
  await using stage = await speaking();
  const deleted = await recorded(stage, 0);
  await stage.store.audio.setSegmentText(deleted.chunkId, [], true);
  await using working = run(stage, 'realtime');
  stage.words.push('of the deleted one', 'of the next one');
  await working.backlog.offer(deleted);
  await working.backlog.offer(await recorded(stage, 5));
  await expect
    .poll(async () => (await stage.said()).map(({ text }) => text), PATIENCE)
    .toEqual(['of the next one']);
});

test('a recording whose end could not be written is made from what was written before', async () => {
  await using stage = await speaking();
  const heard = stage.heard(MIC, 0);
  stage.words.push('so far');
  await stage.scribe.writeProvisionally(heard, new AbortController().signal);
  Object.assign(heard.draft, { finish: () => Promise.reject(new Error('no space')) });
  await expect(stage.scribe.keep(heard)).rejects.toThrow('no space');
  stage.words.push('so far and to its end');
  await using working = run(stage, 'realtime');
  await expect
    .poll(async () => (await stage.said())[0]?.text, PATIENCE)
    .toBe('so far and to its end');
  const [row] = await stage.said();
  const chunk = await stage.store.audio.findChunk(row?.chunkId ?? 0);
  const samples = await stage.media.readSamples({ id: 1, filePath: chunk?.filePath ?? '' });
  expect(samples.length).toBeGreaterThan(16_000);
  await expect.poll(() => working.backlog.waiting(), PATIENCE).toBe(0);
});

test('while the budget is used up recordings wait for their text, and get it afterwards', async () => {
  await using stage = await speaking();
  let reason: string | undefined = 'the budget for CPU is used up';
  await using working = run(stage, 'realtime', undefined, { whyWait: () => reason });
  stage.words.push('heard in a busy hour');
  await working.backlog.offer(await recorded(stage));
  await expect.poll(() => working.clock.sleepers(), PATIENCE).toBe(1);
  await working.clock.advance(60_000);
  expect(await stage.said()).toEqual([]);
  expect([working.backlog.waiting(), working.backlog.isIdle()]).toEqual([1, false]);
  expect(stage.meter.snapshot(1)).toMatchObject({ isPaused: true, batchPausedReason: reason });
  reason = undefined;
  await expect.poll(() => working.clock.sleepers(), PATIENCE).toBe(1);
  await working.clock.advance(60_000);
  await expect
    .poll(async () => (await stage.said())[0]?.text, PATIENCE)
    .toBe('heard in a busy hour');
  expect(stage.meter.snapshot(0).isPaused).toBe(false);
});
