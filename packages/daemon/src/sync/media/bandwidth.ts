/** Keeps what is sent and received below a limit, by waiting before each piece until the pieces before it have had their time. */
import { SLOWEST_BYTES_PER_SEC } from '@hindcast/client/hub-wire';
import type { Clock } from '#core/clock.ts';

export interface Bandwidth {
  /** Undefined: none. */
  readonly limitBytesPerSec: number | undefined;
  /** Resolves when `bytes` may go. */
  take(bytes: number, signal: AbortSignal): Promise<void>;
}

/** A limit below the slowest transfer that a hub accepts is raised to that speed. */
export function makeBandwidth(wantedBytesPerSec: number | undefined, clock: Clock): Bandwidth {
  const limitBytesPerSec = wantedBytesPerSec && Math.max(wantedBytesPerSec, SLOWEST_BYTES_PER_SEC);
  let freeAtMs = 0;
  return {
    limitBytesPerSec,
    async take(bytes, signal) {
      if (limitBytesPerSec === undefined) return;
      const nowMs = clock.monotonicMs();
      // The wait comes after the piece has been paid for, so that the first one does not go for free.
      freeAtMs = Math.max(nowMs, freeAtMs) + (bytes / limitBytesPerSec) * 1000;
      await clock.sleep(freeAtMs - nowMs, signal);
      signal.throwIfAborted();
    },
  };
}
