/**
 * Finds the accessible counterpart of a window: the program by its process, the window by its title and place. Chromium names its
 * windows to everyone, but builds their contents only once somebody asks for attributes. From then on it maintains a tree of
 * every page, which makes large ones slow for the person, so it is woken only when that is needed.
 */
import type { Rect, WindowInfo } from '#core/observation.ts';
import { ACCESSIBLE, type AtspiBus, type AtspiCalls, type Ref } from './atspi-bus.ts';
import { SCREEN_SPACE, type Space, surfaceSpace, unitOf } from './atspi-space.ts';

const REGISTRY: Ref = ['org.a11y.atspi.Registry', '/org/a11y/atspi/accessible/root'];
// Window managers and programs disagree about decorations and shadows by about this much.
const SAME_PLACE = 80;

export interface FoundWindow {
  readonly ref: Ref;
  readonly name: string;
  /** False when only its place speaks for it: good enough to read text, not to say whether a window is private. */
  readonly isByTitle: boolean;
  /** How its places are reported; undefined when nobody knows where it is. */
  readonly space: Space | undefined;
}

interface Candidate {
  readonly ref: Ref;
  readonly name: string;
  readonly place: Rect | undefined;
}

/** `places` says whether programs of this desktop know where they are. */
export function atspiWindows(
  bus: AtspiBus,
  places: 'desktop' | 'surface',
  isWakingNeeded: () => boolean,
) {
  const pids = new Map<string, number>();

  async function appsOf(pid: number | undefined): Promise<Ref[]> {
    const [apps] = (await bus.call(REGISTRY, ACCESSIBLE, 'GetChildren')) as [Ref[]];
    const live = new Set(apps.map(([busName]) => busName));
    for (const busName of pids.keys()) if (!live.has(busName)) pids.delete(busName);
    if (pid === undefined) return apps;
    const found = await Promise.all(
      apps.map(async (app) => {
        const known = pids.get(app[0]) ?? (await bus.pidOf(app[0]).catch(() => 0));
        pids.set(app[0], known);
        return known === pid ? app : undefined;
      }),
    );
    return found.filter((app) => app !== undefined);
  }

  async function describe(ref: Ref): Promise<Candidate> {
    const [name, place] = await Promise.all([
      bus.property(ref, ACCESSIBLE, 'Name').catch(() => ''),
      boxOf(bus, ref, SCREEN_SPACE),
      // Only for its effect.
      isWakingNeeded() ? bus.call(ref, ACCESSIBLE, 'GetAttributes').catch(() => []) : undefined,
    ]);
    return { ref, name: String(name ?? ''), place };
  }

  /**
   * Best first; empty when the program is not accessible. More than one only when they cannot be distinguished: windows of one program
   * with the same title, in the same place or none of them in the right one.
   */
  return async function find(window: WindowInfo): Promise<FoundWindow[]> {
    if (window.pid === undefined && places === 'desktop') return [];
    const apps = await appsOf(window.pid);
    const lists = await Promise.all(
      apps.map(async (app) => {
        const children = bus.call(app, ACCESSIBLE, 'GetChildren');
        // Among the programs of a whole desktop one that does not answer must not hide the others.
        const [refs] = await (window.pid === undefined ? children.catch(() => [[]]) : children);
        return refs as Ref[];
      }),
    );
    const candidates = await Promise.all(lists.flat().map(describe));
    return places === 'desktop' ? byPlace(window, candidates) : bySurface(window, candidates);
  };
}

function byPlace(window: WindowInfo, candidates: readonly Candidate[]): FoundWindow[] {
  const ranked = candidates
    .map((one) => ({
      ...one,
      isByTitle: hasTitleOf(window, one.name),
      apart: apartFrom(window, one.place),
      space: SCREEN_SPACE,
    }))
    .toSorted((a, b) => a.apart - b.apart);
  const titled = ranked.filter(({ isByTitle }) => isByTitle);
  const possible = titled.length > 0 ? titled : ranked.filter(({ apart }) => apart <= SAME_PLACE);
  const [best] = possible;
  // On scaled screens programs tell places that fit nowhere: then every window with the title may be the one.
  if (best === undefined || best.apart > SAME_PLACE) return possible;
  return possible.filter(({ apart }) => apart === best.apart);
}

/** Where programs do not know their place only the title and the size distinguish windows, and the title must fit. */
function bySurface(window: WindowInfo, candidates: readonly Candidate[]): FoundWindow[] {
  const { surface } = window;
  const titled = candidates
    .filter(({ name }) => hasTitleOf(window, name))
    .map(({ ref, name, place }) => {
      const fit = surface && place && unitOf(surface, place);
      const space = surface && fit && surfaceSpace(surface, fit.unit);
      return { ref, name, isByTitle: true, space, apart: fit?.apart ?? SAME_PLACE };
    });
  const fitting = titled.filter(({ apart }) => apart < SAME_PLACE);
  return fitting.length > 0 ? fitting : titled;
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

/** The place of a node in the space of its program; undefined when it has none. */
export async function boxOf(
  calls: AtspiCalls,
  ref: Ref,
  { coordinates }: Space,
): Promise<Rect | undefined> {
  try {
    const [extents] = (await calls.call(ref, 'org.a11y.atspi.Component', 'GetExtents', 'u', [
      coordinates,
    ])) as [[number, number, number, number]];
    const [x, y, width, height] = extents;
    return width > 0 && height > 0 ? { x, y, width, height } : undefined;
  } catch {
    // Not every node has a place.
    return undefined;
  }
}
