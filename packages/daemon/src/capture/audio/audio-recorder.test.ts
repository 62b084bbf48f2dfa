import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '#core/clock.ts';
import { silentLog } from '#core/log/log.ts';
import {
  MIC_FEED,
  MICROPHONE,
  type SoundServer,
  startSoundServer,
  whyNoSoundServer,
} from '../../../../../test/support/sound-server.ts';
import { type AudioDevices, audioDevices } from './audio-devices.ts';
import { type AudioRecorder, audioRecorder, type DeviceState } from './audio-recorder.ts';
import { pulseSource } from './pulse/pulse-source.ts';

const reason = whyNoSoundServer();
if (reason !== undefined) process.stderr.write(`audio recorder tests skipped: ${reason}\n`);
const patience = { timeout: 40_000, interval: 30 };
const SPEAKERS = 'speakers.monitor';

describe.skipIf(reason !== undefined)('audio recorder', { timeout: 90_000 }, () => {
  let server: SoundServer;
  let requested: AudioDevices;
  let recorder: AudioRecorder;
  let stop: AbortController;
  let running: Promise<void>;
  let heard: Map<string, number>;
  let ends: string[];

  function start(chosen: readonly string[] = []): void {
    heard = new Map();
    ends = [];
    stop = new AbortController();
    const file = join(server.env.HOME ?? '', 'audio-devices.json');
    requested = audioDevices({ chosen, file, log: silentLog });
    recorder = audioRecorder({
      open: (nowMs) => ({
        kind: 'open',
        source: pulseSource({ env: server.env, nowMs, timeoutMs: 4_000 }),
      }),
      requested,
      clock: systemClock,
      log: silentLog,
      listeners: {
        onBlock: ({ id }) => heard.set(id, (heard.get(id) ?? 0) + 1),
        onStreamEnd: ({ id }, { kind }) => ends.push(`${id} ${kind}`),
      },
    });
    running = recorder.run(stop.signal);
  }
  async function end(): Promise<void> {
    stop.abort();
    await running;
  }
  beforeEach(async () => {
    server = await startSoundServer();
  }, 60_000);
  afterEach(async () => {
    await end();
    await server.stop();
  });

  const stateOf = (id: string): DeviceState | undefined =>
    recorder.status().devices.find((device) => device.id === id)?.state;
  const isHeard = (id: string) => expect.poll(() => stateOf(id), patience).toBe('running');
  const deviceOf = (id: string) => {
    const found = recorder.devices().find((device) => device.id === id);
    if (found === undefined) throw new Error(`there is no ${id}`);
    return found;
  };

  test('hears the defaults, and the next defaults when they change', async () => {
    start();
    await isHeard(MICROPHONE);
    await isHeard(SPEAKERS);
    expect(stateOf('mic_feed.monitor')).toBe('stopped');
    await server.addSink('headset', 'Headset');
    await server.setDefault('sink', 'headset');
    await isHeard('headset.monitor');
    await expect.poll(() => stateOf(SPEAKERS), patience).toBe('stopped');
    expect(ends).toEqual([`${SPEAKERS} stopped`]);
  });

  test('single devices and everything can be stopped and started', async () => {
    start();
    await isHeard(MICROPHONE);
    await isHeard(SPEAKERS);
    requested.stop(deviceOf(SPEAKERS));
    expect(stateOf(SPEAKERS)).toBe('stopped');
    expect(stateOf(MICROPHONE)).toBe('running');
    requested.setOn(false);
    expect(stateOf(MICROPHONE)).toBe('stopped');
    const before = heard.get(MICROPHONE);
    requested.start(deviceOf(SPEAKERS));
    requested.setOn(true);
    await isHeard(SPEAKERS);
    await isHeard(MICROPHONE);
    expect(heard.get(MICROPHONE)).toBeGreaterThan(before ?? 0);
  });

  test('a chosen device that goes is vanished, and is heard again when it is back', async () => {
    await server.addMicrophone('travel', MIC_FEED, 'Travel mic');
    start(['Travel mic (input)']);
    await isHeard('travel');
    await server.remove('travel');
    const states = () => recorder.status().devices.map(({ name, state }) => `${name} ${state}`);
    await expect.poll(states, patience).toContain('Travel mic (input) vanished');
    await server.addMicrophone('travel', MIC_FEED, 'Travel mic');
    await isHeard('travel');
  });

  test('a sound server that is killed and started again is heard again', async () => {
    start();
    await isHeard(MICROPHONE);
    await isHeard(SPEAKERS);
    await server.kill();
    await expect.poll(() => recorder.devices(), patience).toEqual([]);
    await expect.poll(() => recorder.status().unavailable, patience).toContain('sound server');
    await server.restart();
    await isHeard(MICROPHONE);
    await isHeard(SPEAKERS);
    expect(recorder.status().unavailable).toBeUndefined();
    expect(ends.filter((text) => text.startsWith(MICROPHONE)).length).toBeGreaterThan(0);
  });

  test('a server that stands still counts as a stream time-out and is heard again when it goes on', async () => {
    start();
    await isHeard(MICROPHONE);
    server.freeze();
    const timeouts = () =>
      recorder.status().devices.find(({ id }) => id === MICROPHONE)?.timeouts ?? 0;
    await expect.poll(timeouts, patience).toBeGreaterThan(0);
    expect(stateOf(MICROPHONE)).not.toBe('running');
    server.thaw();
    await isHeard(MICROPHONE);
    await isHeard(SPEAKERS);
    expect(recorder.status().streamTimeouts).toBeGreaterThan(0);
  });

  test('a start before the sound server says that nothing can be heard, and hears once it can', async () => {
    await server.kill();
    start();
    await expect.poll(() => recorder.status().unavailable, patience).toContain('sound server');
    await server.restart();
    await isHeard(MICROPHONE);
    expect(recorder.status().unavailable).toBeUndefined();
  });

  test('stopping ends every stream', async () => {
    start();
    await isHeard(MICROPHONE);
    await isHeard(SPEAKERS);
    await end();
    expect(ends.sort()).toEqual([`${SPEAKERS} stopped`, `${MICROPHONE} stopped`]);
    expect(recorder.devices()).toEqual([]);
  });
});
