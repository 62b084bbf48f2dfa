import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  MIC_FEED,
  MICROPHONE,
  type SoundServer,
  SPEAKERS,
  startSoundServer,
  whyNoSoundServer,
} from '../../../../../../test/support/sound-server.ts';
import { tone, writeWav } from '../../../../../../test/support/wav.ts';
import { audioSourceConformance, levelOf, record } from '../audio-source.conformance.ts';
import type { AudioDevice, AudioSource } from '../audio-source.ts';
import { SoundUnavailableError } from '../errors.ts';
import { pulseSource } from './pulse-source.ts';

const patience = { timeout: 30_000, interval: 30 };
const nowMs = () => Date.now();

function toneFile(server: SoundServer): string {
  const file = join(server.env.HOME ?? '', 'tone.wav');
  writeWav(file, tone({ hertz: 440, seconds: 1, level: 0.5 }));
  return file;
}

for (const kind of ['pulseaudio', 'pipewire'] as const) {
  const reason = whyNoSoundServer(kind);
  if (reason !== undefined) process.stderr.write(`${kind} tests skipped: ${reason}\n`);

  describe.skipIf(reason !== undefined)(`pulse source on ${kind}`, { timeout: 60_000 }, () => {
    let server: SoundServer;
    let file: string;
    beforeAll(async () => {
      server = await startSoundServer(kind);
      file = toneFile(server);
    }, 60_000);
    afterAll(() => server?.stop());

    audioSourceConformance({
      // Long: a machine that runs all tests at once may stand still for seconds.
      open: () => pulseSource({ env: server.env, nowMs, timeoutMs: 30_000 }),
      sound: (to) => server.play(file, to === 'input' ? MIC_FEED : SPEAKERS),
      plug: (label) => server.addMicrophone(label.replace(' ', '_'), MIC_FEED, label),
      unplug: (label) => server.remove(label.replace(' ', '_')),
    });
  });
}

const reason = whyNoSoundServer();

describe.skipIf(reason !== undefined)('pulse source', { timeout: 60_000 }, () => {
  let server: SoundServer;
  let source: AudioSource;
  beforeEach(async () => {
    server = await startSoundServer();
    source = pulseSource({ env: server.env, nowMs, timeoutMs: 4_000 });
  }, 60_000);
  afterEach(async () => {
    source.close();
    await server.stop();
  });
  const deviceOf = async (id: string): Promise<AudioDevice> => {
    const found = (await source.listDevices()).find((device) => device.id === id);
    if (found === undefined) throw new Error(`there is no ${id}`);
    return found;
  };

  test('outputs are the monitors of the sinks, and names keep letters beyond ASCII', async () => {
    await server.addSink('kopf', 'Kopfhörer „Größe“');
    expect(await source.listDevices()).toEqual([
      { id: MICROPHONE, name: 'Test microphone (input)', kind: 'input', isDefault: true },
      { id: 'speakers.monitor', name: 'Test speakers (output)', kind: 'output', isDefault: true },
      {
        id: 'mic_feed.monitor',
        name: 'Feed of the test microphone (output)',
        kind: 'output',
        isDefault: false,
      },
      { id: 'kopf.monitor', name: 'Kopfhörer „Größe“ (output)', kind: 'output', isDefault: false },
    ]);
  });

  test('two devices of one description get two names', async () => {
    await server.addMicrophone('second', MIC_FEED, 'Test microphone');
    const names = (await source.listDevices()).filter(({ kind }) => kind === 'input');
    expect(names.map(({ name }) => name)).toEqual([
      'Test microphone (input)',
      'Test microphone 2 (input)',
    ]);
  });

  test('another default is reported', async () => {
    const reported: (readonly AudioDevice[])[] = [];
    source.onDevicesChanged((devices) => reported.push(devices));
    await server.addSink('headset', 'Headset');
    await server.setDefault('sink', 'headset');
    const defaultOutput = () =>
      reported.at(-1)?.find(({ kind, isDefault }) => kind === 'output' && isDefault)?.name;
    await expect.poll(defaultOutput, patience).toBe('Headset (output)');
  });

  test('a stream of a device that goes never turns into a stream of another device', async () => {
    await server.addSink('other_feed');
    await server.addMicrophone('travel', 'other_feed', 'Travel mic');
    const recording = record(source, await deviceOf('travel'));
    await expect.poll(() => recording.blocks.length, patience).toBeGreaterThan(0);
    await server.remove('travel');
    await expect.poll(() => recording.ends.length, patience).toBe(1);
    await server.play(toneFile(server), MIC_FEED);
    expect(recording.blocks.filter((block) => levelOf(block) > 0.05)).toEqual([]);
  });

  test('a stream of the default device never turns into a stream of the next default', async () => {
    await server.addSink('other_feed');
    await server.addMicrophone('second', 'other_feed', 'Second mic');
    const recording = record(source, await deviceOf(MICROPHONE));
    await expect.poll(() => recording.blocks.length, patience).toBeGreaterThan(0);
    await server.setDefault('source', 'second');
    await expect.poll(() => recording.ends.map(({ kind }) => kind), patience).toEqual(['broken']);
    const again = record(source, await deviceOf(MICROPHONE));
    await expect.poll(() => again.blocks.length, patience).toBeGreaterThan(0);
    const loudMs = () => 10 * again.blocks.filter((block) => levelOf(block) > 0.05).length;
    await server.play(toneFile(server), 'other_feed');
    expect(loudMs()).toBe(0);
    await server.play(toneFile(server), MIC_FEED);
    await expect.poll(loudMs, patience).toBeGreaterThan(950);
    expect(loudMs()).toBeLessThan(1_060);
    expect(again.ends).toEqual([]);
  });

  test('what was played while nobody could take it is delivered whole', async () => {
    const recording = record(source, await deviceOf(MICROPHONE));
    await expect.poll(() => recording.blocks.length, patience).toBeGreaterThan(0);
    const [pid] = childrenOf(server, 'parec').map(Number);
    if (pid === undefined) throw new Error('nobody listens');
    process.kill(pid, 'SIGSTOP');
    await server.play(toneFile(server), MIC_FEED);
    process.kill(pid, 'SIGCONT');
    const loudMs = () => 10 * recording.blocks.filter((block) => levelOf(block) > 0.05).length;
    await expect.poll(loudMs, patience).toBeGreaterThan(950);
    expect(loudMs()).toBeLessThan(1_060);
    expect(recording.ends).toEqual([]);
  });

  test('a server that stands still is a time-out, and the children do not stay', async () => {
    const recording = record(source, await deviceOf(MICROPHONE));
    await expect.poll(() => recording.blocks.length, patience).toBeGreaterThan(0);
    server.freeze();
    await expect.poll(() => recording.ends, patience).toEqual([{ kind: 'timed_out' }]);
    await expect.poll(() => childrenOf(server, 'parec'), patience).toEqual([]);
    server.thaw();
  });

  test('a machine that is too busy to tell its devices loses no stream, and reports them later', async () => {
    const slow = slowPrograms(server);
    const patient = pulseSource({ env: slow.env, nowMs, timeoutMs: 30_000 });
    const reported: string[][] = [];
    patient.onDevicesChanged((devices) => reported.push(devices.map(({ name }) => name)));
    const recording = record(patient, await deviceOf(MICROPHONE));
    await expect.poll(() => recording.blocks.length, patience).toBeGreaterThan(0);
    slow.begin();
    await server.addSink('headset', 'Headset');
    await expect.poll(slow.wasGivenUp, patience).toBe(true);
    slow.end();
    await expect.poll(() => reported.at(-1), patience).toContain('Headset (output)');
    expect(reported).not.toContainEqual([]);
    expect(recording.ends).toEqual([]);
    patient.close();
  });

  test('a server that ends breaks its streams, is reported as no devices, and is reported again when it is back', async () => {
    const reported: number[] = [];
    const recording = record(source, await deviceOf('speakers.monitor'));
    await expect.poll(() => recording.blocks.length, patience).toBeGreaterThan(0);
    source.onDevicesChanged((devices) => reported.push(devices.length));
    await server.kill();
    await expect.poll(() => recording.ends.map(({ kind }) => kind), patience).toEqual(['broken']);
    await expect.poll(() => reported.at(-1), patience).toBe(0);
    await expect(source.listDevices()).rejects.toBeInstanceOf(SoundUnavailableError);
    await server.restart();
    await expect.poll(() => reported.at(-1), patience).toBe(3);
  });

  test('a source that is opened before there is a server reports when there is one', async () => {
    await server.kill();
    const early = pulseSource({ env: server.env, nowMs });
    const reported: number[] = [];
    early.onDevicesChanged((devices) => reported.push(devices.length));
    await server.restart();
    await expect.poll(() => reported.at(-1), patience).toBe(3);
    early.close();
  });

  test('when the service is killed, its children end too', async () => {
    source.close();
    const service = startListening(server);
    await expect.poll(() => childrenOf(server, 'parec').length, patience).toBe(2);
    await expect.poll(() => childrenOf(server, 'pactl').length, patience).toBeGreaterThan(0);
    const ended = once(service, 'close');
    service.kill('SIGKILL');
    await ended;
    await expect
      .poll(() => [...childrenOf(server, 'parec'), ...childrenOf(server, 'pactl')], patience)
      .toEqual([]);
  });
});

test('without the programs it says what to install', async () => {
  const source = pulseSource({ env: { PATH: '/nonexistent' }, nowMs });
  await expect(source.listDevices()).rejects.toMatchObject({
    code: 'SOUND_UNAVAILABLE',
    hint: expect.stringContaining('pulseaudio-utils'),
  });
  source.close();
});

/** The real `pactl`, which between `begin` and `end` does not come to ask before it is given up. */
function slowPrograms(server: SoundServer) {
  const folder = join(server.env.HOME ?? '', 'slow');
  const [flag, log] = [join(folder, 'busy'), join(folder, 'asked')];
  mkdirSync(folder);
  const script = `#!/bin/sh\n[ -e ${flag} ] && echo >> ${log} && exec sleep 60\nPATH=\${PATH#*:} exec pactl "$@"\n`;
  writeFileSync(join(folder, 'pactl'), script, { mode: 0o755 });
  return {
    env: { ...server.env, PATH: `${folder}:${server.env.PATH}` },
    begin: () => writeFileSync(flag, ''),
    end: () => rmSync(flag),
    wasGivenUp: () => existsSync(log) && childrenOf(server, 'sleep').length === 0,
  };
}

/** Processes of this name that speak to the test's own server. */
function childrenOf(server: SoundServer, program: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
        const name = readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
        return name === program && environment.includes(`HOME=${server.env.HOME}`);
      } catch {
        // It ended meanwhile.
        return false;
      }
    });
}

/** A separate process that hears both default devices. */
function startListening(server: SoundServer): ChildProcess {
  const module = new URL('./pulse-source.ts', import.meta.url).href;
  const script = `
    const { pulseSource } = await import(${JSON.stringify(module)});
    const source = pulseSource({ env: process.env, nowMs: () => Date.now() });
    for (const device of await source.listDevices()) {
      if (!device.isDefault) continue;
      source.open(device, { onBlock() {}, onEnd() {}, signal: new AbortController().signal });
    }`;
  return spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: server.env,
    cwd: import.meta.dirname,
    stdio: 'ignore',
  });
}
