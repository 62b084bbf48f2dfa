/**
 * Time as an argument: parts that wait or stamp take a `Clock`, so that tests turn the hands instead of sleeping.
 * `manualClock` is the fake that belongs to this interface.
 */

export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** For spans: it goes on evenly while people, or the network, set the clock. Its start means nothing. */
  monotonicMs(): number;
  /** Resolves after `ms`, or as soon as `signal` aborts; it never rejects. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  // Not `node:timers/promises`, which makes an error with a stack for every sleep that is cut short.
  sleep(ms, signal) {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      signal.addEventListener('abort', wake);
    });
  },
};

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
