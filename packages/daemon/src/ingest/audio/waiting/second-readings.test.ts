import { expect, test } from 'vitest';
import { silentLog } from '#core/log/log.ts';
import { manualClock } from '#core/testing/manual-clock.ts';
import { LanguageModelMissingError } from '#extract/asr/errors.ts';
import { AudioGoneError } from '#store/media/audio/errors.ts';
import type { MachineLoad } from '../../../upkeep/machine-load.ts';
import type { Job } from '../job.ts';
import { MIC, START_MS, speaking } from '../speaking.fixture.ts';
import { makeRetranscribe } from './retranscribe.ts';
import { secondReadings } from './second-readings.ts';

const PATIENCE = { timeout: 15_000, interval: 10 };
const LARGER = { smaller: ['by-hand'], models: 'large', readsForeign: false };
const MINUTE_MS = 60_000;
type Stage = Awaited<ReturnType<typeof speaking>>;

/** A machine that has time. */
const RESTING = {
  load: 'free' as MachineLoad,
  isOn: true,
  waiting: 0,
  freeBytes: 4e9,
  lastFrameAtMs: START_MS,
  larger: LARGER,
};

function run(
  stage: Stage,
  changed: Partial<Parameters<typeof secondReadings>[0]> = {},
  machine: Partial<typeof RESTING> = {},
) {
  const { store, media, recognition, makeDetector } = stage;
  const clock = manualClock(START_MS + 10 * MINUTE_MS);
  const state = { ...RESTING, ...machine };
  const stop = new AbortController();
  const service = secondReadings({
    store,
    recognition,
    retranscribe: makeRetranscribe({
      store,
      media,
      recognition,
      makeDetector,
      clock,
    }),
    findLarger: async () => state.larger,
    isOn: () => state.isOn,
    machineLoad: async () => state.load,
    whyWait: () => undefined,
    waiting: () => state.waiting,
    freeBytes: () => state.freeBytes,
    lastFrameAtMs: () => state.lastFrameAtMs,
    clock,
    log: silentLog,
    ...changed,
  });
  const running = service.run(stop.signal);
  return {
    service,
    state,
    clock,
    async [Symbol.asyncDispose]() {
      stop.abort();
      await running;
    },
  };
}

/** A recording with its final text, by the small model. */
async function said(stage: Stage, text: string, atSecs: number): Promise<number> {
  stage.words.push(text);
  const job = (await stage.scribe.keep(stage.heard(MIC, atSecs))) as Job;
  await stage.scribe.write(job, new AbortController().signal);
  return job.chunkId;
}

const textsOf = async (stage: Stage) => (await stage.said()).map(({ text }) => text);

test('recordings are read by the larger model, the newest first, each once', async () => {
  await using stage = await speaking();
  await said(stage, 'badly heard', 0);
  await said(stage, 'heard badly', 10);
  stage.words.push('the second', 'the first');
  await using working = run(stage);
  await expect.poll(() => textsOf(stage), PATIENCE).toEqual(['the first', 'the second']);
  await expect
    .poll(() => working.service.figures(), PATIENCE)
    .toEqual({
      toCorrect: 0,
      toImprove: 0,
      improved: 2,
      waitsBecause: null,
    });
  // Also for the next start.
  stage.words.push('never asked for');
  await using again = run(stage);
  await expect.poll(() => again.service.figures().waitsBecause, PATIENCE).toBeNull();
  expect(stage.words).toEqual(['never asked for']);
});

test.each([
  ['the machine is busy', { load: 'busy' }],
  ['the machine runs on battery', { load: 'on_battery' }],
  ['memory is short', { freeBytes: 1e9 }],
  ['the machine is in use', { lastFrameAtMs: START_MS + 11 * MINUTE_MS }],
  ['other recordings wait for their first text', { waiting: 1 }],
  ['it is turned off (audio.readAgain)', { isOn: false }],
] as const)('waits because %s, and goes on by itself', async (reason, change) => {
  await using stage = await speaking();
  await said(stage, 'badly heard', 0);
  stage.words.push('well heard');
  await using working = run(stage, {}, change);
  await expect.poll(() => working.service.figures().waitsBecause, PATIENCE).toBe(reason);
  await working.clock.advance(31_000);
  expect([await textsOf(stage), working.service.figures()]).toEqual([
    ['badly heard'],
    { toCorrect: 0, toImprove: 1, improved: 0, waitsBecause: reason },
  ]);
  Object.assign(working.state, RESTING);
  await expect
    .poll(async () => {
      await working.clock.advance(31_000);
      return textsOf(stage);
    }, PATIENCE)
    .toEqual(['well heard']);
});

test('what it said before can be restored, and is not read again', async () => {
  await using stage = await speaking();
  const chunkId = await said(stage, 'badly heard', 0);
  stage.words.push('well heard');
  await using working = run(stage);
  await expect.poll(() => textsOf(stage), PATIENCE).toEqual(['well heard']);
  expect(await stage.store.audio.restoreOlderText(chunkId)).toBe(true);
  expect(await textsOf(stage)).toEqual(['badly heard']);
  working.state.larger = { ...LARGER, models: 'still larger' };
  expect(await stage.store.audio.findToImprove(working.state.larger)).toBeUndefined();
});

test('a recording that the larger model cannot read is left as it is, and tried once', async () => {
  await using stage = await speaking();
  await said(stage, 'heard', 0);
  stage.words.push(new Error('out of memory'));
  await using working = run(stage);
  await expect.poll(() => stage.words, PATIENCE).toEqual([]);
  await expect.poll(() => stage.store.audio.countToImprove(LARGER), PATIENCE).toBe(0);
  expect([await textsOf(stage), working.service.figures().improved]).toEqual([['heard'], 0]);
});

test('a failure that passes marks nothing as read: it is tried again later', async () => {
  await using stage = await speaking();
  await said(stage, 'heard', 0);
  await said(stage, 'heard too', 10);
  const tried: number[] = [];
  let isFailing = true;
  await using working = run(stage, {
    async retranscribe(chunk) {
      tried.push(chunk.id);
      if (isFailing) throw new LanguageModelMissingError('de');
      return { lines: [], removedIds: [] };
    },
  });
  await expect.poll(() => tried.length, PATIENCE).toBe(1);
  // It waits now, and goes on with the same one.
  await expect
    .poll(async () => {
      await working.clock.advance(31_000);
      return tried.length;
    }, PATIENCE)
    .toBeGreaterThan(1);
  expect(new Set(tried).size).toBe(1);
  expect(await stage.store.audio.countToImprove(LARGER)).toBe(2);
  isFailing = false;
  await expect
    .poll(async () => {
      await working.clock.advance(31_000);
      return stage.store.audio.countToImprove(LARGER);
    }, PATIENCE)
    .toBe(0);
});

test('corrected languages are read at once, whatever the machine does', async () => {
  await using stage = await speaking();
  await said(stage, 'good and talk', 0);
  await using working = run(stage, {}, { load: 'busy', larger: { ...LARGER, smaller: [] } });
  stage.words.push('guten Tag');
  expect(await working.service.want({ everything: true }, 'de')).toBe(1);
  await expect.poll(() => textsOf(stage), PATIENCE).toEqual(['guten Tag']);
  expect((await stage.said())[0]).toMatchObject({ language: 'de' });
  await expect.poll(() => working.service.figures().toCorrect, PATIENCE).toBe(0);
});

test('a recording whose sound is missing does not wait for ever, one without a model does', async () => {
  await using stage = await speaking();
  const chunkId = await said(stage, 'good and talk', 0);
  let failure: Error = new LanguageModelMissingError('de');
  let tried = 0;
  await using working = run(stage, {
    findLarger: async () => ({ ...LARGER, smaller: [] }),
    async retranscribe() {
      tried += 1;
      throw failure;
    },
  });
  await working.service.want({ everything: true }, 'de');
  await expect.poll(() => tried, PATIENCE).toBeGreaterThan(0);
  expect(working.service.figures().toCorrect).toBe(1);
  failure = new AudioGoneError({ id: chunkId, filePath: '' });
  await expect
    .poll(async () => {
      await working.clock.advance(31_000);
      return working.service.figures().toCorrect;
    }, PATIENCE)
    .toBe(0);
  expect(await textsOf(stage)).toEqual(['good and talk']);
});

test('a language is known and has a model, or is refused', async () => {
  await using stage = await speaking();
  await using working = run(stage);
  await expect(working.service.assertReads('xx')).rejects.toMatchObject({
    code: 'LANGUAGE_UNKNOWN',
  });
  await expect(working.service.assertReads('fr')).rejects.toMatchObject({
    code: 'LANGUAGE_MODEL_MISSING',
    hint: expect.stringContaining('hindcast models pull whisper-base'),
  });
  await working.service.assertReads('de');
  expect(working.service.languages()).toContainEqual({ code: 'de', name: 'German' });
});
