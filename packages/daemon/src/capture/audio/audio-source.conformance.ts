/**
 * What every `AudioSource` promises. A source's own test calls this with a way to open it, to make a sound, and to plug devices in and
 * out, so the same questions are asked of all of them.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type AudioBlock,
  type AudioDevice,
  type AudioSource,
  BLOCK_SAMPLES,
  type StreamEnd,
} from './audio-source.ts';

export interface AudioFixture {
  open(): AudioSource;
  /** Plays a tone of a second, loud, into the default device of the kind; resolves when it is over. */
  sound(kind: AudioDevice['kind']): Promise<void>;
  /** Adds a microphone of this name. */
  plug(label: string): Promise<void>;
  unplug(label: string): Promise<void>;
}

const patience = { timeout: 20_000, interval: 20 };

export interface Recording {
  readonly blocks: AudioBlock[];
  readonly ends: StreamEnd[];
  stop(): void;
}

/** Opens a stream and keeps what it gives. */
export function record(source: AudioSource, device: AudioDevice): Recording {
  const blocks: AudioBlock[] = [];
  const ends: StreamEnd[] = [];
  const abort = new AbortController();
  source.open(device, {
    onBlock: (block) => blocks.push(...inTens(block)),
    onEnd: (end) => ends.push(end),
    signal: abort.signal,
  });
  return { blocks, ends, stop: () => abort.abort() };
}

/** Blocks of ten milliseconds, so that tests can count them. */
function inTens({ atMs, samples }: AudioBlock): AudioBlock[] {
  return Array.from({ length: Math.ceil(samples.length / BLOCK_SAMPLES) }, (_, i) => ({
    atMs: atMs + 10 * i,
    samples: samples.subarray(i * BLOCK_SAMPLES, (i + 1) * BLOCK_SAMPLES),
  }));
}

export function levelOf(block: AudioBlock): number {
  const sum = block.samples.reduce((all, value) => all + value * value, 0);
  return Math.sqrt(sum / block.samples.length) / 32_768;
}

export function audioSourceConformance(fixture: AudioFixture): void {
  let source: AudioSource;
  beforeEach(() => {
    source = fixture.open();
  });
  afterEach(() => source.close());

  async function defaultDevice(kind: AudioDevice['kind']): Promise<AudioDevice> {
    const found = (await source.listDevices()).find((it) => it.kind === kind && it.isDefault);
    if (found === undefined) throw new Error(`the test machine has no default ${kind}`);
    return found;
  }

  test('devices have distinct ids and names, and names end in their kind', async () => {
    const devices = await source.listDevices();
    expect(new Set(devices.map(({ id }) => id)).size).toBe(devices.length);
    expect(new Set(devices.map(({ name }) => name)).size).toBe(devices.length);
    for (const { id, name, kind } of devices) {
      expect(id).not.toBe('');
      expect(name).toMatch(kind === 'input' ? /\S \(input\)$/ : /\S \(output\)$/);
    }
  });

  test('there is one default input and one default output', async () => {
    const defaults = (await source.listDevices()).filter(({ isDefault }) => isDefault);
    expect(defaults.map(({ kind }) => kind).sort()).toEqual(['input', 'output']);
  });

  test('listing twice gives the same answer', async () => {
    expect(await source.listDevices()).toEqual(await source.listDevices());
  });

  test.each(['input', 'output'] as const)('a sound on the %s is heard', async (kind) => {
    const recording = record(source, await defaultDevice(kind));
    await expect.poll(() => recording.blocks.length, patience).toBeGreaterThan(0);
    await fixture.sound(kind);
    const loudMs = () => 10 * recording.blocks.filter((block) => levelOf(block) > 0.05).length;
    await expect.poll(loudMs, patience).toBeGreaterThan(500);
    expect(loudMs()).toBeLessThan(1_500);
    expect(recording.ends).toEqual([]);
  });

  test('blocks are whole tens of milliseconds, follow each other without a gap, and carry the time they were captured', async () => {
    const beforeMs = Date.now();
    const { blocks } = record(source, await defaultDevice('input'));
    await expect.poll(() => blocks.length, patience).toBeGreaterThan(300);
    expect(blocks.every(({ samples }) => samples.length === 160)).toBe(true);
    const steps = blocks.slice(1).map(({ atMs }, index) => atMs - (blocks[index]?.atMs ?? 0));
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...steps)).toBeLessThan(12);
    const [first, last] = [blocks[0]?.atMs ?? 0, blocks.at(-1)?.atMs ?? 0];
    // What was in the server's buffer when the stream opened is older than the stream.
    expect(first).toBeGreaterThan(beforeMs - 3_000);
    expect(last).toBeLessThan(Date.now() + 100);
    expect(last - first).toBeGreaterThan(10 * (blocks.length - 1) * 0.9);
  });

  test('stopping a stream ends it at once and only once', async () => {
    const recording = record(source, await defaultDevice('input'));
    await expect.poll(() => recording.blocks.length, patience).toBeGreaterThan(0);
    recording.stop();
    expect(recording.ends).toEqual([{ kind: 'stopped' }]);
    const count = recording.blocks.length;
    const other = record(source, await defaultDevice('input'));
    await expect.poll(() => other.blocks.length, patience).toBeGreaterThan(50);
    expect(recording.blocks).toHaveLength(count);
    expect(recording.ends).toHaveLength(1);
  });

  test('a stream that is not wanted any more before it opened gives nothing', async () => {
    const device = await defaultDevice('input');
    const blocks: AudioBlock[] = [];
    const ends: StreamEnd[] = [];
    source.open(device, {
      onBlock: (block) => blocks.push(block),
      onEnd: (end) => ends.push(end),
      signal: AbortSignal.abort(),
    });
    await expect.poll(() => ends, patience).toEqual([{ kind: 'stopped' }]);
    expect(blocks).toEqual([]);
  });

  test('a device that is not there ends the stream instead of throwing', async () => {
    const missing = {
      id: 'input:missing',
      name: 'Missing (input)',
      kind: 'input',
      isDefault: false,
    } as const;
    const { blocks, ends } = record(source, missing);
    await expect.poll(() => ends.map(({ kind }) => kind), patience).toHaveLength(1);
    expect(['broken', 'device_gone']).toContain(ends[0]?.kind);
    expect(blocks).toEqual([]);
  });

  test('a device that comes and goes is reported, and its stream ends as missing', async () => {
    const reported: (readonly AudioDevice[])[] = [];
    source.onDevicesChanged((devices) => reported.push(devices));
    const isTold = () => reported.at(-1)?.find(({ name }) => name === 'Travel mic (input)');
    await fixture.plug('Travel mic');
    const device = await expect.poll(isTold, patience).toBeDefined().then(isTold);
    if (device === undefined) throw new Error('not reported after all');
    const recording = record(source, device);
    await expect.poll(() => recording.blocks.length, patience).toBeGreaterThan(0);
    await fixture.unplug('Travel mic');
    await expect.poll(() => recording.ends.map(({ kind }) => kind), patience).toHaveLength(1);
    expect(['broken', 'device_gone']).toContain(recording.ends[0]?.kind);
    await expect.poll(isTold, patience).toBeUndefined();
  });

  test('a listener that was taken away hears nothing more', async () => {
    let calls = 0;
    const others: unknown[] = [];
    source.onDevicesChanged(() => {
      calls += 1;
    })();
    source.onDevicesChanged((devices) => others.push(devices));
    await fixture.plug('Second mic');
    await expect.poll(() => JSON.stringify(others), patience).toContain('Second mic');
    await fixture.unplug('Second mic');
    expect(calls).toBe(0);
  });

  test('closing ends all streams, and closing again is harmless', async () => {
    const one = record(source, await defaultDevice('input'));
    const two = record(source, await defaultDevice('output'));
    await expect
      .poll(() => Math.min(one.blocks.length, two.blocks.length), patience)
      .toBeGreaterThan(0);
    source.close();
    source.close();
    expect([...one.ends, ...two.ends]).toEqual([{ kind: 'stopped' }, { kind: 'stopped' }]);
  });
}
