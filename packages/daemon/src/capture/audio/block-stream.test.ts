import { describe, expect, test } from 'vitest';
import type { AudioBlock, StreamEnd } from './audio-source.ts';
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
    nowMs: options.nowMs ?? (() => Date.now()),
    release: () => {
      released += 1;
    },
  });
  return { stream, blocks, ends, abort, released: () => released };
}

const ramp = (from: number, length: number) =>
  Int16Array.from({ length }, (_, index) => from + index);

describe('blockStream', () => {
  test('pieces of any length become blocks of 160 samples with nothing lost between them', () => {
    const { stream, blocks, abort } = open();
    let sent = 0;
    for (const length of [1, 159, 160, 37, 500, 3, 1, 319]) {
      stream.push(ramp(sent, length));
      sent += length;
    }
    const all = blocks.flatMap(({ samples }) => [...samples]);
    expect(blocks.every(({ samples }) => samples.length === 160)).toBe(true);
    expect(all).toEqual([...ramp(0, Math.floor(sent / 160) * 160)]);
    abort.abort();
  });

  test('samples that wait for the rest of their block keep their own time', () => {
    let now = 5_000;
    const { stream, blocks, abort } = open({ nowMs: () => now });
    stream.push(ramp(0, 240));
    now += 10;
    stream.push(ramp(240, 160));
    expect(blocks.map(({ atMs }) => atMs)).toEqual([4_985, 4_995]);
    abort.abort();
  });

  test('a block is the receiver’s own', () => {
    const { stream, blocks, abort } = open();
    const piece = ramp(0, 160);
    stream.push(piece);
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

  test('an abort inside a block handler stops the blocks of the same piece', () => {
    const { stream, blocks, ends, abort } = open();
    const { push } = blocks;
    blocks.push = (...items) => {
      abort.abort();
      return push.apply(blocks, items);
    };
    stream.push(ramp(0, 1_600));
    expect(blocks).toHaveLength(1);
    expect(ends).toEqual([{ kind: 'stopped' }]);
  });
});
