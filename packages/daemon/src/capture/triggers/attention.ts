/**
 * Follows where the person is: which window has the keyboard and which lies below the pointer, described well enough to judge
 * them. Nothing done in a window is noted before it is known what kind of window it is, and a page that changed behind the same
 * title is judged again before anything that was typed in it is kept.
 */
import type { InputEvent, WindowInfo } from '#core/observation.ts';
import type { Exclusions } from '../exclusions/exclusions.ts';
import { type InputSettings, makeActivity } from '../input/activity.ts';
import type { KnownElement } from '../last-texts.ts';
import type { WindowDescriber } from '../recorder/window-describer.ts';
import { containsPoint } from '../rectangles.ts';
import type { DesktopSources, FocusChange, KeyboardFocus } from '../source.ts';

export function makeAttention(deps: {
  sources: Pick<DesktopSources, 'windows' | 'accessibility'>;
  exclusions: Exclusions;
  describer: Pick<WindowDescriber, 'describe'>;
  settings: InputSettings;
  elementAt(x: number, y: number): KnownElement | undefined;
  emit(event: InputEvent): void;
  /**
   * An excluded window, or one of which it was not known yet, has the keyboard now, or has it no longer: it may be seen for a moment
   * without ever being listed.
   */
  onHidden(): void;
}) {
  const { sources, exclusions, describer } = deps;
  /** The window with the keyboard, as it described itself. */
  let known: WindowInfo | undefined;
  /** The last change of focus, as long as nobody can say what kind of window has the keyboard. */
  let unknown: FocusChange | undefined;
  /** The excluded window that has the keyboard. */
  let hiddenId: number | undefined;
  const activity = makeActivity({
    settings: deps.settings,
    isExcluded: (window) => exclusions.reasonFor(window) !== undefined,
    keyboardFocus,
    elementAt: deps.elementAt,
    windowAt,
    emit: deps.emit,
  });

  async function keyboardFocus(window: WindowInfo, sinceMs?: number): Promise<KeyboardFocus> {
    const [focus, now] = await Promise.all([
      sources.accessibility?.focus(window, sinceMs),
      describer.describe(window),
    ]);
    if (exclusions.reasonFor(now) === undefined) return focus ?? { kind: 'unknown' };
    return { kind: exclusions.isUndescribed(now) ? 'unknown' : 'secret' };
  }

  async function windowAt(x: number, y: number): Promise<WindowInfo | undefined> {
    const windows = (await sources.windows?.snapshot())?.windows;
    const window = windows?.find(({ bounds }) => containsPoint(bounds, x, y));
    const described = window && (await describer.describe(window));
    // A click may lead elsewhere before the window could be asked; then it was still where it was.
    const isLate = described !== undefined && exclusions.isUndescribed(described);
    return isLate && known?.id === window?.id && known?.title === window?.title ? known : described;
  }

  async function describe(change: FocusChange): Promise<void> {
    const window = await describer.describe(change.window);
    if (unknown !== change || exclusions.isUndescribed(window)) return;
    unknown = undefined;
    settle({ ...change, window });
  }

  function settle(change: FocusChange): void {
    const { window } = change;
    known = window;
    hide(exclusions.reasonFor(window) === undefined ? undefined : window.id);
    activity.focus(change);
  }

  function hide(id: number | undefined): void {
    if (id !== hiddenId) deps.onHidden();
    hiddenId = id;
  }

  return {
    activity,
    /** The window that has the keyboard before anything happened. */
    async begin(window: WindowInfo | undefined, atMs: number): Promise<void> {
      known = window && (await describer.describe(window));
      hide(known && exclusions.reasonFor(known) !== undefined ? known.id : undefined);
      activity.begin(known);
      if (known && exclusions.isUndescribed(known))
        unknown = { atMs, kind: 'title', window: known };
    },
    changed(change: FocusChange): void {
      const { id } = change.window;
      if (unknown !== undefined && unknown.window.id !== id) deps.onHidden();
      known = undefined;
      unknown = undefined;
      if (!exclusions.needsDescription(change.window)) {
        settle(change);
        return;
      }
      if (hiddenId !== id) hide(undefined);
      activity.suspend(change.atMs);
      unknown = change;
      // An accessibility source never rejects; a program that does not answer stays undescribed.
      describe(change).catch(() => {});
    },
    /** Asks again what kind of window has the keyboard, if nobody could say. */
    async askAgain(): Promise<void> {
      if (unknown !== undefined) await describe(unknown);
    },
  };
}
