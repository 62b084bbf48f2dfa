/** Knows what the accessibility tree last said about each monitor, to name the thing under the pointer. */
import type { CapturedFrame, TextNode, UiElement } from '#core/observation.ts';
import { areaOf, containsPoint } from './rectangles.ts';

/** Something a window said it has at a place. Another window may lie over it by now, such as a menu. */
export interface KnownElement {
  readonly windowId: number;
  readonly element: UiElement;
}

export function lastTexts() {
  /** By monitor number. */
  const frames = new Map<
    number,
    { x: number; y: number; windowId: number; nodes: readonly TextNode[] }
  >();
  return {
    remember({ monitor: { id, x, y }, window, accessibility }: CapturedFrame): void {
      if (window === undefined) frames.delete(id);
      else frames.set(id, { x, y, windowId: window.id, nodes: accessibility?.nodes ?? [] });
    },
    /** The smallest thing at a place of the desktop; undefined when none is known there. */
    elementAt(x: number, y: number): KnownElement | undefined {
      let best: KnownElement | undefined;
      for (const { x: left, y: top, windowId, nodes } of frames.values()) {
        for (const { role, text, bounds } of nodes) {
          const isSmaller = best === undefined || areaOf(bounds) < areaOf(best.element.bounds);
          if (!isSmaller || !containsPoint(bounds, x - left, y - top)) continue;
          const place = { ...bounds, x: bounds.x + left, y: bounds.y + top };
          best = { windowId, element: { role, name: text, bounds: place } };
        }
      }
      return best;
    },
  };
}
