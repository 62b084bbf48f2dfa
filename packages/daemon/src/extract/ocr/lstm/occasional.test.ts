import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { occasional } from './occasional.ts';

const STRIP = { pixels: new Uint8Array(4), width: 1, height: 4 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function counted(answers: (() => Promise<[]>)[] = []) {
  const counts = { opened: 0, closed: 0 };
  const recogniser = occasional(async () => {
    counts.opened += 1;
    return {
      read: () => answers.shift()?.() ?? Promise.resolve([]),
      close: async () => {
        counts.closed += 1;
      },
    };
  }, 1_000);
  return { recogniser, counts };
}

test('is opened with the first line and closed a while after the last', async () => {
  const { recogniser, counts } = counted();
  expect(counts.opened).toBe(0);
  await recogniser.read(STRIP);
  await vi.advanceTimersByTimeAsync(900);
  await recogniser.read(STRIP);
  await vi.advanceTimersByTimeAsync(900);
  expect(counts).toEqual({ opened: 1, closed: 0 });
  await vi.advanceTimersByTimeAsync(200);
  expect(counts).toEqual({ opened: 1, closed: 1 });
  await recogniser.read(STRIP);
  expect(counts.opened).toBe(2);
});

test('one that failed is closed, and the next line gets another', async () => {
  const { recogniser, counts } = counted([() => Promise.reject(new Error('torn'))]);
  await expect(recogniser.read(STRIP)).rejects.toThrow('torn');
  expect(counts).toEqual({ opened: 1, closed: 1 });
  expect(await recogniser.read(STRIP)).toEqual([]);
  expect(counts).toEqual({ opened: 2, closed: 1 });
});

test('can be closed, opened or not', async () => {
  const { recogniser, counts } = counted();
  await recogniser.close();
  await recogniser.read(STRIP);
  await recogniser.close();
  expect(counts).toEqual({ opened: 1, closed: 1 });
});
