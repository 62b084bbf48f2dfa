/**
 * Adds to browser windows what only assistive technology knows: their own name (where private windows are marked) and their
 * address. Other windows pass as they are. What a window said is remembered as long as its title stays the same, unless
 * addresses decide: those may change behind a title.
 */
import type { WindowInfo } from '#core/observation.ts';
import type { Exclusions } from './exclusions.ts';
import type { AccessibilitySource, WindowSnapshot } from './source.ts';

// More browser windows than anyone has; old ones are forgotten first.
const REMEMBERED = 100;

export interface WindowDescriber {
  /** The window with all that is needed to judge it; undefined when it has to be asked first. */
  findKnown(window: WindowInfo): WindowInfo | undefined;
  describe(window: WindowInfo): Promise<WindowInfo>;
  describeAll(snapshot: WindowSnapshot): Promise<WindowSnapshot>;
}

export function windowDescriber(deps: {
  accessibility: Pick<AccessibilitySource, 'describe'> | undefined;
  exclusions: Pick<Exclusions, 'needsDescription' | 'areUrlsJudged'>;
}): WindowDescriber {
  const { accessibility, exclusions } = deps;
  const remembered = new Map<number, { title: string; accessibleName: string }>();

  function findKnown(window: WindowInfo): WindowInfo | undefined {
    if (accessibility === undefined || !exclusions.needsDescription(window)) return window;
    const known = exclusions.areUrlsJudged ? undefined : remembered.get(window.id);
    if (known === undefined || known.title !== window.title) return undefined;
    return { ...window, accessibleName: known.accessibleName };
  }

  async function describe(window: WindowInfo): Promise<WindowInfo> {
    const known = findKnown(window);
    if (known !== undefined || accessibility === undefined) return known ?? window;
    const told = await accessibility.describe(window);
    if (told.accessibleName !== undefined) {
      remembered.delete(window.id);
      remembered.set(window.id, { title: window.title, accessibleName: told.accessibleName });
      const [oldest] = remembered.keys();
      if (remembered.size > REMEMBERED && oldest !== undefined) remembered.delete(oldest);
    }
    return { ...window, ...told };
  }

  return {
    findKnown,
    describe,
    async describeAll({ active, windows }) {
      const described = await Promise.all(windows.map(describe));
      return { active: described.find(({ id }) => id === active?.id), windows: described };
    },
  };
}
