/** Knows what the accessibility tree last said about each monitor, to name the thing under the pointer. */
import type { CapturedFrame, TextNode, UiElement } from '#core/observation.ts';
import { areaOf, containsPoint } from './rectangles.ts';

export function lastTexts() {
  /** By monitor number. */
  const frames = new Map<number, { x: number; y: number; nodes: readonly TextNode[] }>();
  return {
    remember({ monitor: { id, x, y }, accessibility }: CapturedFrame): void {
      frames.set(id, { x, y, nodes: accessibility?.nodes ?? [] });
    },
    /** The smallest thing at a place of the desktop; undefined when none is known there. */
    elementAt(x: number, y: number): UiElement | undefined {
      let best: UiElement | undefined;
      for (const { x: left, y: top, nodes } of frames.values()) {
        for (const { role, text, bounds } of nodes) {
          const isSmaller = best === undefined || areaOf(bounds) < areaOf(best.bounds);
          if (!isSmaller || !containsPoint(bounds, x - left, y - top)) continue;
          best = { role, name: text, bounds: { ...bounds, x: bounds.x + left, y: bounds.y + top } };
        }
      }
      return best;
    },
  };
}
