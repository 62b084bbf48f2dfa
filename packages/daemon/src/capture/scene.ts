/**
 * What is on a monitor at one instant: which window a picture is about, which others are seen, and whether two instants show the
 * same. Pure; `frame-taker.ts` asks.
 */
import type { AccessibleWindow, Rect, TextNode, WindowInfo } from '#core/observation.ts';
import type { Exclusions } from './exclusions.ts';
import { areaOf, intersection, relativeTo } from './rectangles.ts';
import type { WindowSnapshot } from './source.ts';
import { visiblePart } from './visible-part.ts';
import type { DescribedWindows } from './window-describer.ts';

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

/** All that is told about excluded windows on the desktop, also about those that are covered: where they are and what is seen of them. */
export function hiddenIn({ active, windows }: WindowSnapshot, exclusions: Exclusions): string {
  const hidden = windows.flatMap((window, index) => {
    if (exclusions.reasonBeside(window, active) === undefined) return [];
    const { id, bounds } = window;
    return [{ id, bounds, seen: visiblePart(window, windows.slice(0, index), bounds) }];
  });
  return JSON.stringify(hidden);
}

/** Whether nothing that matters has changed while the picture was taken. */
export function isSameScene(
  before: DescribedWindows,
  after: DescribedWindows,
  monitor: Rect,
  exclusions: Exclusions,
): boolean {
  const scenes = [before, after].map((one) => sceneOf(one, monitor, exclusions));
  return scenes[0] === scenes[1] && !after.isPartial;
}

function sceneOf(
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
 * A desktop that never holds still (a window being dragged, a title that counts) is taken as it was listed before, with excluded
 * windows painted over whole: what covered them a moment ago may have moved. Undefined when that would not be safe.
 */
export function lateMasks(
  before: DescribedWindows,
  after: DescribedWindows,
  monitor: Rect,
  exclusions: Exclusions,
): Rect[] | undefined {
  const decision = exclusions.decide(monitor, after.windows, after.active);
  if (decision.kind === 'skip' || after.isPartial) return undefined;
  if (before.active?.id !== after.active?.id) return undefined;
  const excludedOf = ({ windows }: WindowSnapshot) =>
    windows
      .filter((window) => exclusions.reasonFor(window) !== undefined)
      .map(({ id, bounds }) => ({ id, bounds }))
      .toSorted((a, b) => a.id - b.id);
  const excluded = excludedOf(after);
  // One that came, went or moved was somewhere in between when the picture was taken.
  if (JSON.stringify(excludedOf(before)) !== JSON.stringify(excluded)) return undefined;
  return excluded.map(({ bounds }) => relativeTo(bounds, monitor));
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

/** The text as seen from the picture. */
export function textInPicture(accessibility: AccessibleWindow, monitor: Rect): AccessibleWindow {
  const nodes = accessibility.nodes.map((node) => ({
    ...node,
    bounds: relativeTo(node.bounds, monitor),
  }));
  return { ...accessibility, nodes };
}

/** What lies wholly under a painted area is not on the picture. */
export function withoutMasked(
  accessibility: AccessibleWindow,
  masks: readonly Rect[],
): AccessibleWindow {
  const isSeen = ({ bounds }: TextNode) =>
    !masks.some((mask) => areaOf(intersection(bounds, mask) ?? NOTHING) === areaOf(bounds));
  return { ...accessibility, nodes: onlyNodes(accessibility.nodes, isSeen) };
}

/** Without what was drawn on while it was read: the picture may show something else there, and has to be read itself. */
export function withoutRedrawn(
  accessibility: AccessibleWindow,
  redrawn: readonly Rect[],
): AccessibleWindow {
  const nodes = onlyNodes(accessibility.nodes, (node) => !isDrawnOn(node, redrawn));
  const isWhole = nodes.length === accessibility.nodes.length;
  return { ...accessibility, nodes, isComplete: accessibility.isComplete && isWhole };
}

export function isDrawnOn({ bounds }: TextNode, areas: readonly Rect[]): boolean {
  return areas.some((area) => intersection(bounds, area) !== undefined);
}

/** The children of a node that is left out hang in the air. */
function onlyNodes(
  nodes: readonly TextNode[],
  isWanted: (node: TextNode) => boolean,
): readonly TextNode[] {
  const newPlace = new Map<number, number>();
  for (const [index, node] of nodes.entries()) {
    if (isWanted(node)) newPlace.set(index, newPlace.size);
  }
  if (newPlace.size === nodes.length) return nodes;
  return nodes
    .filter((_, index) => newPlace.has(index))
    .map((node) => ({
      ...node,
      parent: node.parent === undefined ? undefined : newPlace.get(node.parent),
    }));
}

const NOTHING: Rect = { x: 0, y: 0, width: 0, height: 0 };
