/**
 * Decides when a picture is due and why. It only does arithmetic with the instants it is given: signals go in, the next due instant
 * comes out, and whoever drives it sleeps in between. Without signals nothing is ever due, so an unchanged screen costs nothing.
 */
import type { CaptureTrigger } from '#core/observation.ts';

/** Something that happened. `damage` is drawing on the screen; `leftover` that a change was seen but was too small to keep. */
export type Signal =
  | 'app_switch'
  | 'window_focus'
  | 'click'
  | 'key'
  | 'scroll'
  | 'clipboard'
  | 'damage'
  | 'leftover'
  | 'manual';

// No two pictures closer than this; part of the contract.
const MIN_GAP_MS = 200;
const TYPING_PAUSE_MS = 500;
const SCROLL_STOP_MS = 300;
const IDLE_MS = 30_000;
// A program needs this long to draw its answer to a click, or itself after a switch.
const SETTLE_MS = 150;
// Drawing that comes in steps is one change; waiting for a pause saves pictures of half a page.
const QUIET_MS = 250;
// A film never pauses: the first picture of it comes after this, the next ones at twice the distance each.
const RESTLESS_MS = 1_000;
const RESTLESS_MOST_MS = 8_000;
// Typing and scrolling that never pause still get a picture now and then.
const LONGEST_HOLD_MS = 3_000;

/** Of several reasons at one instant the most telling is named. */
const BY_MEANING: readonly CaptureTrigger[] = [
  'manual',
  'app_switch',
  'window_focus',
  'clipboard',
  'click',
  'typing_pause',
  'scroll_stop',
  'visual_change',
  'idle',
];

export interface Triggers {
  signal(signal: Signal, nowMs: number): void;
  /** When `take` will have something; undefined when nothing is under way. */
  nextAtMs(): number | undefined;
  /** The reason for a picture now, if one is due; the reason is then used up. */
  take(nowMs: number): CaptureTrigger | undefined;
}

/** How close pictures may follow each other; never closer than the contract says. */
export interface Pace {
  /** After what a person did; windows that come to the front and `manual` do not wait for it. */
  readonly pictureGapMs: number;
  /** After drawing alone. */
  readonly visualGapMs: number;
}

const FULL_PACE: Pace = { pictureGapMs: MIN_GAP_MS, visualGapMs: MIN_GAP_MS };

interface Pending {
  dueMs: number;
  /** A repeated signal moves the due instant, but never beyond this. */
  latestMs: number;
}

const WAITS: Readonly<
  Record<Exclude<Signal, 'damage'>, { trigger: CaptureTrigger; waitMs: number; latestMs: number }>
> = {
  manual: { trigger: 'manual', waitMs: 0, latestMs: 0 },
  app_switch: { trigger: 'app_switch', waitMs: SETTLE_MS, latestMs: 2 * SETTLE_MS },
  window_focus: { trigger: 'window_focus', waitMs: SETTLE_MS, latestMs: 2 * SETTLE_MS },
  click: { trigger: 'click', waitMs: SETTLE_MS, latestMs: 2 * SETTLE_MS },
  clipboard: { trigger: 'clipboard', waitMs: 0, latestMs: 0 },
  key: { trigger: 'typing_pause', waitMs: TYPING_PAUSE_MS, latestMs: LONGEST_HOLD_MS },
  scroll: { trigger: 'scroll_stop', waitMs: SCROLL_STOP_MS, latestMs: LONGEST_HOLD_MS },
  leftover: { trigger: 'idle', waitMs: IDLE_MS, latestMs: IDLE_MS },
};

/** `pace` is asked for every picture; `onHeld` is called for each that came later because of it. */
export function makeTriggers(
  options: { pace?: (() => Pace) | undefined; onHeld?: (() => void) | undefined } = {},
): Triggers {
  const { pace = () => FULL_PACE, onHeld = () => {} } = options;
  const pending = new Map<CaptureTrigger, Pending>();
  // How long a screen that keeps moving by itself is waited for; doubled with every picture of it.
  let patienceMs = RESTLESS_MS;
  let lastTakenMs = Number.NEGATIVE_INFINITY;

  function postpone(trigger: CaptureTrigger, dueMs: number, latestMs: number): void {
    const known = pending.get(trigger);
    if (known === undefined) pending.set(trigger, { dueMs, latestMs });
    else known.dueMs = Math.min(dueMs, known.latestMs);
  }

  /** Drawing belongs to the typing or scrolling that causes it, whose picture comes when that pauses. */
  function heldUntilMs(): number | undefined {
    const holds = [pending.get('typing_pause'), pending.get('scroll_stop')];
    const due = holds.filter((hold) => hold !== undefined).map(({ dueMs }) => dueMs);
    return due.length === 0 ? undefined : Math.min(...due);
  }

  function dueOf(trigger: CaptureTrigger, { dueMs }: Pending): number {
    const held = trigger === 'visual_change' ? heldUntilMs() : undefined;
    return Math.max(dueMs, held ?? dueMs);
  }

  function gapOf(trigger: CaptureTrigger): number {
    const { pictureGapMs, visualGapMs } = pace();
    if (trigger === 'manual' || trigger === 'app_switch' || trigger === 'window_focus') {
      return MIN_GAP_MS;
    }
    const isDrawing = trigger === 'visual_change' || trigger === 'idle';
    return Math.max(MIN_GAP_MS, isDrawing ? visualGapMs : pictureGapMs);
  }

  function readyAt(trigger: CaptureTrigger, one: Pending): number {
    return Math.max(dueOf(trigger, one), lastTakenMs + gapOf(trigger));
  }

  function nextAtMs(): number | undefined {
    const instants = [...pending].map(([trigger, one]) => readyAt(trigger, one));
    return instants.length === 0 ? undefined : Math.min(...instants);
  }

  function isHeld(trigger: CaptureTrigger): boolean {
    const one = pending.get(trigger);
    if (!one) return false;
    return readyAt(trigger, one) > Math.max(dueOf(trigger, one), lastTakenMs + MIN_GAP_MS);
  }

  function patienceAfter(reason: CaptureTrigger): number {
    const drawing = pending.get('visual_change');
    const neverPaused = drawing !== undefined && drawing.dueMs === drawing.latestMs;
    if (reason !== 'visual_change' || !neverPaused) return RESTLESS_MS;
    return Math.min(2 * patienceMs, RESTLESS_MOST_MS);
  }

  return {
    signal(signal, nowMs) {
      if (signal === 'damage') {
        postpone('visual_change', nowMs + QUIET_MS, nowMs + patienceMs);
        // Browsers glide on after the wheel stands still: scrolling has stopped when the page has.
        const scrolling = pending.get('scroll_stop');
        if (scrolling && scrolling.dueMs < nowMs + QUIET_MS) {
          postpone('scroll_stop', nowMs + QUIET_MS, scrolling.latestMs);
        }
        return;
      }
      const { trigger, waitMs, latestMs } = WAITS[signal];
      postpone(trigger, nowMs + waitMs, nowMs + latestMs);
    },
    nextAtMs,
    take(nowMs) {
      const nextMs = nextAtMs();
      if (nextMs === undefined || nextMs > nowMs) return undefined;
      const due = BY_MEANING.filter((trigger) => {
        const one = pending.get(trigger);
        return one !== undefined && readyAt(trigger, one) <= nowMs;
      });
      const [reason] = due;
      if (reason === undefined) return undefined;
      if (isHeld(reason)) onHeld();
      patienceMs = patienceAfter(reason);
      // One picture answers everything that was due, and the drawing and the leftovers before it.
      for (const trigger of [...due, 'visual_change', 'idle'] as const) pending.delete(trigger);
      lastTakenMs = nowMs;
      return reason;
    },
  };
}
