/** A clock whose hands a test turns. */
import type { Clock } from '../clock.ts';

export interface ManualClock extends Clock {
  /** Moves time on and wakes every sleeper whose time has come. */
  advance(ms: number): Promise<void>;
  /** Sets the clock, forward or back, while no time passes. */
  set(toMs: number): void;
  /** How many callers are asleep. */
  sleepers(): number;
}

export function manualClock(startMs = 0): ManualClock {
  let nowMs = startMs;
  let passedMs = 0;
  const sleepers = new Set<{ wakeAtMs: number; wake: () => void }>();
  return {
    now: () => nowMs,
    monotonicMs: () => passedMs,
    set(toMs) {
      nowMs = toMs;
    },
    sleepers: () => sleepers.size,
    sleep(ms, signal) {
      if (signal.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const sleeper = {
          wakeAtMs: passedMs + ms,
          wake: () => {
            sleepers.delete(sleeper);
            resolve();
          },
        };
        sleepers.add(sleeper);
        signal.addEventListener('abort', sleeper.wake, { once: true });
      });
    },
    async advance(ms) {
      nowMs += ms;
      passedMs += ms;
      for (const sleeper of [...sleepers]) {
        if (sleeper.wakeAtMs <= passedMs) sleeper.wake();
      }
      // Lets the woken callers run up to their next wait before the test looks.
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}
