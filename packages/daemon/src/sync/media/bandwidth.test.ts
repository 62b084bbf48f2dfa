import { SLOWEST_BYTES_PER_SEC } from '@hindcast/client/hub-wire';
import { describe, expect, test } from 'vitest';
import { systemClock } from '#core/clock.ts';
import { manualClock } from '#core/testing/manual-clock.ts';
import { makeBandwidth } from './bandwidth.ts';

const SIGNAL = new AbortController().signal;

/** Time passes only while somebody waits. */
function fakeClock() {
  const clock = { nowMs: 1_000_000 };
  return {
    passed: () => clock.nowMs - 1_000_000,
    idle: (ms: number) => {
      clock.nowMs += ms;
    },
    clock: {
      ...systemClock,
      monotonicMs: () => clock.nowMs,
      sleep: async (ms: number) => {
        clock.nowMs += ms;
      },
    },
  };
}

describe('the limit of bandwidth', () => {
  test.each([
    [4_000, 16_384],
    [50_000, 16_384],
    [1_000_000, 65_536],
    [1_000_000, 100],
  ])('of %d bytes a second is kept within a tenth with pieces of %d', async (limit, piece) => {
    const { clock, passed } = fakeClock();
    const bandwidth = makeBandwidth(limit, clock);
    let bytes = 0;
    while (bytes < limit * 20) {
      await bandwidth.take(piece, SIGNAL);
      bytes += piece;
      // Never ahead of it, at any moment.
      expect(bytes / (passed() / 1000)).toBeLessThanOrEqual(limit * 1.001);
    }
    expect(bytes / (passed() / 1000)).toBeGreaterThan(limit * 0.9);
  });

  test('is never below the slowest transfer that a hub accepts', () => {
    expect(makeBandwidth(1_000, systemClock).limitBytesPerSec).toBe(SLOWEST_BYTES_PER_SEC);
  });

  test('is not saved up while nothing is sent', async () => {
    const { clock, passed, idle } = fakeClock();
    const bandwidth = makeBandwidth(10_000, clock);
    await bandwidth.take(10_000, SIGNAL);
    idle(60_000);
    const before = passed();
    for (let i = 0; i < 10; i++) await bandwidth.take(10_000, SIGNAL);
    expect(passed() - before).toBeGreaterThanOrEqual(10_000);
  });

  test('is shared by those who take at the same moment', async () => {
    const { clock } = fakeClock();
    const waits: number[] = [];
    const counted = makeBandwidth(10_000, {
      ...clock,
      sleep: async (ms: number) => {
        waits.push(ms);
      },
    });
    await Promise.all([1, 2, 3].map(() => counted.take(10_000, SIGNAL)));
    expect(waits).toEqual([1_000, 2_000, 3_000]);
  });

  test('does not wait for a clock that was set back', async () => {
    const clock = manualClock(Date.parse('2026-02-03T10:00:00Z'));
    const bandwidth = makeBandwidth(10_000, clock);
    const first = bandwidth.take(10_000, SIGNAL);
    await clock.advance(1_000);
    await first;
    clock.set(clock.now() - 86_400_000);
    let isDone = false;
    const second = bandwidth.take(10_000, SIGNAL).then(() => {
      isDone = true;
    });
    await clock.advance(1_000);
    expect(isDone).toBe(true);
    await second;
  });
});
