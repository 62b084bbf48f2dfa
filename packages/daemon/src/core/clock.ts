/**
 * Time as an argument: parts that wait or stamp take a `Clock`, so that tests turn the hands
 * (`testing/manual-clock.ts`) instead of sleeping.
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
