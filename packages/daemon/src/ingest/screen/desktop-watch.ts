/**
 * Watches whether a desktop that is recorded still lives, is dark, or shows only what is kept out. Without it a frozen screen
 * and an unchanged one would look the same. One watch for each time the desktop is opened.
 */

import type { ScreenLock } from '#capture/exclusions/screen-lock.ts';
import type { Look } from '#capture/recorder/monitor-looks.ts';
import type { DesktopSources } from '#capture/source.ts';
import { untilAborted } from '#core/abort.ts';
import type { Clock } from '#core/clock.ts';
import type { Monitor } from '#core/observation.ts';

const BEAT_EVERY_MS = 2_000;
/** Some lockers end without a signal; capture goes on soon after. */
const LOCKED_BEAT_EVERY_MS = 1_000;
/** An answer takes a millisecond; seconds of silence are a freeze also on a busy machine. */
const FROZEN_AFTER_MS = 6_000;

/** These say nothing about the windows on a monitor. */
const WITHOUT_REASON: ReadonlySet<string> = new Set(['unsettled', 'locked']);

export interface DesktopWatch {
  /** Asks the desktop now and then until the signal aborts. Never rejects: the end of the desktop is reported by its screen. */
  run(signal: AbortSignal): Promise<void>;
  setMonitors(monitors: readonly Monitor[]): void;
  looked(look: Look, monitor: Monitor): void;
  aliveAtMs(): number;
  isFrozen(): boolean;
  idleSinceMs(): number | undefined;
  isDark(): boolean;
  isExcluded(): boolean;
}

export function desktopWatch(
  sources: Pick<DesktopSources, 'liveness' | 'screen'>,
  lock: Pick<ScreenLock, 'check' | 'isLocked'>,
  clock: Clock,
): DesktopWatch {
  let monitors: readonly Monitor[] = [];
  const excluded = new Set<number>();
  // It has just been opened, so it answered.
  let aliveAtMs = clock.now();
  let aliveAtMonotonicMs = clock.monotonicMs();
  let idleSinceMs: number | undefined;

  async function beat(): Promise<void> {
    if (sources.liveness) {
      ({ idleSinceMs } = await sources.liveness.beat());
      await lock.check();
    } else await sources.screen.listMonitors();
    aliveAtMs = clock.now();
    aliveAtMonotonicMs = clock.monotonicMs();
  }

  return {
    async run(signal) {
      const over = untilAborted(signal);
      while (!signal.aborted) {
        await Promise.race([beat().catch(() => undefined), over]);
        await clock.sleep(lock.isLocked() ? LOCKED_BEAT_EVERY_MS : BEAT_EVERY_MS, signal);
      }
    },
    setMonitors(present) {
      monitors = present;
    },
    looked(look, { id }) {
      if (look.kind !== 'skipped' && look.kind !== 'failed') excluded.delete(id);
      else if (look.kind === 'skipped' && !WITHOUT_REASON.has(look.because)) excluded.add(id);
    },
    aliveAtMs: () => aliveAtMs,
    isFrozen: () => clock.monotonicMs() - aliveAtMonotonicMs > FROZEN_AFTER_MS,
    idleSinceMs: () => idleSinceMs,
    isDark: () => monitors.length === 0,
    isExcluded: () => monitors.length > 0 && monitors.every(({ id }) => excluded.has(id)),
  };
}
