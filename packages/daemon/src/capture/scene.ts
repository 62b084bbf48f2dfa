/**
 * What is on a monitor at one instant: which window a picture is about, which others are seen, and whether two instants show the
 * same. Pure; `frame-taker.ts` asks.
 */
import type { AccessibleWindow, Rect, WindowInfo } from '#core/observation.ts';
import type { Exclusions } from './exclusions.ts';
import { areaOf, intersection, relativeTo } from './rectangles.ts';
import type { WindowSnapshot } from './source.ts';
import { visiblePart } from './visible-part.ts';

/** The window a picture of this monitor is about. */
export function windowOn(
  monitor: Rect,
  { active, windows }: WindowSnapshot,
  exclusions: Exclusions,
) {
  if (active !== undefined && intersection(active.bounds, monitor) !== undefined) {
    return { window: active, isFocused: true };
  }
  const window = seenWindows({ active, windows }, monitor, exclusions).find((one) => !one.isPopup);
  return { window, isFocused: false };
}

/** Windows of which something is seen, topmost first, without the excluded ones. */
export function seenWindows(
  { windows }: WindowSnapshot,
  monitor: Rect,
  exclusions: Exclusions,
): WindowInfo[] {
  return windows.filter(
    (window, index) =>
      exclusions.reasonFor(window) === undefined &&
      visiblePart(window, windows.slice(0, index), monitor).length > 0,
  );
}

/** What must not have changed while the picture was taken, as a text to compare. */
export function sceneOf(
  { active, windows }: WindowSnapshot,
  monitor: Rect,
  exclusions: Exclusions,
): string {
  const list = windows
    .filter(({ bounds }) => intersection(bounds, monitor) !== undefined)
    .map((one) => [one.id, one.bounds, exclusions.reasonFor(one)]);
  return JSON.stringify([active?.id, active?.title, active?.browserUrl, list]);
}

/**
 * A desktop that never holds still (a window being dragged, a title that counts) is taken as it was listed before, with everything
 * painted over that is excluded now. Undefined when that would not be safe.
 */
export function lateMasks(
  before: WindowSnapshot,
  after: WindowSnapshot,
  monitor: Rect,
  exclusions: Exclusions,
): Rect[] | undefined {
  const decision = exclusions.decide(monitor, after.windows, after.active);
  if (decision.kind === 'skip' || before.active?.id !== after.active?.id) return undefined;
  return decision.masks.map((mask) => relativeTo(mask, monitor));
}

/** The window as seen from the picture. */
export function placed(
  window: WindowInfo,
  monitor: Rect,
  accessibility?: AccessibleWindow | undefined,
): WindowInfo {
  return {
    ...window,
    bounds: relativeTo(window.bounds, monitor),
    browserUrl: accessibility?.browserUrl ?? window.browserUrl,
  };
}

/** The text as seen from the picture. What lies wholly under a painted area is not on it; its children hang in the air then. */
export function textInPicture(
  accessibility: AccessibleWindow,
  monitor: Rect,
  masks: readonly Rect[],
): AccessibleWindow {
  const placedNodes = accessibility.nodes.map((node) => ({
    ...node,
    bounds: relativeTo(node.bounds, monitor),
  }));
  if (masks.length === 0) return { ...accessibility, nodes: placedNodes };
  const isSeen = placedNodes.map(
    ({ bounds }) =>
      !masks.some((mask) => areaOf(intersection(bounds, mask) ?? NOTHING) === areaOf(bounds)),
  );
  const newPlace = new Map<number, number>();
  for (const [index, seen] of isSeen.entries()) if (seen) newPlace.set(index, newPlace.size);
  const nodes = placedNodes
    .filter((_, index) => isSeen[index])
    .map((node) => ({
      ...node,
      parent: node.parent === undefined ? undefined : newPlace.get(node.parent),
    }));
  return { ...accessibility, nodes };
}

const NOTHING: Rect = { x: 0, y: 0, width: 0, height: 0 };
