/**
 * Watches a desktop and hands out what is worth remembering: frames when something changed, events when a person did something.
 * It joins the sources of one machine with the triggers, the exclusions and the frame taker; it knows neither OCR nor the store.
 * It runs until its screen ends or it is stopped. Whoever started it opens the next one.
 */
import { untilAborted } from '#core/abort.ts';
import type { Clock } from '#core/clock.ts';
import type { CapturedFrame, CaptureTrigger, InputEvent, Monitor } from '#core/observation.ts';
import { DisplayLostError } from '../errors.ts';
import type { Exclusions } from '../exclusions/exclusions.ts';
import type { ScreenLock } from '../exclusions/screen-lock.ts';
import type { InputSettings } from '../input/activity.ts';
import { lastTexts } from '../last-texts.ts';
import { WORD_PIXELS } from '../screen/change-detector.ts';
import type { DesktopSources, FocusChange, RawInput } from '../source.ts';
import { makeAttention } from '../triggers/attention.ts';
import { monitorDamage } from '../triggers/monitor-damage.ts';
import { makeTriggers, type Pace, type Signal } from '../triggers/triggers.ts';
import { frameTaker } from './frame-taker.ts';
import { type Look, monitorLooks, wholeOf } from './monitor-looks.ts';
import { refusedMonitors } from './refused-monitors.ts';
import { windowDescriber } from './window-describer.ts';

export interface RecorderDeps {
  readonly sources: DesktopSources;
  readonly exclusions: Exclusions;
  /** Nothing is looked at and nothing is noted while the screen is locked. */
  readonly lock: ScreenLock;
  readonly input: InputSettings;
  readonly clock: Clock;
  /** How close pictures may follow each other; without it as close as is useful. */
  readonly pace?: (() => Pace) | undefined;
  /** A picture came later because of that. */
  readonly onHeld?: (() => void) | undefined;
  /**
   * Takes a frame over; false when it has no room. Calls `lookAgain` when it has room again, or when a frame that it took could not
   * be stored after all.
   */
  offer(frame: CapturedFrame, lookAgain: () => void): boolean;
  onEvent(event: InputEvent): void;
  /** Those that are there at the beginning, and again when that changes. */
  onMonitors?(monitors: readonly Monitor[]): void;
  /** Every look at a monitor and what came of it, for figures. */
  onLook?(look: Look, monitor: Monitor): void;
}

export interface Recorder {
  /** Resolves when aborted; rejects with the reason when the screen ends by itself. Closes the sources. Once only. */
  run(signal: AbortSignal): Promise<void>;
  /** A picture of every monitor now, with the trigger `manual`; resolves when all were offered. Needs `run` to be under way. */
  captureNow(): Promise<readonly Look[]>;
  /** Browsers whose windows are left out because they do not say whether they are private. */
  silentApps(): readonly string[];
  /** Programs that do not say which windows they show, so that what is excluded of theirs may not be kept out. */
  unheardApps(): readonly string[];
  /** A sentence about each monitor whose pictures cannot be read, while there are others. */
  refusals(): readonly string[];
}

/** A look that is under way ends in a fraction of this. */
const STOP_WITHIN_MS = 1_500;

/** Aborting without a reason makes an error with a stack, at every key and every drawing. */
const WOKEN = 'woken';

const SIGNAL_OF: Readonly<Record<RawInput['kind'], Signal>> = {
  button: 'click',
  wheel: 'scroll',
  key: 'key',
  clipboard: 'clipboard',
};

export function makeRecorder(deps: RecorderDeps): Recorder {
  const { sources, exclusions, lock, clock } = deps;
  const now = () => clock.now();
  const triggers = makeTriggers({ pace: deps.pace, onHeld: deps.onHeld });
  const describer = windowDescriber({ accessibility: sources.accessibility, exclusions, now });
  const taker = frameTaker({ sources, exclusions, describer, clock });
  const damage = monitorDamage();
  const refused = refusedMonitors();
  const texts = lastTexts();
  const attention = makeAttention({
    sources,
    exclusions,
    describer,
    settings: deps.input,
    elementAt: texts.elementAt,
    emit(event) {
      if (!lock.isLocked()) deps.onEvent(event);
    },
    onHidden: taker.distrust,
  });
  const { activity } = attention;
  // Only the browser itself can say which page it shows and what is typed there.
  sources.accessibility?.wakeBrowsersWhile(
    () => exclusions.areUrlsJudged || deps.input.typing === 'text',
  );
  const waiting: ((looks: readonly Look[]) => void)[] = [];
  let alarm = Promise.withResolvers<void>();
  let sleepsUntilMs = Number.NEGATIVE_INFINITY;
  const dueMs = () =>
    Math.min(
      triggers.nextAtMs() ?? Number.POSITIVE_INFINITY,
      activity.dueMs() ?? Number.POSITIVE_INFINITY,
    );

  function signal(kind: Signal): void {
    triggers.signal(kind, now());
    // Most keys and drawing, such as that of a blinking caret, only put off what is waited for already.
    if (dueMs() < sleepsUntilMs) alarm.resolve();
  }
  const { tryAgain, look } = monitorLooks({
    deps,
    taker,
    texts,
    damage,
    signal,
    describer,
    refused,
    lock,
  });

  async function lookAround(trigger: CaptureTrigger, stop: AbortSignal): Promise<void> {
    const answers = trigger === 'manual' ? waiting.splice(0) : [];
    const looks: Look[] = [];
    try {
      for (const monitor of damage.monitors()) {
        if (!isDue(trigger, damage.isDamaged(monitor))) continue;
        const one = await look(monitor, trigger, stop);
        deps.onLook?.(one, monitor);
        looks.push(one);
      }
    } finally {
      // Also when the desktop is lost: whoever asked would wait for ever.
      for (const answer of answers) answer(looks);
    }
    // By now a window that kept silent may have said what it is.
    await attention.askAgain();
  }
  const begin = sourceListeners({
    attention,
    signal,
    activity,
    taker,
    damage,
    tryAgain,
    deps,
    now,
    refused,
  });

  /** Sleeps until something is due or happens. */
  async function nap(stop: AbortSignal): Promise<void> {
    const cancel = new AbortController();
    const either = AbortSignal.any([stop, cancel.signal]);
    alarm = Promise.withResolvers();
    sleepsUntilMs = dueMs();
    const sleep = Number.isFinite(sleepsUntilMs)
      ? clock.sleep(Math.max(0, sleepsUntilMs - now()), either)
      : untilAborted(either);
    await Promise.race([alarm.promise, sleep]);
    sleepsUntilMs = Number.NEGATIVE_INFINITY;
    cancel.abort(WOKEN);
  }

  async function watch(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      activity.settle(now());
      const trigger = triggers.take(now());
      if (trigger === undefined) await nap(stop);
      else await lookAround(trigger, stop);
    }
  }

  return {
    silentApps: describer.silentApps,
    unheardApps: describer.unheardApps,
    refusals: refused.notes,
    captureNow() {
      const { promise, resolve } = Promise.withResolvers<readonly Look[]>();
      waiting.push(resolve);
      signal('manual');
      return promise;
    },
    ...runCall({ sources, begin, watch, activity, waiting }),
  };
}

function runCall(
  deps: Pick<RecorderDeps, 'sources'> & {
    begin: ReturnType<typeof sourceListeners>;
    watch: (stop: AbortSignal) => Promise<void>;
    activity: ReturnType<typeof makeAttention>['activity'];
    waiting: ((looks: readonly Look[]) => void)[];
  },
): Pick<Recorder, 'run'> {
  const { sources, begin, watch, activity, waiting } = deps;
  return {
    async run(stop) {
      const over = new AbortController();
      const ended = sources.screen.ended.then((reason) => {
        over.abort();
        return reason;
      });
      let listeners: (() => void)[] = [];
      try {
        const work = async () => {
          listeners = await begin();
          await watch(AbortSignal.any([stop, over.signal]));
          await activity.finish();
        };
        await Promise.race([work(), patience(stop)]);
      } catch (error) {
        // Whatever fails after the end of the screen fails because of it.
        const isEnd = error instanceof DisplayLostError || over.signal.aborted;
        if (!isEnd && !stop.aborted) throw error;
      } finally {
        for (const unsubscribe of listeners) unsubscribe();
        for (const answer of waiting.splice(0)) answer([]);
        closeSources(sources);
      }
      const reason = await ended;
      if (reason !== undefined && !stop.aborted) throw reason;
    },
  };
}

/** Listens to the sources of the desktop. */
function sourceListeners(parts: {
  attention: ReturnType<typeof makeAttention>;
  signal: (kind: Signal) => void;
  activity: ReturnType<typeof makeAttention>['activity'];
  taker: ReturnType<typeof frameTaker>;
  damage: ReturnType<typeof monitorDamage>;
  tryAgain: ReturnType<typeof monitorLooks>['tryAgain'];
  deps: RecorderDeps;
  now: () => number;
  refused: ReturnType<typeof refusedMonitors>;
}) {
  const { attention, signal, activity, taker, damage, tryAgain, deps, now, refused } = parts;
  const { sources, lock } = deps;
  function focusChanged(change: FocusChange): void {
    attention.changed(change);
    const isElsewhere = isOtherPlace(change.window.title);
    if (change.kind !== 'title' || isElsewhere) {
      signal(change.kind === 'app_switch' ? 'app_switch' : 'window_focus');
    }
  }

  function lockChanged(isLocked: boolean): void {
    if (isLocked) {
      activity.discard();
      return;
    }
    // A lock screen may still be visible while it fades, as an excluded window may be.
    taker.distrust();
    for (const monitor of damage.monitors()) tryAgain(monitor, [wholeOf(monitor)], 'damage');
  }

  let lastWords = '';
  /** Titles count messages and seconds; only other words mean another place. */
  function isOtherPlace(title: string): boolean {
    const words = title.replace(/[^\p{L}]+/gu, ' ').trim();
    const isOther = words !== lastWords;
    lastWords = words;
    return isOther;
  }

  async function begin(): Promise<(() => void)[]> {
    const { screen, windows, input } = sources;
    const present = await screen.listMonitors();
    damage.setMonitors(present);
    deps.onMonitors?.(present);
    const active = (await windows?.snapshot())?.active;
    await attention.begin(active, now());
    isOtherPlace(active?.title ?? '');
    // The first picture of each monitor needs no change.
    signal('damage');
    return [
      screen.onDamage((areas) => {
        // A caret draws less than would ever be kept, so it is not even looked at.
        const pixels = damage.add(areas);
        if (pixels > 0) signal(pixels < WORD_PIXELS ? 'leftover' : 'damage');
      }),
      screen.onMonitorsChanged((monitors) => {
        for (const { id } of damage.setMonitors(monitors)) {
          taker.forget(id);
          refused.forget(id);
        }
        deps.onMonitors?.(monitors);
        signal('damage');
      }),
      windows?.onFocusChange(focusChanged) ?? (() => {}),
      lock.onChange(lockChanged),
      input?.onInput((one) => {
        if (lock.isLocked()) return;
        activity.input(one);
        signal(SIGNAL_OF[one.kind]);
      }) ?? (() => {}),
    ];
  }

  return begin;
}

/** Without new drawing there is nothing to see, except for who asks by hand or comes to another window. */
function isDue(trigger: CaptureTrigger, isDamaged: boolean): boolean {
  return (
    isDamaged || trigger === 'manual' || trigger === 'app_switch' || trigger === 'window_focus'
  );
}

/** A frozen display answers nothing; whoever wants to stop does not wait for it for ever. */
async function patience(stop: AbortSignal): Promise<void> {
  await untilAborted(stop);
  await new Promise((resolve) => setTimeout(resolve, STOP_WITHIN_MS).unref());
}

export function closeSources(deps: DesktopSources): void {
  const { windows, input, accessibility, screen, liveness } = deps;
  liveness?.close();
  windows?.close();
  input?.close();
  accessibility?.close();
  screen.close();
}
