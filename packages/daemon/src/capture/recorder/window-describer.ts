/**
 * Adds to browser windows what only assistive technology knows: their own name (where private windows are marked) and their
 * address. Other windows pass as they are. What a window said is remembered as long as its title stays the same, unless
 * addresses decide: those may change behind a title. It also knows which browsers and programs keep silent, and for how long.
 */
import type { WindowInfo } from '#core/observation.ts';
import type { Exclusions } from '../exclusions/exclusions.ts';
import type { AccessibilitySource, WindowSnapshot } from '../source.ts';

// A browser that starts, or a busy machine, may need some seconds to answer. After that it is not going to.
const HOPE_MS = 10_000;

export interface DescribedWindows
  extends Pick<WindowSnapshot, 'active' | 'windows' | 'panels' | 'lagMs'> {
  /** A program that may still answer could show more: nothing can be kept out of a picture by this list. */
  readonly isPartial: boolean;
}

export interface WindowDescriber {
  /** The window with all it reports now. */
  describe(window: WindowInfo): Promise<WindowInfo>;
  /**
   * The windows with all that is needed to judge them. Forgets those that are not in the list. A program that is not hoped for any
   * more and has to be kept out by its name alone is among them.
   */
  describeAll(snapshot: WindowSnapshot): Promise<DescribedWindows>;
  /** Whether a window that did not answer yet may still do so: what it is kept out of is worth another look. */
  isHopeful(): boolean;
  /** Programs that tell nothing at all about a window of theirs, and are not hoped for any more. */
  silentApps(): readonly string[];
  /** Programs that have not answered for so long that pictures are taken without knowing all their windows. */
  unheardApps(): readonly string[];
}

export function windowDescriber(deps: {
  accessibility: Pick<AccessibilitySource, 'describe'> | undefined;
  exclusions: Pick<
    Exclusions,
    'needsDescription' | 'isUndescribed' | 'areUrlsJudged' | 'reasonFor'
  >;
  now: () => number;
}): WindowDescriber {
  const { accessibility, exclusions, now } = deps;
  const remembered = new Map<
    number,
    {
      pid: number | undefined;
      title: string;
      accessibleName: string;
      browserUrl: string | undefined;
    }
  >();
  const silent = new Map<number, { app: string; sinceMs: number; isNameless: boolean }>();
  const unheard = new Map<number, { app: string; sinceMs: number }>();
  const isHopedFor = ({ sinceMs }: { sinceMs: number }) => now() - sinceMs < HOPE_MS;

  /** Undefined when it has to be asked. */
  function findKnown(window: WindowInfo): WindowInfo | undefined {
    if (!exclusions.needsDescription(window)) return window;
    const known = exclusions.areUrlsJudged ? undefined : findRemembered(window);
    return known && { ...window, accessibleName: known.accessibleName };
  }

  /** Only the title of such a window is visible, in a task bar, so its address counts as long as the title stays. */
  function findOffScreen(window: WindowInfo): WindowInfo | undefined {
    const { accessibleName, browserUrl } = findRemembered(window) ?? {};
    const isAddressKnown = accessibleName !== undefined && browserUrl !== undefined;
    return isAddressKnown ? { ...window, accessibleName, browserUrl } : findKnown(window);
  }

  function findRemembered({ id, title }: WindowInfo) {
    const known = remembered.get(id);
    return known?.title === title ? known : undefined;
  }

  async function ask(window: WindowInfo): Promise<WindowInfo> {
    const { accessibleName, browserUrl } = (await accessibility?.describe(window)) ?? {};
    const { id, pid, title } = window;
    if (accessibleName !== undefined) {
      remembered.set(id, { pid, title, accessibleName, browserUrl });
    }
    const before = remembered.get(id);
    // A window is private or not for as long as it lives, so what it said under another title still counts.
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

  /** Those that are given up and have to be kept out for what they are. */
  function judgeUnheard(
    programs: readonly WindowInfo[],
    windows: readonly WindowInfo[],
  ): WindowInfo[] {
    const ids = new Set(programs.map(({ id }) => id));
    for (const id of unheard.keys()) if (!ids.has(id)) unheard.delete(id);
    const pids = new Set(windows.map(({ pid }) => pid));
    return programs.filter((program) => {
      const { id, app, pid } = program;
      const since = { app, sinceMs: unheard.get(id)?.sinceMs ?? now() };
      unheard.set(id, since);
      // One of which windows are known is judged by those.
      return !(isHopedFor(since) || pids.has(pid)) && exclusions.reasonFor(program) !== undefined;
    });
  }

  return {
    describe: (window) =>
      noticed(window, exclusions.needsDescription(window) ? ask(window) : window),
    async describeAll({ active, windows: listed, panels, unheard: programs = [], lagMs }) {
      const windows = [...listed, ...judgeUnheard(programs, listed)];
      const offScreen = (panels?.titled ?? [])
        .map(({ window }) => window)
        .filter(({ id }) => !windows.some((one) => one.id === id));
      const isPartial = [...unheard.values()].some(isHopedFor);
      const ids = new Set([...windows, ...offScreen].map(({ id }) => id));
      // The window system gives the numbers of closed windows to new ones.
      for (const map of [remembered, silent]) {
        for (const id of map.keys()) if (!ids.has(id)) map.delete(id);
      }
      const answers = await Promise.all([
        ...windows.map((window) => noticed(window, findKnown(window) ?? ask(window))),
        ...offScreen.map((window) => noticed(window, findOffScreen(window) ?? ask(window))),
      ]);
      const described = new Map(answers.map((window) => [window.id, window]));
      const describedOf = (window: WindowInfo) => described.get(window.id) ?? window;
      return {
        active: active && described.get(active.id),
        windows: windows.map(describedOf),
        panels: panels && {
          ...panels,
          titled: panels.titled.map((one) => ({ ...one, window: describedOf(one.window) })),
        },
        isPartial,
        lagMs,
      };
    },
    isHopeful: () => [...silent.values(), ...unheard.values()].some(isHopedFor),
    silentApps: () =>
      namesOf([...silent.values()].filter((one) => one.isNameless && !isHopedFor(one))),
    unheardApps: () => namesOf([...unheard.values()].filter((one) => !isHopedFor(one))),
  };
}

function namesOf(programs: readonly { app: string }[]): string[] {
  return [...new Set(programs.map(({ app }) => app || 'a program'))];
}
