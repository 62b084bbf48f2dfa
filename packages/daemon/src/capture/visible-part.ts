/** What is seen of a window: the parts on a monitor that no window above it surely covers. Pure. */
import type { Rect, WindowInfo } from '#core/observation.ts';
import { intersection, subtract } from './rectangles.ts';

/** `above` are the windows over it, in any order. Empty when nothing of it is seen. */
export function visiblePart(
  window: WindowInfo,
  above: readonly WindowInfo[],
  monitor: Rect,
): Rect[] {
  const onMonitor = intersection(window.bounds, monitor);
  let parts = onMonitor === undefined ? [] : [onMonitor];
  for (const { bounds, isOpaque } of above) {
    if (isOpaque) parts = parts.flatMap((part) => subtract(part, bounds));
  }
  return parts;
}
