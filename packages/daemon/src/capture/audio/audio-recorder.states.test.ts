import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { silentLog } from '#core/log/log.ts';
import { manualClock } from '#core/testing/manual-clock.ts';
import { audioDevices } from './audio-devices.ts';
import { type AudioRecorder, audioRecorder } from './audio-recorder.ts';
import type { AudioDevice } from './audio-source.ts';
import { handSource } from './hand-source.fixture.ts';

const MIC: AudioDevice = { id: 'mic', name: 'Desk (input)', kind: 'input', isDefault: true };
const BLOCK = { atMs: 0, samples: new Int16Array(160) };
const PATIENCE = { timeout: 15_000, interval: 10 };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hindcast-recorder-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function start(hand: ReturnType<typeof handSource>) {
  const clock = manualClock();
  const stop = new AbortController();
  const recorder: AudioRecorder = audioRecorder({
    open: () => ({ kind: 'open', source: hand.source }),
    requested: audioDevices({ chosen: [], file: join(folder, 'devices.json'), log: silentLog }),
    clock,
    log: silentLog,
    listeners: { onBlock: () => {}, onStreamEnd: () => {} },
  });
  const running = recorder.run(stop.signal);
  return {
    clock,
    recorder,
    stop: () => {
      stop.abort();
      return running;
    },
    state: () => recorder.status().devices.find(({ id }) => id === MIC.id)?.state,
  };
}

test('a device that delivers nothing does not seem to record each time it is opened again', async () => {
  const hand = handSource([MIC]);
  const { clock, state, stop } = start(hand);
  await expect.poll(() => hand.streams.length, PATIENCE).toBe(1);
  expect(state()).toBe('starting');
  hand.latest('mic').onEnd({ kind: 'timed_out' });
  await expect.poll(state, PATIENCE).toBe('timed_out');
  await expect.poll(() => clock.sleepers(), PATIENCE).toBe(1);
  await clock.advance(30_000);
  await expect.poll(() => hand.streams.length, PATIENCE).toBe(2);
  expect(state()).toBe('timed_out');
  hand.latest('mic').onBlock(BLOCK);
  expect(state()).toBe('running');
  await stop();
});

test('a clock that is set forward does not shorten the wait for a broken device', async () => {
  const hand = handSource([MIC]);
  const { clock, stop } = start(hand);
  await expect.poll(() => hand.streams.length, PATIENCE).toBe(1);
  hand.latest('mic').onEnd({ kind: 'timed_out' });
  await expect.poll(() => clock.sleepers(), PATIENCE).toBe(1);
  await clock.advance(500);
  await expect.poll(() => hand.streams.length, PATIENCE).toBe(2);
  clock.set(clock.now() + 3_600_000);
  hand.latest('mic').onEnd({ kind: 'timed_out' });
  await expect.poll(() => clock.sleepers(), PATIENCE).toBe(1);
  await clock.advance(999);
  expect(hand.streams).toHaveLength(2);
  await clock.advance(1);
  await expect.poll(() => hand.streams.length, PATIENCE).toBe(3);
  await stop();
});

test('a source that throws when a device is opened is tried again', async () => {
  const hand = handSource([MIC]);
  hand.state.fault = new Error('no memory');
  const { clock, state, stop } = start(hand);
  await expect.poll(state, PATIENCE).toBe('broken');
  await expect.poll(() => clock.sleepers(), PATIENCE).toBe(1);
  await clock.advance(30_000);
  await expect.poll(() => hand.streams.length, PATIENCE).toBe(1);
  hand.latest('mic').onBlock(BLOCK);
  expect(state()).toBe('running');
  await stop();
});

test('the end does not wait for a sound server that hangs, and its late answer opens nothing', async () => {
  const hand = handSource([MIC]);
  const answer = Promise.withResolvers<readonly AudioDevice[]>();
  hand.state.listDevices = () => answer.promise;
  const { recorder, stop } = start(hand);
  await stop();
  answer.resolve([MIC]);
  await answer.promise;
  await new Promise((resolve) => setImmediate(resolve));
  expect(hand.streams).toEqual([]);
  expect(recorder.devices()).toEqual([]);
});

test('a device that went is still known', async () => {
  const hand = handSource([MIC]);
  const { recorder, stop } = start(hand);
  await expect.poll(() => recorder.devices().length, PATIENCE).toBe(1);
  hand.state.listDevices = async () => [];
  hand.tell([]);
  expect(recorder.devices()).toEqual([]);
  expect(recorder.known()).toEqual([MIC]);
  await stop();
});
