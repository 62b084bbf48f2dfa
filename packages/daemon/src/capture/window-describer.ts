/**
 * Adds to browser windows what only assistive technology knows: their own name (where private windows are marked) and their
 * address. Other windows pass as they are. What a window said is remembered as long as its title stays the same, unless
 * addresses decide: those may change behind a title. It also knows which browsers keep silent, and for how long.
 */
import type { WindowInfo } from '#core/observation.ts';
import type { Exclusions } from './exclusions.ts';
import type { AccessibilitySource, WindowSnapshot } from './source.ts';

// A browser that starts, or a busy machine, may need some seconds to answer. After that it is not going to.
const HOPE_MS = 10_000;

export interface WindowDescriber {
  /** The window with all it tells now. */
  describe(window: WindowInfo): Promise<WindowInfo>;
  /** The windows with all that is needed to judge them. Forgets those that are not in the list. */
  describeAll(snapshot: WindowSnapshot): Promise<WindowSnapshot>;
  /** Whether a window that did not answer yet may still do so: what it is kept out of is worth another look. */
  isHopeful(): boolean;
  /** Programs that tell nothing at all about a window of theirs, and are not hoped for any more. */
  silentApps(): readonly string[];
}

export function windowDescriber(deps: {
  accessibility: Pick<AccessibilitySource, 'describe'> | undefined;
  exclusions: Pick<Exclusions, 'needsDescription' | 'isUndescribed' | 'areUrlsJudged'>;
  now: () => number;
}): WindowDescriber {
  const { accessibility, exclusions, now } = deps;
  const remembered = new Map<
    number,
    { pid: number | undefined; title: string; accessibleName: string }
  >();
  const silent = new Map<number, { app: string; sinceMs: number; isNameless: boolean }>();

  /** Undefined when it has to be asked. */
  function findKnown(window: WindowInfo): WindowInfo | undefined {
    if (!exclusions.needsDescription(window)) return window;
    const known = exclusions.areUrlsJudged ? undefined : remembered.get(window.id);
    if (known === undefined || known.title !== window.title) return undefined;
    return { ...window, accessibleName: known.accessibleName };
  }

  async function ask(window: WindowInfo): Promise<WindowInfo> {
    const { accessibleName, browserUrl } = (await accessibility?.describe(window)) ?? {};
    const { id, pid, title } = window;
    if (accessibleName !== undefined) remembered.set(id, { pid, title, accessibleName });
    const before = remembered.get(id);
    // A window is private or not for as long as it lives, so what it said under another title still tells.
    const isSame = before !== undefined && before.pid === pid;
    return { ...window, accessibleName: isSame ? before.accessibleName : undefined, browserUrl };
  }

  async function noticed(window: WindowInfo, answer: Promise<WindowInfo> | WindowInfo) {
    const described = await answer;
    const { id, app } = window;
    if (exclusions.isUndescribed(described)) {
      const sinceMs = silent.get(id)?.sinceMs ?? now();
      silent.set(id, { app, sinceMs, isNameless: described.accessibleName === undefined });
    } else {
      silent.delete(id);
    }
    return described;
  }

  return {
    describe: (window) =>
      noticed(window, exclusions.needsDescription(window) ? ask(window) : window),
    async describeAll({ active, windows }) {
      const ids = new Set(windows.map(({ id }) => id));
      // The window system gives the numbers of closed windows to new ones.
      for (const map of [remembered, silent]) {
        for (const id of map.keys()) if (!ids.has(id)) map.delete(id);
      }
      const described = await Promise.all(
        windows.map((window) => noticed(window, findKnown(window) ?? ask(window))),
      );
      return { active: described.find(({ id }) => id === active?.id), windows: described };
    },
    isHopeful: () => [...silent.values()].some(({ sinceMs }) => now() - sinceMs < HOPE_MS),
    silentApps: () => [
      ...new Set(
        [...silent.values()]
          .filter(({ sinceMs, isNameless }) => isNameless && now() - sinceMs >= HOPE_MS)
          .map(({ app }) => app),
      ),
    ],
  };
}
