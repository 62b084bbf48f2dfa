/**
 * Finds the accessible counterpart of a window: the program by its process, the window by its title and place. Asking also wakes
 * browsers: Chromium names its windows to everyone but builds their contents only once somebody asks for attributes.
 */
import type { Rect, WindowInfo } from '#core/observation.ts';
import { ACCESSIBLE, type AtspiBus, type Ref } from './atspi-bus.ts';

const REGISTRY: Ref = ['org.a11y.atspi.Registry', '/org/a11y/atspi/accessible/root'];
const SCREEN_COORDINATES = 0;
// Window managers and programs disagree about decorations and shadows by about this much.
const SAME_PLACE = 80;

export interface FoundWindow {
  readonly ref: Ref;
  readonly name: string;
  /** False when only its place speaks for it: good enough to read text, not to say whether a window is private. */
  readonly isByTitle: boolean;
}

export function atspiWindows(bus: AtspiBus) {
  const pids = new Map<string, number>();

  async function appsOf(pid: number): Promise<Ref[]> {
    const [apps] = (await bus.call(REGISTRY, ACCESSIBLE, 'GetChildren')) as [Ref[]];
    const live = new Set(apps.map(([busName]) => busName));
    for (const busName of pids.keys()) if (!live.has(busName)) pids.delete(busName);
    const found = await Promise.all(
      apps.map(async (app) => {
        const known = pids.get(app[0]) ?? (await bus.pidOf(app[0]).catch(() => 0));
        pids.set(app[0], known);
        return known === pid ? app : undefined;
      }),
    );
    return found.filter((app) => app !== undefined);
  }

  async function describe(ref: Ref) {
    const [name, place] = await Promise.all([
      bus.property(ref, ACCESSIBLE, 'Name').catch(() => ''),
      extentsOf(bus, ref),
      // Its answer is of no interest; see above.
      bus.call(ref, ACCESSIBLE, 'GetAttributes').catch(() => []),
    ]);
    return { ref, name: String(name ?? ''), place };
  }

  /**
   * Best first; empty when the program is not accessible. More than one only when they cannot be told apart: windows of one program
   * with the same title, in the same place or none of them in the right one.
   */
  return async function find(window: WindowInfo): Promise<FoundWindow[]> {
    if (window.pid === undefined) return [];
    const apps = await appsOf(window.pid);
    const lists = await Promise.all(
      apps.map(async (app) => ((await bus.call(app, ACCESSIBLE, 'GetChildren')) as [Ref[]])[0]),
    );
    const candidates = await Promise.all(lists.flat().map(describe));
    const ranked = candidates
      .map((one) => ({
        ...one,
        isByTitle: hasTitleOf(window, one.name),
        apart: apartFrom(window, one.place),
      }))
      .toSorted((a, b) => a.apart - b.apart);
    const titled = ranked.filter(({ isByTitle }) => isByTitle);
    const possible = titled.length > 0 ? titled : ranked.filter(({ apart }) => apart <= SAME_PLACE);
    const [best] = possible;
    // On scaled screens programs tell places that fit nowhere: then every window with the title may be the one.
    if (best === undefined || best.apart > SAME_PLACE) return possible;
    return possible.filter(({ apart }) => apart === best.apart);
  };
}

/** A private window adds words behind its title. */
function hasTitleOf({ title }: WindowInfo, name: string): boolean {
  return name !== '' && title !== '' && (name.startsWith(title) || title.startsWith(name));
}

function apartFrom({ bounds }: WindowInfo, place: Rect | undefined): number {
  return place === undefined ? SAME_PLACE : Math.round(gap(bounds, place));
}

function gap(a: Rect, b: Rect): number {
  return (
    Math.abs(a.x - b.x) +
    Math.abs(a.y - b.y) +
    Math.abs(a.x + a.width - b.x - b.width) +
    Math.abs(a.y + a.height - b.y - b.height)
  );
}

/** The place of a node on the desktop; undefined when it has none. */
export async function extentsOf(bus: AtspiBus, ref: Ref): Promise<Rect | undefined> {
  try {
    const [extents] = (await bus.call(ref, 'org.a11y.atspi.Component', 'GetExtents', 'u', [
      SCREEN_COORDINATES,
    ])) as [[number, number, number, number]];
    const [x, y, width, height] = extents;
    return width > 0 && height > 0 ? { x, y, width, height } : undefined;
  } catch {
    // Not every node has a place; those that have none cannot be seen.
    return undefined;
  }
}
