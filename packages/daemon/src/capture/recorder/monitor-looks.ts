/**
 * One look at one monitor: takes the frame, hands it over, and asks for another look when something is left to see.
 * Called by `recorder.ts`.
 */
import { returnPixels } from '#core/memory/pixel-memory.ts';
import type { CapturedFrame, CaptureTrigger, Monitor, Rect } from '#core/observation.ts';
import { MonitorGoneError, PictureFailedError, PixelFormatError } from '../errors.ts';
import type { ScreenLock } from '../exclusions/screen-lock.ts';
import type { lastTexts } from '../last-texts.ts';
import type { monitorDamage } from '../triggers/monitor-damage.ts';
import type { Signal } from '../triggers/triggers.ts';
import type { frameTaker, TakeOrder, TakeResult } from './frame-taker.ts';
import type { refusedMonitors } from './refused-monitors.ts';
import type { windowDescriber } from './window-describer.ts';

/** What became of one look at one monitor. */
export type Look =
  | Exclude<TakeResult, { kind: 'frame' }>
  | { readonly kind: 'skipped'; readonly because: 'locked' }
  /** `isAccepted` is false when the receiver had no room. */
  | { readonly kind: 'frame'; readonly frame: CapturedFrame; readonly isAccepted: boolean }
  /** The monitor was unplugged in between. */
  | { readonly kind: 'removed' }
  /** The monitor gave no picture; it is looked at again. */
  | { readonly kind: 'failed' };

const LOCKED: Look = { kind: 'skipped', because: 'locked' };

/** So that a second try has the reason of the first. */
const AGAIN: Readonly<Record<CaptureTrigger, Signal>> = {
  app_switch: 'app_switch',
  window_focus: 'window_focus',
  click: 'click',
  typing_pause: 'key',
  scroll_stop: 'scroll',
  clipboard: 'clipboard',
  visual_change: 'damage',
  idle: 'damage',
  // Whoever asked has the answer already.
  manual: 'damage',
};

export function monitorLooks(parts: {
  deps: { offer(frame: CapturedFrame, lookAgain: () => void): boolean };
  taker: ReturnType<typeof frameTaker>;
  texts: ReturnType<typeof lastTexts>;
  damage: ReturnType<typeof monitorDamage>;
  signal: (kind: Signal) => void;
  describer: ReturnType<typeof windowDescriber>;
  refused: ReturnType<typeof refusedMonitors>;
  lock: ScreenLock;
}) {
  const { deps, taker, texts, damage, signal, describer, refused, lock } = parts;
  function handOver(frame: CapturedFrame, areas: readonly Rect[]): Look {
    const { monitor } = frame;
    const isAccepted = deps.offer(frame, () => {
      // What was accepted is remembered as stored, which it is not.
      if (isAccepted) taker.forget(monitor.id);
      tryAgain(monitor, isAccepted ? [wholeOf(monitor)] : [], 'damage');
    });
    texts.remember(frame);
    if (isAccepted) {
      taker.keep(frame);
    } else {
      returnPixels(frame.pixels.data);
      // A receiver without room says when it has some: until then every look would be in vain.
      tryAgain(monitor, areas, undefined);
    }
    return { kind: 'frame', frame, isAccepted };
  }

  /** What was not kept is looked at again, together with what follows. */
  function tryAgain(monitor: Monitor, areas: readonly Rect[], because: Signal | undefined): void {
    damage.giveBack(monitor, areas);
    if (because !== undefined) signal(because);
  }

  function lookAgainAfter(taken: TakeResult | { kind: 'removed' }, order: TakeOrder): void {
    const { monitor, trigger, areas } = order;
    if (taken.kind === 'unchanged' && !taken.isEqual) tryAgain(monitor, areas, 'leftover');
    if (taken.kind === 'skipped') {
      // An excluded window that goes away draws; a desktop that did not hold still may have come to rest already.
      tryAgain(monitor, areas, taken.because === 'unsettled' ? AGAIN[trigger] : undefined);
    }
    if (taken.kind !== 'removed' && describer.isHopeful()) {
      // A window that is kept out because it does not say what it is may turn out to be an ordinary one.
      tryAgain(monitor, [wholeOf(monitor)], taken.kind === 'skipped' ? AGAIN[trigger] : 'damage');
    }
  }

  /** Throws what ends the recording. */
  function withoutPicture(
    monitor: Monitor,
    error: unknown,
  ): { kind: 'failed' } | { kind: 'removed' } {
    if (error instanceof PictureFailedError) return { kind: 'failed' };
    if (error instanceof PixelFormatError) {
      refused.add(monitor, error);
      if (!refused.areAll(damage.monitors())) return { kind: 'failed' };
    }
    if (!(error instanceof MonitorGoneError)) throw error;
    taker.forget(monitor.id);
    return { kind: 'removed' };
  }

  async function look(monitor: Monitor, trigger: CaptureTrigger, stop: AbortSignal): Promise<Look> {
    if (await lock.check()) return LOCKED;
    const areas = damage.take(monitor);
    const taken = await taker
      .take({ monitor, trigger, areas }, stop)
      .catch((error: unknown) => withoutPicture(monitor, error));
    if (await lock.check()) {
      // The screen was locked while the picture was taken.
      if (taken.kind === 'frame') returnPixels(taken.frame.pixels.data);
      tryAgain(monitor, areas, undefined);
      return LOCKED;
    }
    if (taken.kind === 'frame' || taken.kind === 'unchanged') refused.forget(monitor.id);
    // The screen says when it is worth another try.
    if (taken.kind === 'failed') tryAgain(monitor, areas, undefined);
    else lookAgainAfter(taken, { monitor, trigger, areas });
    return taken.kind === 'frame' ? handOver(taken.frame, areas) : taken;
  }

  return { tryAgain, look };
}

export function wholeOf({ width, height }: Monitor): Rect {
  return { x: 0, y: 0, width, height };
}
