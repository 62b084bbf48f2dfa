/**
 * What is on a monitor at one instant: which window a picture is about, which others are seen, and whether two instants show the
 * same. Pure; `frame-taker.ts` asks.
 */
import type { AccessibleWindow, Rect, WindowInfo } from '#core/observation.ts';
import type { Exclusions } from '../exclusions/exclusions.ts';
import { panelState } from '../exclusions/panel-masks.ts';
import { intersection, relativeTo } from '../rectangles.ts';
import type { WindowSnapshot } from '../source.ts';
import { visiblePart } from '../visible-part.ts';
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

/** All that is reported about excluded windows on the desktop, also about those that are covered: where they are and what is seen of them. */
export function hiddenIn(snapshot: WindowSnapshot, exclusions: Exclusions): string {
  const { active, windows } = snapshot;
  const hidden: unknown[] = windows.flatMap((window, index) => {
    if (exclusions.reasonBeside(window, active) === undefined) return [];
    const { id, bounds } = window;
    return [{ id, bounds, seen: visiblePart(window, windows.slice(0, index), bounds) }];
  });
  const inPanels = panelState(snapshot, exclusions);
  return JSON.stringify(inPanels === undefined ? hidden : [...hidden, inPanels]);
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

function sceneOf(snapshot: WindowSnapshot, monitor: Rect, exclusions: Exclusions): string {
  const { active, windows } = snapshot;
  const list = windows
    .filter(({ bounds }) => intersection(bounds, monitor) !== undefined)
    .map((one) => [one.id, one.bounds, exclusions.reasonFor(one)]);
  const inPanels = panelState(snapshot, exclusions);
  return JSON.stringify([active?.id, active?.title, active?.browserUrl, list, inPanels]);
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
  const inPanels = [before, after].map((one) => JSON.stringify(panelState(one, exclusions)));
  if (inPanels[0] !== inPanels[1]) return undefined;
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
