/** What share of the machine the service has used in the last minutes. Callers report the times; it measures nothing itself. */
import type { CpuShares } from './levels.ts';

const MINUTE_MS = 60_000;
const FIVE_MINUTES_MS = 5 * MINUTE_MS;

export interface CpuMeter {
  /** CPU time since some beginning; what is less than before counts as nothing. */
  add(atMs: number, cpuMs: number): void;
  /** Time before the first sample counts as idle: a start is no reason to be thrifty. */
  shares(): CpuShares;
}

export function cpuMeter(cores: number): CpuMeter {
  let samples: { atMs: number; usedMs: number }[] = [];
  let totalMs = 0;
  let lastCpuMs: number | undefined;

  function percentOf(windowMs: number): number {
    const last = samples.at(-1);
    if (!last) return 0;
    const fromMs = last.atMs - windowMs;
    const before = samples.findLast(({ atMs }) => atMs <= fromMs) ?? samples[0] ?? last;
    return ((last.usedMs - before.usedMs) / (windowMs * cores)) * 100;
  }

  return {
    add(atMs, cpuMs) {
      // A child that nobody waited for takes its time with it.
      totalMs += Math.max(0, cpuMs - (lastCpuMs ?? cpuMs));
      lastCpuMs = cpuMs;
      samples.push({ atMs, usedMs: totalMs });
      const oldest = samples.findLastIndex((sample) => sample.atMs <= atMs - FIVE_MINUTES_MS);
      if (oldest > 0) samples = samples.slice(oldest);
    },
    shares: () => ({
      lastMinute: percentOf(MINUTE_MS),
      lastFiveMinutes: percentOf(FIVE_MINUTES_MS),
    }),
  };
}
