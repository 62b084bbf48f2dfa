/** The windows of a KDE session: a script in KWin reports all of them, with their places, and when something about them changes. */

import { ANIMATION_LAG_MS } from '#capture/animation-lag.ts';
import { appName } from '#capture/app-name.ts';
import { focusWatcher } from '#capture/focus-watcher.ts';
import { emitter } from '#capture/listeners.ts';
import { intersection, union } from '#capture/rectangles.ts';
import type { FocusChange, WindowSnapshot, WindowSource } from '#capture/source.ts';
import { boundsOnDesktop, type OutputPlace, onDesktop } from '#capture/wayland/wayland-layout.ts';
import type { WaylandOutputs } from '#capture/wayland/wayland-outputs.ts';
import type { Rect, WindowInfo } from '#core/observation.ts';
import { openKwinBus } from './kwin-bus.ts';
import type { KwinNews, KwinWindow } from './kwin-script.ts';
import { windowNumbers } from './window-numbers.ts';

/** Sizes of scaled screens are rounded, here and there. */
const ROUNDING = 2;

/** Undefined when no KWin with these outputs is on the bus; rejects when it goes away meanwhile. */
export async function kwinWindows(
  sessionBusAddress: string,
  outputs: Pick<WaylandOutputs, 'list'>,
  now: () => number,
): Promise<WindowSource | undefined> {
  const changes = emitter<FocusChange>();
  const news = emitter<void>();
  let windows = new Map<string, KwinWindow>();
  let desktop: Rect | undefined;
  function hear(reported: KwinNews): void {
    if (reported.kind === 'one') {
      windows.set(reported.window.id, reported.window);
    } else {
      windows = new Map(reported.windows.map((window) => [window.id, window]));
      desktop = reported.desktop;
    }
    news.emit();
  }

  const bus = await openKwinBus(sessionBusAddress, hear);
  // Another session of the same person may be the one on the bus.
  if (bus === undefined || !isAround(desktop, outputs.list())) {
    bus?.close();
    return undefined;
  }
  const numberOf = windowNumbers();
  async function snapshot(): Promise<WindowSnapshot> {
    await bus?.sync();
    const topmostFirst = [...windows.values()].sort((a, b) => b.height - a.height);
    const list = topmostFirst
      .map((window) => ({ window, info: windowOf(window, numberOf(window.id), outputs.list()) }))
      .filter(({ info }) => info !== undefined);
    const active = list.find(({ window }) => window.isActive)?.info;
    return { active, windows: list.flatMap(({ info }) => info ?? []), lagMs: ANIMATION_LAG_MS };
  }
  const focus = focusWatcher({ changes, now, snapshot });
  const stop = news.on(() => focus.look());
  await focus.begin();
  return {
    snapshot,
    onFocusChange: changes.on,
    close() {
      stop();
      bus.close();
    },
  };
}

function isAround(desktop: Rect | undefined, outputs: readonly OutputPlace[]): boolean {
  const [first, ...others] = outputs.map(({ logical }) => logical);
  if (desktop === undefined || first === undefined) return false;
  const whole = others.reduce(union, first);
  const isClose = (a: number, b: number) => Math.abs(a - b) <= ROUNDING;
  return isClose(whole.width, desktop.width) && isClose(whole.height, desktop.height);
}

function windowOf(
  window: KwinWindow,
  id: number,
  outputs: readonly OutputPlace[],
): WindowInfo | undefined {
  const bounds = boundsOnDesktop(window.frame, outputs);
  const reported = surfaceOf(window);
  const surface = reported && onDesktop(reported, outputs);
  if (bounds === undefined) return undefined;
  const pid = window.pid > 0 ? window.pid : undefined;
  return {
    id,
    app: appName(window.className, pid),
    className: window.className,
    title: window.title,
    pid,
    bounds,
    surface: surface && { ...surface.rect, scale: surface.scale },
    isPopup: window.isPopup,
    // Nobody says how much shines through a window.
    isOpaque: false,
  };
}

/** From where the program counts, with the size it believes to have: without its shadows, and without KWin's title bar. */
function surfaceOf({ frame, buffer }: KwinWindow): Rect | undefined {
  const seen = intersection(frame, buffer);
  return seen && { x: buffer.x, y: buffer.y, width: seen.width, height: seen.height };
}
