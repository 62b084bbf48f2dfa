/**
 * The windows of a desktop that tells nobody about them, as far as their programs tell assistive technology: names, processes and
 * which one is in use, but no places. Programs that are not accessible (some terminals, games) do not appear at all; while one of
 * them is in use, no window is.
 */
import { appName } from '#capture/app-name.ts';
import { focusWatcher } from '#capture/focus-watcher.ts';
import { emitter } from '#capture/listeners.ts';
import type { FocusChange, WindowSource } from '#capture/source.ts';
import type { Rect, WindowInfo } from '#core/observation.ts';
import { ACCESSIBLE, openAtspiBus, type Ref } from './atspi-bus.ts';
import { makePatience } from './patience.ts';

const REGISTRY: Ref = ['org.a11y.atspi.Registry', '/org/a11y/atspi/accessible/root'];
const STATE_BIT = { active: 1 << 1, iconified: 1 << 15, showing: 1 << 25 } as const;
const OPEN_WITHIN_MS = 3_000;
const APP_WITHIN_MS = 400;
/** It draws the desktop and is not a program a person works in. */
const SHELLS: ReadonlySet<string> = new Set(['gnome-shell', 'mutter', 'plasmashell', 'ksmserver']);

/** GTK 4 says only the second, older toolkits and browsers both. */
const EVENTS = [
  'window:activate',
  'window:deactivate',
  'object:state-changed:active',
  'object:property-change:accessible-name',
];
const RULES = [
  "interface='org.a11y.atspi.Event.Window'",
  "interface='org.a11y.atspi.Event.Object',member='StateChanged',arg0='active'",
  "interface='org.a11y.atspi.Event.Object',member='PropertyChange',arg0='accessible-name'",
];

interface Told {
  readonly window: WindowInfo;
  readonly isActive: boolean;
}

/** Rejects when there is no accessibility on this session. `desktop` is all that the monitors show. */
export async function atspiActiveWindows(options: {
  sessionBusAddress: string;
  desktop: () => Rect;
  now: () => number;
}): Promise<WindowSource> {
  const { now } = options;
  const bus = await openAtspiBus(options.sessionBusAddress, OPEN_WITHIN_MS);
  const patience = makePatience(now);
  const changes = emitter<FocusChange>();
  const numbers = new Map<string, number>();
  /** What each program told last. */
  let last: ReadonlyMap<string, readonly Told[]> = new Map();

  async function windowsOf(app: Ref): Promise<Told[]> {
    const [name, pid, [refs]] = await Promise.all([
      bus.property(app, ACCESSIBLE, 'Name'),
      bus.pidOf(app[0]),
      bus.call(app, ACCESSIBLE, 'GetChildren'),
    ]);
    const className = String(name ?? '');
    if (SHELLS.has(className)) return [];
    const told = await Promise.all(
      (refs as Ref[]).map(async (ref): Promise<Told | undefined> => {
        const [title, [states]] = await Promise.all([
          bus.property(ref, ACCESSIBLE, 'Name'),
          bus.call(ref, ACCESSIBLE, 'GetState'),
        ]);
        const [bits = 0] = states as number[];
        if ((bits & STATE_BIT.iconified) !== 0 || (bits & STATE_BIT.showing) === 0)
          return undefined;
        const window = {
          ...{ id: numberOf(ref), app: appName(className), className, pid },
          ...{ title: String(title ?? ''), bounds: options.desktop(), isPopup: false },
          isOpaque: false,
        };
        return { window, isActive: (bits & STATE_BIT.active) !== 0 };
      }),
    );
    return told.filter((one) => one !== undefined);
  }

  function numberOf([busName, path]: Ref): number {
    const key = `${busName}${path}`;
    const number = numbers.get(key) ?? numbers.size + 1;
    numbers.set(key, number);
    return number;
  }

  async function snapshot() {
    const [apps] = (await bus.call(REGISTRY, ACCESSIBLE, 'GetChildren')) as [Ref[]];
    const lists = await Promise.all(
      apps.map(async (app) => {
        const answer = await patience.ask(app[0], APP_WITHIN_MS, () => windowsOf(app));
        // A program that is too busy to answer still shows what it showed.
        return [app[0], answer ?? last.get(app[0]) ?? []] as const;
      }),
    );
    last = new Map(lists);
    const told = lists.flatMap(([, list]) => list);
    const active = told.filter(({ isActive }) => isActive).map(({ window }) => window);
    const others = told.filter(({ isActive }) => !isActive).map(({ window }) => window);
    // Two that both call themselves active: nobody knows.
    return {
      active: active.length === 1 ? active[0] : undefined,
      windows: [...active, ...others],
    };
  }

  const focus = focusWatcher({ changes, now, snapshot });
  await bus.listen(EVENTS, RULES, () => focus.look());
  await focus.begin();
  return { snapshot, onFocusChange: changes.on, close: () => bus.close() };
}
