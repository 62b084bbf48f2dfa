import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { type Flow, readThrottled } from './throttle.ts';

const patience = { timeout: 20_000, interval: 5 };

/** A stream whose bytes are each a step that costs one. */
function read(perSecond: number, onByte: (byte: number, flow: () => Flow) => void = () => {}) {
  const stream = new PassThrough();
  const done: { byte: number; atMs: number }[] = [];
  const flow: Flow = readThrottled(stream, perSecond, function* (piece) {
    for (const byte of piece) {
      done.push({ byte, atMs: performance.now() });
      onByte(byte, () => flow);
      yield 1;
    }
  });
  return { stream, flow, done };
}

test('a piece full of steps is done in small turns, in order, and no faster than the rate', async () => {
  const { stream, done } = read(1_000);
  const startedAtMs = performance.now();
  stream.end(Buffer.from(Array.from({ length: 220 }, (_, i) => i)));
  await expect.poll(() => done.length, patience).toBe(220);
  expect(done.map(({ byte }) => byte)).toEqual(Array.from({ length: 220 }, (_, i) => i));
  // Fifty in each window; the last twenty are in the fifth.
  expect((done.at(-1)?.atMs ?? 0) - startedAtMs).toBeGreaterThan(195);
  const inFirst = done.filter(({ atMs }) => atMs - (done[0]?.atMs ?? 0) < 25);
  expect(inFirst.length).toBeLessThanOrEqual(50);
});

test('a step that costs many windows is waited for once, by as much', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    const stream = new PassThrough();
    let steps = 0;
    readThrottled(stream, 1_000, function* () {
      steps += 1;
      yield 500;
    });
    stream.write('a');
    await vi.advanceTimersByTimeAsync(0);
    stream.write('b');
    await vi.advanceTimersByTimeAsync(490);
    expect(steps).toBe(1);
    await vi.advanceTimersByTimeAsync(20);
    expect(steps).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});

test('what was read already waits while it is held, also when a step holds it', async () => {
  const { stream, flow, done } = read(1_000_000, (byte, own) => {
    if (byte === 3) own().hold();
    // Released by the step that was to be held: nothing waits.
    if (byte === 5) {
      own().hold();
      own().release();
    }
  });
  stream.end(Buffer.from([1, 2, 3, 4, 5, 6]));
  await expect.poll(() => done.length, patience).toBe(3);
  await new Promise((resolve) => setImmediate(resolve));
  expect(done).toHaveLength(3);
  flow.release();
  await expect.poll(() => done.length, patience).toBe(6);
});

test('nothing is left out when somebody else lets the stream flow', async () => {
  const { stream, flow, done } = read(1_000);
  const bytes = Array.from({ length: 120 }, (_, i) => i);
  stream.write(Buffer.from(bytes.slice(0, 60)));
  await expect.poll(() => done.length, patience).toBe(50);
  // The first piece waits for its turn, as the others will.
  for (const from of [60, 80, 100]) {
    stream.write(Buffer.from(bytes.slice(from, from + 20)));
    stream.resume();
  }
  stream.end();
  await expect.poll(() => done.length, patience).toBe(120);
  await flow.drained();
  expect(done.map(({ byte }) => byte)).toEqual(bytes);
});
