/**
 * How much of the service's time a pipe may take. Some seconds are given at once, as much as an honest pipe ever needs; whoever goes
 * on gets a small share, so that a pipe which asks without end cannot be noticed by a person who searches.
 */
import { setTimeout as wait } from 'node:timers/promises';

const AT_ONCE_MS = 2_000;
const SHARE = 0.03;

export interface Pace {
  /** Does the work when it is its turn. Rejects when the signal aborts before. */
  run<T>(work: () => Promise<T>, options: { signal: AbortSignal; cost?: Stopwatch }): Promise<T>;
}

/** Milliseconds so far of whatever is to be counted. */
type Stopwatch = () => number;

const loopTime: Stopwatch = () => performance.eventLoopUtilization().active;
const wallTime: Stopwatch = () => performance.now();

/** They mostly wait for others: for the world, or for the program that shows a message. */
const WAITING: ReadonlySet<string> = new Set(['fetch', 'notify']);

/** By what the calls of a facility are counted. */
export function costOf(facility: string): Stopwatch {
  return WAITING.has(facility) ? loopTime : wallTime;
}

export function servicePace(nowMs: Stopwatch = wallTime): Pace {
  let leftMs = AT_ONCE_MS;
  let countedAtMs = nowMs();

  function count(spentMs: number): void {
    const atMs = nowMs();
    leftMs = Math.min(AT_ONCE_MS, leftMs + (atMs - countedAtMs) * SHARE) - spentMs;
    countedAtMs = atMs;
  }

  return {
    async run(work, { signal, cost = nowMs }) {
      count(0);
      // Looked at again afterwards: other calls of the same pipe may have waited for the same time.
      for (; leftMs < 0; count(0)) {
        await wait(Math.max(1, -leftMs / SHARE), undefined, { signal });
      }
      const before = cost();
      try {
        return await work();
      } finally {
        count(cost() - before);
      }
    },
  };
}
