/** Remembers for each monitor which parts were drawn on since its last kept picture. A monitor that is new is wholly drawn on. */
import type { Monitor, Rect } from '#core/observation.ts';
import { areaOf, coalesce, intersection, relativeTo } from '../rectangles.ts';

// Enough for a caret, a clock and a few places more; beyond that the places grow together.
const MAX_AREAS = 8;

export function monitorDamage() {
  let monitors: readonly Monitor[] = [];
  /** By monitor number, in pixels of its picture. */
  let drawn = new Map<number, Rect[]>();
  /** The same, without what was looked at and given back. */
  const fresh = new Map<number, Rect[]>();

  return {
    monitors: (): readonly Monitor[] => monitors,
    /** The monitors that were removed, moved or changed. */
    setMonitors(list: readonly Monitor[]): Monitor[] {
      const isSame = (a: Monitor, b: Monitor) => JSON.stringify(a) === JSON.stringify(b);
      const before = monitors;
      const old = drawn;
      monitors = list;
      drawn = new Map(
        list.map((monitor) => {
          const isKnown = before.some((other) => isSame(other, monitor));
          return [
            monitor.id,
            (isKnown && old.get(monitor.id)) || (isKnown ? [] : [wholeOf(monitor)]),
          ];
        }),
      );
      return before.filter((monitor) => !list.some((other) => isSame(other, monitor)));
    },
    /** Areas of the desktop. Says how many pixels of the monitor with the most were drawn on since it was last looked at. */
    add(areas: readonly Rect[]): number {
      for (const monitor of monitors) {
        const inside = areas
          .map((area) => intersection(area, monitor))
          .filter((area) => area !== undefined)
          .map((area) => relativeTo(area, monitor));
        if (inside.length === 0) continue;
        fresh.set(monitor.id, coalesce([...(fresh.get(monitor.id) ?? []), ...inside], MAX_AREAS));
        drawn.set(monitor.id, coalesce([...(drawn.get(monitor.id) ?? []), ...inside], MAX_AREAS));
      }
      return Math.max(0, ...[...fresh.values()].map((rects) => rects.reduce(sumOfAreas, 0)));
    },
    isDamaged: ({ id }: Monitor): boolean => (drawn.get(id)?.length ?? 0) > 0,
    /** What was drawn on, which is then forgotten. */
    take({ id }: Monitor): Rect[] {
      const areas = drawn.get(id) ?? [];
      drawn.set(id, []);
      fresh.delete(id);
      return areas;
    },
    /** Puts back what was taken in vain. */
    giveBack({ id }: Monitor, areas: readonly Rect[]): void {
      drawn.set(id, coalesce([...(drawn.get(id) ?? []), ...areas], MAX_AREAS));
    },
  };
}

function sumOfAreas(sum: number, rect: Rect): number {
  return sum + areaOf(rect);
}

function wholeOf({ width, height }: Monitor): Rect {
  return { x: 0, y: 0, width, height };
}
