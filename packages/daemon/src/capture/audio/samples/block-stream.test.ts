import { describe, expect, test } from 'vitest';
import type { AudioBlock, StreamEnd } from '../audio-source.ts';
import { blockStream } from './block-stream.ts';

function open(options: { timeoutMs?: number; nowMs?: () => number } = {}) {
  const blocks: AudioBlock[] = [];
  const ends: StreamEnd[] = [];
  const abort = new AbortController();
  let released = 0;
  const stream = blockStream({
    handlers: {
      onBlock: (block) => blocks.push(block),
      onEnd: (end) => ends.push(end),
      signal: abort.signal,
    },
    deviceName: 'Test mic (input)',
    timeoutMs: options.timeoutMs ?? 60_000,
    nowMs: options.nowMs ?? steps(),
    release: () => {
      released += 1;
    },
  });
  return { stream, blocks, ends, abort, released: () => released };
}

/** Later at every look: no two pieces are of one burst. */
function steps(): () => number {
  let now = 1_000_000;
  return () => {
    now += 100;
    return now;
  };
}

const ramp = (from: number, length: number) =>
  Int16Array.from({ length }, (_, index) => from + index);

describe('blockStream', () => {
  test('pieces of any length become whole blocks of 160 samples with nothing lost between them', () => {
    const { stream, blocks, abort } = open();
    let sent = 0;
    for (const length of [1, 159, 160, 37, 500, 3, 1, 319]) {
      stream.push(ramp(sent, length));
      sent += length;
    }
    const all = blocks.flatMap(({ samples }) => [...samples]);
    expect(blocks.every(({ samples }) => samples.length % 160 === 0)).toBe(true);
    expect(all).toEqual([...ramp(0, Math.floor(sent / 160) * 160)]);
    abort.abort();
  });

  test('samples that wait for the rest of their block keep their own time', () => {
    let now = 5_000;
    const { stream, blocks, abort } = open({ nowMs: () => now });
    stream.push(ramp(0, 240));
    now += 60;
    stream.push(ramp(240, 960));
    now += 10;
    stream.push(ramp(1_200, 160));
    expect(blocks.map(({ atMs }) => atMs)).toEqual([4_985, 5_055]);
    abort.abort();
  });

  test('what a server hands over in several pieces at first has the time of the whole', () => {
    let now = 5_000;
    const { stream, blocks, abort } = open({ nowMs: () => now });
    stream.push(ramp(0, 2_880));
    now += 2;
    stream.push(ramp(2_880, 5_120));
    expect(blocks).toEqual([]);
    now += 500;
    stream.push(ramp(0, 8_000));
    // A second of sound was captured by then.
    expect(blocks.map(({ atMs, samples }) => [atMs, samples.length])).toEqual([[4_502, 16_000]]);
    abort.abort();
  });

  test('a block is the receiver’s own', () => {
    const { stream, blocks, abort } = open();
    const piece = ramp(0, 160);
    stream.push(piece);
    stream.push(ramp(160, 160));
    piece.fill(-1);
    expect(blocks[0]?.samples[5]).toBe(5);
    abort.abort();
  });

  test('without samples it times out, once, and lets go of the device', async () => {
    const { stream, ends, released } = open({ timeoutMs: 30 });
    await expect.poll(() => ends).toEqual([{ kind: 'timed_out' }]);
    stream.end({ kind: 'device_gone' });
    stream.push(ramp(0, 160));
    expect(ends).toHaveLength(1);
    expect(released()).toBe(1);
  });

  test('a machine that slept wakes to a time-out, not to a minute that never was', () => {
    let now = 1_000;
    const { stream, blocks, ends } = open({ nowMs: () => now });
    stream.push(ramp(0, 160));
    now += 8 * 3_600_000;
    stream.push(ramp(0, 160));
    expect(blocks).toHaveLength(1);
    expect(ends).toEqual([{ kind: 'timed_out' }]);
  });

  test('after an abort inside a block handler no block follows', () => {
    const { stream, blocks, ends, abort } = open();
    const { push } = blocks;
    blocks.push = (...items) => {
      abort.abort();
      return push.apply(blocks, items);
    };
    for (let piece = 0; piece < 3; piece += 1) stream.push(ramp(0, 1_600));
    expect(blocks).toHaveLength(1);
    expect(ends).toEqual([{ kind: 'stopped' }]);
  });

  describe('of a calm stream', () => {
    /** Past the seconds after which a silent stream counts as calm. */
    function openCalm() {
      let now = 0;
      const opened = open({ nowMs: () => now });
      const push = (samples = new Int16Array(4_800)) => {
        now += 300;
        opened.stream.push(samples);
      };
      for (let piece = 0; piece < 20; piece += 1) push();
      return { ...opened, push };
    }

    test('comes in bulk, with nothing lost and the time of each block its own', () => {
      const { blocks, push, abort } = openCalm();
      const calls = new Set<number>();
      for (let piece = 0; piece < 16; piece += 1) {
        push();
        calls.add(blocks.length);
      }
      expect(calls.size).toBeLessThan(8);
      const ends = blocks.map(({ atMs, samples }) => atMs + samples.length / 16);
      expect(blocks.slice(1).map(({ atMs }) => atMs)).toEqual(ends.slice(0, -1));
      abort.abort();
    });

    test('comes at once when something is heard', () => {
      const { blocks, push, abort } = openCalm();
      push();
      const loud = new Int16Array(4_800).fill(2_000);
      push(loud);
      expect(blocks.at(-1)?.samples.at(-1)).toBe(2_000);
      const before = blocks.length;
      push();
      expect(blocks.length).toBe(before + 1);
      abort.abort();
    });

    test('is passed on before its end is reported, unless it is stopped', () => {
      const broken = openCalm();
      const stopped = openCalm();
      for (const { push } of [broken, stopped]) {
        push();
        push();
      }
      const before = stopped.blocks.length;
      broken.stream.end({ kind: 'device_gone' });
      stopped.abort.abort();
      expect(broken.blocks.length).toBeGreaterThan(before);
      expect(stopped.blocks.length).toBe(before);
      expect(broken.ends).toEqual([{ kind: 'device_gone' }]);
    });
  });
});
