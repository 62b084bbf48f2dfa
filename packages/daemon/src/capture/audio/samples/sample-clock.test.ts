import { describe, expect, test } from 'vitest';
import { sampleClock } from './sample-clock.ts';

const CHUNK = 3_200;
const CHUNK_MS = 200;

/** Arrivals of chunks of 200 ms: when each was captured, how late it comes, and how fast the device's clock runs. */
function play(options: {
  chunks: number;
  lateMs: (index: number) => number;
  ppm?: number;
  missing?: (index: number) => boolean;
}) {
  const clock = sampleClock();
  const realChunkMs = CHUNK_MS / (1 + (options.ppm ?? 0) * 1e-6);
  const errors: number[] = [];
  const times: number[] = [];
  for (let index = 0; index < options.chunks; index += 1) {
    if (options.missing?.(index)) continue;
    const capturedMs = 1_000_000 + index * realChunkMs;
    const arrival = clock.arrived(CHUNK, capturedMs + realChunkMs + options.lateMs(index));
    if (arrival.kind !== 'steady') return { ended: arrival.kind, errors, times };
    errors.push(arrival.atMs - capturedMs);
    times.push(arrival.atMs);
  }
  return { ended: undefined, errors, times };
}

/** Repeatable, uneven. */
const jitter = (index: number) => ((index * 7919) % 97) / 97;

describe('sampleClock', () => {
  test('late arrivals do not move the time of samples', () => {
    const { errors } = play({
      chunks: 500,
      lateMs: (index) => (index === 0 ? 0 : 120 * jitter(index)),
    });
    expect(Math.max(...errors.map(Math.abs))).toBeLessThan(15);
  });

  test('a first arrival that was late is made good within seconds, and time never goes back', () => {
    const { errors, times } = play({ chunks: 100, lateMs: (index) => (index === 0 ? 150 : 0) });
    expect(errors[0]).toBe(150);
    expect(Math.abs(errors.at(-1) ?? 99)).toBeLessThan(2);
    const steps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(CHUNK_MS - 10);
  });

  test.each([-200, -50, 50, 200])('a device clock of %d ppm is followed for an hour', (ppm) => {
    const { ended, errors } = play({ chunks: 18_000, lateMs: (index) => 40 * jitter(index), ppm });
    expect(ended).toBeUndefined();
    expect(Math.max(...errors.map(Math.abs))).toBeLessThan(30);
  });

  test('a burst after a pause of the machine is not a loss', () => {
    // For two seconds nobody reads; then everything comes at once.
    const lateMs = (index: number) => (index > 20 && index < 31 ? (31 - index) * CHUNK_MS : 0);
    expect(play({ chunks: 200, lateMs }).ended).toBeUndefined();
  });

  test('missing sound is noticed', () => {
    const { ended, times } = play({
      chunks: 200,
      lateMs: () => 0,
      missing: (index) => index >= 100 && index < 106,
    });
    expect(ended).toBe('lost');
    expect(times.length).toBeGreaterThanOrEqual(100);
  });

  test('a clock of the machine that is set back is noticed at once', () => {
    const clock = sampleClock();
    clock.arrived(CHUNK, 10_000_000);
    expect(clock.arrived(CHUNK, 10_000_000 + CHUNK_MS - 3_600_000)).toEqual({ kind: 'clock_set' });
  });
});
