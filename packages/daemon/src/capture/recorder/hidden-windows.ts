/** Since when the same windows are hidden, and how long the screen may still show others. */
import type { Clock } from '#core/clock.ts';
import type { Exclusions } from '../exclusions/exclusions.ts';
import { hiddenIn } from './scene.ts';
import type { DescribedWindows } from './window-describer.ts';

/** As `hiddenIn` returns it. */
const NONE_HIDDEN = '[]';
/** Never returned for a list. */
const UNKNOWN_HIDDEN = '';

export function hiddenWindows(exclusions: Exclusions, clock: Pick<Clock, 'monotonicMs'>) {
  /** What is reported about excluded windows, and since when it is the same. */
  let hidden = { reported: NONE_HIDDEN, sinceMs: Number.NEGATIVE_INFINITY };
  /** How often, and when last, something excluded was shown that the list of windows does not tell. */
  const doubts = { count: 0, lastMs: Number.NEGATIVE_INFINITY };

  function note(windows: DescribedWindows): void {
    const reported = windows.isPartial ? UNKNOWN_HIDDEN : hiddenIn(windows, exclusions);
    if (reported !== hidden.reported) hidden = { reported, sinceMs: clock.monotonicMs() };
  }

  /** For how long the screen may still show excluded windows elsewhere than they are reported to be. */
  function lagLeftMs(windows: DescribedWindows): number {
    note(windows);
    const lagMs = windows.lagMs ?? 0;
    return Math.max(hidden.sinceMs, doubts.lastMs) + lagMs - clock.monotonicMs();
  }

  /** Something excluded had the keyboard until now, or has it from now on; the list of windows may never tell of it. */
  function distrust(): void {
    doubts.count += 1;
    doubts.lastMs = clock.monotonicMs();
  }

  /** An excluded window may be visible for an unknown time: the lag counts from the next complete window list. */
  function suspect(): void {
    distrust();
    hidden = { ...hidden, reported: UNKNOWN_HIDDEN };
  }

  return { doubts, note, lagLeftMs, distrust, suspect };
}
