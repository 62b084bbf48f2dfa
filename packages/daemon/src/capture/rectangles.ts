/** Arithmetic of rectangles in whole pixels; all of it is pure. An empty rectangle is never an answer: it is left out. */
import type { Rect } from '#core/observation.ts';

export function areaOf({ width, height }: Rect): number {
  return width * height;
}

/** The part both share; undefined when they do not touch. */
export function intersection(a: Rect, b: Rect): Rect | undefined {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  const width = Math.min(a.x + a.width, b.x + b.width) - x;
  const height = Math.min(a.y + a.height, b.y + b.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}

/** The smallest rectangle around both. */
export function union(a: Rect, b: Rect): Rect {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
}

/** What is left of `from` without `hole`: up to four rectangles that do not overlap. */
export function subtract(from: Rect, hole: Rect): Rect[] {
  const cut = intersection(from, hole);
  if (cut === undefined) return [from];
  const { x, y, width, height } = from;
  const below = cut.y + cut.height;
  const right = cut.x + cut.width;
  return [
    { x, y, width, height: cut.y - y },
    { x, y: below, width, height: y + height - below },
    { x, y: cut.y, width: cut.x - x, height: cut.height },
    { x: right, y: cut.y, width: x + width - right, height: cut.height },
  ].filter((rect) => rect.width > 0 && rect.height > 0);
}

/** The rectangle as seen from another origin. */
export function relativeTo<T extends Rect>(rect: T, origin: { x: number; y: number }): Rect {
  const { x, y, width, height } = rect;
  return { x: x - origin.x, y: y - origin.y, width, height };
}

export function containsPoint(rect: Rect, x: number, y: number): boolean {
  return x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height;
}

/** At most `limit` rectangles that cover all of `rects`: what overlaps is joined, then whatever wastes the least area. */
export function coalesce(rects: readonly Rect[], limit: number): Rect[] {
  const joined: Rect[] = [];
  for (const rect of rects) addJoined(joined, rect, limit);
  return joined;
}

function addJoined(list: Rect[], added: Rect, limit: number): void {
  const touching = list.findIndex((rect) => intersection(rect, added) !== undefined);
  if (touching >= 0) {
    const [rect] = list.splice(touching, 1) as [Rect];
    addJoined(list, union(rect, added), limit);
    return;
  }
  list.push(added);
  if (list.length <= limit) return;
  const [first, second] = cheapestPair(list);
  const [b] = list.splice(second, 1) as [Rect];
  const [a] = list.splice(first, 1) as [Rect];
  addJoined(list, union(a, b), limit);
}

function cheapestPair(list: readonly Rect[]): [number, number] {
  let best: [number, number] = [0, 1];
  let least = Number.POSITIVE_INFINITY;
  for (const [i, a] of list.entries()) {
    for (const [offset, b] of list.slice(i + 1).entries()) {
      const waste = areaOf(union(a, b)) - areaOf(a) - areaOf(b);
      if (waste < least) {
        least = waste;
        best = [i, i + 1 + offset];
      }
    }
  }
  return best;
}
