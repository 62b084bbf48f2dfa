/** Finds the accessible counterpart of a window: the program by its process, the window by its title and place. */
import type { Rect, WindowInfo } from '#core/observation.ts';
import { ACCESSIBLE, type AtspiBus, type Ref } from './atspi-bus.ts';

const REGISTRY: Ref = ['org.a11y.atspi.Registry', '/org/a11y/atspi/accessible/root'];
const SCREEN_COORDINATES = 0;
// Window managers and programs disagree about decorations and shadows by about this much.
const SAME_PLACE = 80;

export interface FoundWindow {
  readonly ref: Ref;
  readonly name: string;
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
    ]);
    return { ref, name: String(name ?? ''), place };
  }

  /**
   * Best first; empty when the program is not accessible. More than one only when they cannot be told apart: two windows of one
   * program with the same title in the same place.
   */
  return async function find(window: WindowInfo): Promise<FoundWindow[]> {
    if (window.pid === undefined) return [];
    const apps = await appsOf(window.pid);
    const lists = await Promise.all(
      apps.map(async (app) => ((await bus.call(app, ACCESSIBLE, 'GetChildren')) as [Ref[]])[0]),
    );
    const candidates = await Promise.all(lists.flat().map(describe));
    const ranked = candidates
      .map((one) => ({ ...one, distance: distanceTo(window, one) }))
      .toSorted((a, b) => a.distance - b.distance);
    const [best] = ranked;
    if (best === undefined || best.distance === Number.POSITIVE_INFINITY) return [];
    return ranked.filter(({ distance }) => distance === best.distance);
  };
}

const OTHER_TITLE = 100_000;

/** Title first, then place. A private window adds words behind its title. */
function distanceTo(
  window: WindowInfo,
  candidate: { name: string; place: Rect | undefined },
): number {
  const { name, place } = candidate;
  const hasTitle = name !== '' && (name.startsWith(window.title) || window.title.startsWith(name));
  const apart = place === undefined ? SAME_PLACE : Math.round(gap(window.bounds, place));
  if (!hasTitle && apart > SAME_PLACE) return Number.POSITIVE_INFINITY;
  return (hasTitle ? 0 : OTHER_TITLE) + apart;
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
