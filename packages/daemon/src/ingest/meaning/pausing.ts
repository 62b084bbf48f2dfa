/** The second look, which pauses after a failure: a question goes on without it, and the next ones do not wait for it again. */
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log/log.ts';
import type { MeaningControl } from './meaning-control.ts';

/** Less than the process lives without work: one that was only late in starting is there for the next question. */
const PAUSE_MS = 20_000;

type Compare = MeaningControl['compare'];

/** While it pauses, calls reject with the reason of the last failure. A signal that gives no time out is the caller's own matter. */
export function pausing(deps: {
  compare: Compare;
  clock: Pick<Clock, 'monotonicMs'>;
  log: Pick<Log, 'warn'>;
}): Compare {
  let last = { failure: undefined as unknown, untilMs: Number.NEGATIVE_INFINITY };
  return async (question, texts, signal) => {
    if (deps.clock.monotonicMs() < last.untilMs) throw last.failure;
    try {
      return await deps.compare(question, texts, signal);
    } catch (failure) {
      const isGivenUp = signal.aborted && signal.reason?.name !== 'TimeoutError';
      if (!isGivenUp) {
        last = { failure, untilMs: deps.clock.monotonicMs() + PAUSE_MS };
        deps.log.warn({ err: failure }, 'results keep their first order: the second look failed');
      }
      throw failure;
    }
  };
}
