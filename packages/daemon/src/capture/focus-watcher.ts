/** Says once what a window system says two or three times: that another window, or another title of it, has the keyboard now. */

import type { WindowInfo } from '#core/observation.ts';
import type { FocusChange, WindowSource } from './source.ts';

export function focusWatcher(deps: {
  changes: { emit(change: FocusChange): void };
  now: () => number;
  snapshot: WindowSource['snapshot'];
  /** Called with a window that was not focused before, for those who have to listen to it. */
  attend?(window: WindowInfo): Promise<void>;
}) {
  const { changes, now } = deps;
  let last: WindowInfo | undefined;
  let isLooking = false;
  let mustLookAgain = false;

  async function current(): Promise<WindowInfo | undefined> {
    const { active } = await deps.snapshot();
    if (active !== undefined && active.id !== last?.id) await deps.attend?.(active);
    return active;
  }

  async function compare(): Promise<void> {
    const atMs = now();
    const window = await current();
    if (window === undefined) return;
    const before = last;
    last = window;
    const kind = changeBetween(before, window);
    if (kind !== undefined) changes.emit({ atMs, kind, window });
  }

  async function lookUntilQuiet(): Promise<void> {
    isLooking = true;
    try {
      do {
        mustLookAgain = false;
        await compare();
      } while (mustLookAgain);
    } finally {
      isLooking = false;
    }
  }

  return {
    watched: () => last?.id,
    /** What is focused at the start is not a change. */
    async begin(): Promise<void> {
      last = await current();
    },
    look(): void {
      mustLookAgain = true;
      // Only a lost display rejects, and `ended` of the screen says so to everyone.
      if (!isLooking) lookUntilQuiet().catch(() => {});
    },
  };
}

function changeBetween(
  before: WindowInfo | undefined,
  after: WindowInfo,
): FocusChange['kind'] | undefined {
  if (before === undefined || before.app !== after.app) return 'app_switch';
  if (before.id !== after.id) return 'window_focus';
  return before.title === after.title ? undefined : 'title';
}
