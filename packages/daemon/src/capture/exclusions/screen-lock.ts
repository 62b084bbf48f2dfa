/**
 * Knows whether the screen is locked or blank, and of which moments nothing may be kept: those of a lock and the second before it
 * was noticed. Some desktops say that they are locked only when the lock screen has been visible for a while. One for the whole
 * service, because frames and events outlive the desktop they come from. The recorder and the ingests ask it.
 */
import type { Clock } from '#core/clock.ts';
import { emitter } from '../listeners.ts';
import type { DesktopLiveness, Unsubscribe } from '../source.ts';

/** Desktops show the animation of the lock before they report it. */
const NOTICED_LATE_MS = 1_000;
/** A desktop that is frozen answers nothing; what waits for its answer is judged by what is known. */
const ANSWER_WITHIN_MS = 2_000;
/** Frames wait for seconds at most, so older locks concern none of them. */
const REMEMBERED_LOCKS = 32;

interface LockSpan {
  readonly fromMs: number;
  /** Undefined while it lasts. */
  toMs: number | undefined;
}

export interface ScreenLock {
  /** Asks this desktop from now on; undefined when none is open, and then nothing is locked. */
  watch(liveness: Pick<DesktopLiveness, 'isLocked' | 'onLockNews'> | undefined): void;
  /** As far as is known. */
  isLocked(): boolean;
  /** Asks the desktop now. Rejects when it has ended, and waits as long as it is frozen. */
  check(): Promise<boolean>;
  onChange(listener: (isLocked: boolean) => void): Unsubscribe;
  /** Resolves when a lock that began before this instant has been noticed, or its desktop did not answer in time. Never rejects. */
  settled(atMs: number, signal: AbortSignal): Promise<void>;
  /** Whether what was seen or done at this instant may belong to a locked screen. Certain once `settled`. */
  isSuspect(atMs: number): boolean;
}

export function screenLock(clock: Pick<Clock, 'now' | 'sleep'>): ScreenLock {
  const changes = emitter<boolean>();
  const locks: LockSpan[] = [];
  let current: Pick<DesktopLiveness, 'isLocked' | 'onLockNews'> | undefined;
  let stopListening: Unsubscribe = () => {};
  let asked = 0;
  let answered = 0;

  const isLocked = () => locks.length > 0 && locks.at(-1)?.toMs === undefined;

  function note(isLockedNow: boolean): void {
    if (isLockedNow === isLocked()) return;
    const last = locks.at(-1);
    if (isLockedNow) locks.push({ fromMs: clock.now(), toMs: undefined });
    else if (last) last.toMs = clock.now();
    if (locks.length > REMEMBERED_LOCKS) locks.shift();
    changes.emit(isLockedNow);
  }

  async function check(): Promise<boolean> {
    asked += 1;
    const mine = asked;
    const liveness = current;
    const isLockedNow = (await liveness?.isLocked()) ?? false;
    // An answer that a later one has overtaken is out of date.
    if (liveness === current && mine > answered) {
      answered = mine;
      note(isLockedNow);
    }
    return isLocked();
  }

  return {
    watch(liveness) {
      stopListening();
      current = liveness;
      // Only a lost desktop rejects, and `screen.ended` reports that.
      stopListening = liveness?.onLockNews(() => void check().catch(() => undefined)) ?? (() => {});
      if (liveness === undefined) note(false);
    },
    isLocked,
    check,
    onChange: changes.on,
    async settled(atMs, signal) {
      const leftMs = Math.min(atMs + NOTICED_LATE_MS - clock.now(), NOTICED_LATE_MS);
      if (leftMs > 0) await clock.sleep(leftMs, signal);
      const over = new AbortController();
      const limit = clock.sleep(ANSWER_WITHIN_MS, AbortSignal.any([signal, over.signal]));
      await Promise.race([check().catch(() => undefined), limit]);
      over.abort();
    },
    isSuspect: (atMs) =>
      locks.some(
        ({ fromMs, toMs }) =>
          atMs >= fromMs - NOTICED_LATE_MS && (toMs === undefined || atMs <= toMs),
      ),
  };
}
