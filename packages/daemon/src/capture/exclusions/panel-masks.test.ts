import { describe, expect, test } from 'vitest';
import type { Rect, WindowInfo } from '#core/observation.ts';
import type { Panels } from '../source.ts';
import { exclusionsFrom } from './exclusions.ts';
import { panelMasks, panelState } from './panel-masks.ts';

const exclusions = exclusionsFrom({
  ignoredApps: [],
  ignoredWindows: ['secret'],
  ignoredUrls: [],
  isPrivateBrowsingIgnored: true,
  areSilentBrowsersIgnored: true,
});
const rect = (x: number, y: number, width: number, height: number): Rect => ({
  x,
  y,
  width,
  height,
});
const windowOf = (id: number, title: string, bounds: Rect, isPopup = false): WindowInfo => ({
  id,
  app: 'Editor',
  className: 'editor',
  title,
  pid: id,
  bounds,
  isPopup,
  isOpaque: true,
});
const bar = windowOf(1, 'panel', rect(0, 700, 1000, 30), true);
const notes = windowOf(2, 'notes', rect(0, 0, 500, 600));
const secret = windowOf(3, 'secret plans', rect(0, 0, 0, 0));

function desktop(buttons: { notes?: Rect; secret?: Rect }, more: readonly WindowInfo[] = []) {
  const panels: Panels = {
    bars: new Set([bar.id]),
    popups: new Set([9]),
    titled: [
      { window: notes, button: buttons.notes },
      { window: secret, button: buttons.secret },
    ],
  };
  return { windows: [...more, bar, notes], panels };
}
const masks = (...args: Parameters<typeof desktop>) => panelMasks(desktop(...args), exclusions);

describe('what is painted over of a task bar', () => {
  test('is the button of an excluded window where the bar reports it, with a margin', () => {
    const buttons = { notes: rect(100, 700, 100, 30), secret: rect(200, 702, 100, 26) };
    expect(masks(buttons)).toEqual([rect(198, 700, 104, 30)]);
  });

  test('is the whole bar where it does not tell, or reports a place outside of it', () => {
    expect(masks({ notes: rect(100, 700, 100, 30) })).toEqual([bar.bounds]);
    expect(masks({ secret: rect(200, 0, 100, 26) })).toEqual([bar.bounds]);
  });

  test('is the whole bar where the place is in other units than those of the screen', () => {
    expect(masks({ secret: rect(100, 701, 50, 13) })).toEqual([bar.bounds]);
  });

  test('is nothing as long as no window is excluded', () => {
    const { windows, panels } = desktop({});
    const [first] = panels.titled;
    expect(
      panelMasks({ windows, panels: { ...panels, titled: first ? [first] : [] } }, exclusions),
    ).toEqual([]);
    expect(panelMasks({ windows }, exclusions)).toEqual([]);
  });

  test('are its tooltips and menus, which list titles', () => {
    const menu = windowOf(9, '', rect(150, 500, 200, 200), true);
    const buttons = { secret: rect(200, 702, 100, 26) };
    expect(masks(buttons, [menu])).toEqual([menu.bounds, rect(198, 700, 104, 30)]);
  });

  test('is not what a window over the bar covers', () => {
    const film = windowOf(4, 'film', rect(0, 0, 1000, 730));
    expect(masks({}, [film])).toEqual([]);
  });
});

test('another window in the bar may move the buttons, so the state is another one', () => {
  const now = desktop({ secret: rect(200, 702, 100, 26) });
  const extra = { window: windowOf(5, 'more', rect(0, 0, 9, 9)), button: undefined };
  const next = { ...now, panels: { ...now.panels, titled: [...now.panels.titled, extra] } };
  expect(panelState(next, exclusions)).not.toEqual(panelState(now, exclusions));
});
