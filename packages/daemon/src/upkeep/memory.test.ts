import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ManualClock, manualClock } from '#core/testing/manual-clock.ts';
import { memoryService } from './memory.ts';

let clock: ManualClock;
let collections: number;
let frameAtMs: number | undefined;
let stop: AbortController;
let running: Promise<void>;

beforeEach(() => {
  clock = manualClock(1_000_000);
  collections = 0;
  frameAtMs = undefined;
  stop = new AbortController();
  const collect = () => {
    collections += 1;
  };
  running = memoryService({ collect, lastFrameAtMs: () => frameAtMs, clock }).run(stop.signal);
});
afterEach(async () => {
  stop.abort();
  await running;
});

async function pass(seconds: number): Promise<void> {
  for (let i = 0; i < seconds; i += 10) await clock.advance(10_000);
}

test('collects once after the start, and not again while nothing happens', async () => {
  await pass(10);
  expect(collections).toBe(0);
  await pass(3_600);
  expect(collections).toBe(1);
});

test('collects once when work has ended, not while it goes on', async () => {
  await pass(30);
  for (let i = 0; i < 20; i++) {
    frameAtMs = clock.now();
    await pass(50);
  }
  expect(collections).toBe(1);
  await pass(600);
  expect(collections).toBe(2);
  frameAtMs = clock.now();
  await pass(600);
  expect(collections).toBe(3);
});

test('a stop before the first collection is no reason for one', async () => {
  stop.abort();
  await running;
  expect(collections).toBe(0);
});
