/**
 * Which parts of task bars may show the title of an excluded window, also of one that is minimised or on another workspace. Pure;
 * `frame-taker.ts` paints them over.
 */
import type { Rect, WindowInfo } from '#core/observation.ts';
import { areaOf, intersection } from '../rectangles.ts';
import type { Panels, WindowSnapshot } from '../source.ts';
import { visiblePart } from '../visible-part.ts';
import type { Exclusions } from './exclusions.ts';

// A button may have a border or a shadow around it.
const MARGIN = 2;
// A button fills nearly the whole thickness of its bar. On scaled screens some bars report places in unscaled pixels, half as thick or less.
const MIN_THICKNESS = 2 / 3;

/** On the desktop; only what is seen of them. */
export function panelMasks(
  { windows, panels }: Pick<WindowSnapshot, 'windows' | 'panels'>,
  exclusions: Pick<Exclusions, 'reasonFor'>,
): Rect[] {
  const hidden = panels?.titled.filter(({ window }) => exclusions.reasonFor(window) !== undefined);
  if (panels === undefined || hidden === undefined || hidden.length === 0) return [];
  return windows.flatMap((window, index) => {
    const above = windows.slice(0, index);
    const areas = areasOf(window, panels, hidden);
    return areas.flatMap((area) => visiblePart({ ...window, bounds: area }, above, area));
  });
}

/** All that must be the same for the buttons to be where they were: those of other windows make room for them. */
export function panelState(
  snapshot: Pick<WindowSnapshot, 'windows' | 'panels'>,
  exclusions: Pick<Exclusions, 'reasonFor'>,
): unknown {
  const masks = panelMasks(snapshot, exclusions);
  return masks.length === 0
    ? undefined
    : [masks, snapshot.panels?.titled.map(({ window }) => window.id)];
}

function areasOf(window: WindowInfo, panels: Panels, hidden: Panels['titled']): Rect[] {
  // A tooltip or a menu of a task bar lists titles, too.
  if (panels.popups.has(window.id)) return [window.bounds];
  if (!panels.bars.has(window.id)) return [];
  const buttons = hidden.map(({ button }) => button && partOf(window.bounds, button));
  // A bar that does not report where each of them is may show it anywhere.
  return buttons.every((button) => button !== undefined) ? buttons : [window.bounds];
}

/** Undefined when the bar cannot have its button there. */
function partOf(bar: Rect, button: Rect): Rect | undefined {
  const inside = intersection(bar, button);
  if (inside === undefined || areaOf(inside) < areaOf(button)) return undefined;
  const isUpright = bar.height > bar.width;
  const thickness = isUpright ? button.width / bar.width : button.height / bar.height;
  if (thickness < MIN_THICKNESS) return undefined;
  const { x, y, width, height } = button;
  const wider = {
    x: x - MARGIN,
    y: y - MARGIN,
    width: width + 2 * MARGIN,
    height: height + 2 * MARGIN,
  };
  return intersection(bar, wider);
}
