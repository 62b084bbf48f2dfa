import { join } from 'node:path';
import { expect, test } from 'vitest';
import { audioDevices } from '#capture/audio/audio-devices.ts';
import { handSource } from '#capture/audio/hand-source.fixture.ts';
import { silentLog } from '#core/log/log.ts';
import { makeSupervisor } from '#core/service.ts';
import { manualClock } from '#core/testing/manual-clock.ts';
import { audioSide } from './audio.ts';
import type { Draft } from './draft.ts';
import type { Scribe } from './scribe.ts';
import { LOUDSPEAKER, MIC, START_MS, speaking } from './speaking.fixture.ts';
import { openBacklog } from './waiting/backlog.ts';

const PATIENCE = { timeout: 15_000, interval: 10 };
type Stage = Awaited<ReturnType<typeof speaking>>;

function open(stage: Stage, changed: { media?: Stage['media']; scribe?: Scribe } = {}) {
  const { store, echoes, meter, makeDetector } = stage;
  const { media = stage.media, scribe = stage.scribe } = changed;
  const clock = manualClock(START_MS);
  const hand = handSource([MIC, LOUDSPEAKER]);
  const log = silentLog;
  const machineLoad = async () => 'free' as const;
  const backlog = openBacklog({
    mode: 'realtime',
    store,
    media,
    scribe,
    machineLoad,
    makeDetector,
    meter,
    clock,
    log,
  });
  const side = audioSide({
    openSource: () => ({ kind: 'open', source: hand.source }),
    requested: audioDevices({ chosen: [], file: join(stage.dataDir, 'audio-devices.json'), log }),
    makeDetector,
    store,
    media,
    echoes,
    scribe,
    backlog,
    meter,
    clock,
    log,
    supervisor: makeSupervisor({ clock, log }),
  });
  side.open();
  let atMs = START_MS;
  return {
    side,
    hand,
    clock,
    say(secs: number, amplitude: number): void {
      for (let block = 0; block < secs * 100; block += 1, atMs += 10) {
        const samples = Int16Array.from({ length: 160 }, () => amplitude * (Math.random() - 0.5));
        hand.latest(MIC.id).onBlock({ atMs, samples });
      }
    },
    stateOf: (name: string) => side.listDevices().find((device) => device.name === name)?.state,
  };
}

test('recordings are transcribed although those of a killed process cannot be looked at', async () => {
  await using stage = await speaking();
  await stage.scribe.keep(stage.heard(MIC, 0));
  stage.words.push('from before');
  const media = { ...stage.media, recover: () => Promise.reject(new Error('the disk fails')) };
  const { side } = open(stage, { media });
  await expect.poll(async () => (await stage.said())[0]?.text, PATIENCE).toBe('from before');
  expect(side.metrics().processErrors).toBe(1);
  await side.close();
});

test('stopping keeps what was said and does not wait for recognition', async () => {
  await using stage = await speaking();
  let started = 0;
  let aborted = 0;
  /** Recognition that takes as long as it may. */
  const scribe: Scribe = {
    ...stage.scribe,
    writeProvisionally: (_, signal) =>
      new Promise((_resolve, reject) => {
        started += 1;
        signal.addEventListener('abort', () => {
          aborted += 1;
          reject(new Error('aborted'));
        });
      }),
    write: (_, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      }),
  };
  const listening = open(stage, { scribe });
  await expect.poll(() => listening.hand.streams.length, PATIENCE).toBe(2);
  listening.say(1, 10);
  listening.say(4, 20_000);
  listening.say(0.6, 10);
  await expect.poll(() => started, PATIENCE).toBe(1);
  await listening.side.stop();
  expect(aborted).toBe(1);
  expect(await stage.store.audio.countSegments()).toMatchObject({ pending: 1 });
  await listening.side.close();
  expect(await stage.store.audio.countSegments()).toMatchObject({ pending: 1, failed: 0 });
});

test('a final text does not wait for a provisional one, unless it is of the same sound', async () => {
  await using stage = await speaking();
  const under: { endAtMs: number; signal: AbortSignal }[] = [];
  const finals: number[] = [];
  const scribe: Scribe = {
    ...stage.scribe,
    /** As long as it may take. */
    writeProvisionally: ({ segment }, signal) =>
      new Promise((_resolve, reject) => {
        under.push({ endAtMs: segment.endAtMs, signal });
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      }),
    keep(heard) {
      finals.push(heard.segment.endAtMs);
      return heard.draft.close().then(() => undefined);
    },
  };
  const { side, hand, say } = open(stage, { scribe });
  await expect.poll(() => hand.streams.length, PATIENCE).toBe(2);
  say(1, 10);
  say(2, 20_000);
  say(3, 10);
  await expect.poll(() => finals.length, PATIENCE).toBe(1);
  expect(under.map(({ endAtMs }) => endAtMs)).toEqual(finals);
  expect(under[0]?.signal.aborted).toBe(false);
  say(2, 20_000);
  say(3, 10);
  await expect.poll(() => finals.length, PATIENCE).toBe(2);
  expect(under[0]?.signal.aborted).toBe(true);
  await side.close();
});

test('only what is kept counts as kept, not an echo that is left out', async () => {
  await using stage = await speaking();
  const results: Promise<unknown>[] = [];
  const scribe: Scribe = {
    ...stage.scribe,
    keep(heard, handOver) {
      const work = stage.scribe.keep(heard, handOver);
      results.push(work);
      return work;
    },
  };
  const { side, hand, say } = open(stage, { scribe });
  await expect.poll(() => hand.streams.length, PATIENCE).toBe(2);
  const sentence = async () => {
    const before = results.length;
    say(1, 10);
    say(4, 20_000);
    say(3, 10);
    await expect.poll(() => results.length, PATIENCE).toBeGreaterThan(before);
    await results.at(-1);
  };
  const heardAgain = { keep: [], lagMs: 0, correlation: 1, needsTextCheck: false };
  // One for each pair of devices that it belongs to.
  stage.verdicts.push(
    ...Array.from({ length: 8 }, () => ({ verdict: 'echo' as const, ...heardAgain })),
  );
  await sentence();
  await new Promise((resolve) => setImmediate(resolve));
  expect(side.metrics().dbDuplicatesBlocked).toBe(1);
  expect(side.metrics().lastKeptAtMs).toBeUndefined();
  stage.verdicts.splice(0);
  await sentence();
  await expect.poll(() => side.metrics().lastKeptAtMs, PATIENCE).toBe(START_MS);
  await side.close();
});

test('the end waits two seconds for what is being kept, and no longer', async () => {
  await using stage = await speaking();
  const drafts: Draft[] = [];
  const scribe: Scribe = {
    ...stage.scribe,
    keep({ draft }) {
      drafts.push(draft);
      return new Promise(() => {});
    },
  };
  const listening = open(stage, { scribe });
  await expect.poll(() => listening.hand.streams.length, PATIENCE).toBe(2);
  listening.say(1, 10);
  listening.say(4, 20_000);
  let isClosed = false;
  const closing = listening.side.close().then(() => {
    isClosed = true;
  });
  await expect.poll(() => listening.clock.sleepers(), PATIENCE).toBeGreaterThan(1);
  expect(isClosed).toBe(false);
  await listening.clock.advance(2_000);
  await closing;
  for (const draft of drafts) await draft.close();
});

test('after everything was stopped only the device that is started records', async () => {
  await using stage = await speaking();
  const { side, stateOf } = open(stage);
  await expect.poll(() => stateOf(MIC.name), PATIENCE).toBe('recording');
  await side.stop();
  expect(side.isRunning()).toBe(false);
  await side.startDevice(LOUDSPEAKER.name);
  expect(side.isRunning()).toBe(true);
  expect([stateOf(LOUDSPEAKER.name), stateOf(MIC.name)]).toEqual(['recording', 'stopped']);
  await side.close();
});

test('a pause ends every stream and keeps what was chosen for afterwards', async () => {
  await using stage = await speaking();
  const { side, hand, say, stateOf } = open(stage);
  await expect.poll(() => stateOf(MIC.name), PATIENCE).toBe('recording');
  await expect.poll(() => hand.streams.length, PATIENCE).toBe(2);
  say(1, 10);
  say(4, 20_000);
  stage.words.push('before the pause');
  await side.stopDevice(LOUDSPEAKER.name);
  await side.setPaused(true);
  await expect
    .poll(async () => (await stage.said()).map(({ text }) => text), PATIENCE)
    .toEqual(['before the pause']);
  expect(hand.streams.every(({ handlers }) => handlers.signal.aborted)).toBe(true);
  expect(side.isRunning()).toBe(false);
  expect(side.listDevices()[0]).toMatchObject({ state: 'stopped', detail: 'capture is paused' });
  // A start is a request for afterwards.
  await side.startDevice(LOUDSPEAKER.name);
  expect(hand.streams.length).toBe(2);
  await side.setPaused(false);
  await expect.poll(() => hand.streams.length, PATIENCE).toBe(4);
  expect(side.isRunning()).toBe(true);
  await side.close();
});

test('a device that is not there any more can be stopped', async () => {
  await using stage = await speaking();
  const { side, hand, stateOf } = open(stage);
  await expect.poll(() => stateOf(MIC.name), PATIENCE).toBe('recording');
  hand.tell([LOUDSPEAKER]);
  await side.stopDevice(MIC.name);
  hand.tell([MIC, LOUDSPEAKER]);
  expect(stateOf(MIC.name)).toBe('stopped');
  await expect(side.stopDevice('Radio (input)')).rejects.toMatchObject({
    code: 'AUDIO_DEVICE_NOT_FOUND',
  });
  await side.close();
});
