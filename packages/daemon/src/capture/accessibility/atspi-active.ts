/**
 * The windows of a desktop that does not report them, as far as their programs tell assistive technology: names, processes and
 * which one is in use, but no places. Programs that are not accessible (some terminals, games) do not appear at all; while one of
 * them is in use, no window is. A program that does not answer is named as such: it may show what nobody knows of.
 */
import { ANIMATION_LAG_MS } from '#capture/animation-lag.ts';
import { appName, programFile } from '#capture/app-name.ts';
import { focusWatcher } from '#capture/focus-watcher.ts';
import { emitter } from '#capture/listeners.ts';
import type { FocusChange, WindowSnapshot, WindowSource } from '#capture/source.ts';
import { serviceError } from '#core/errors.ts';
import type { Rect, WindowInfo } from '#core/observation.ts';
import { ACCESSIBLE, type AtspiSignal, NOTHING_PATH, openAtspiBus, type Ref } from './atspi-bus.ts';
import { createBackOff } from './program-calls/back-off.ts';

const REGISTRY: Ref = ['org.a11y.atspi.Registry', '/org/a11y/atspi/accessible/root'];
const STATE_BIT = { active: 1 << 1, iconified: 1 << 15, showing: 1 << 25 } as const;
const OPEN_WITHIN_MS = 3_000;
const APP_WITHIN_MS = 400;
/** It only reads out a list; seconds of silence mean that it hangs, also on a busy machine. */
const REGISTRY_WITHIN_MS = 5_000;
/** Looks for a program that could not answer when its window changed: at first, and at most, after this long. */
const LOOK_AGAIN_MS = { first: 500, most: 30_000 } as const;
/** A program that sends without end does not keep all others answering. */
const LOOK_EVERY_MS = 150;
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

interface Reported {
  readonly ref: Ref;
  readonly window: WindowInfo;
  readonly isActive: boolean;
}

/** Rejects when there is no accessibility on this session. `desktop` is all that the monitors show. */
export async function atspiActiveWindows(options: {
  sessionBusAddress: string;
  desktop: () => Rect;
  now: () => number;
  registryWithinMs?: number;
}): Promise<WindowSource> {
  const { now } = options;
  const bus = await openAtspiBus(options.sessionBusAddress, OPEN_WITHIN_MS);
  const backOff = createBackOff(now);
  const changes = emitter<FocusChange>();
  const numbers = windowNumbers();
  /** What each program reported last. */
  let last: ReadonlyMap<string, readonly Reported[]> = new Map();

  async function windowsOf(app: Ref, alive: () => void): Promise<Reported[]> {
    const [name, pid, [refs]] = await Promise.all([
      bus.property(app, ACCESSIBLE, 'Name').finally(alive),
      bus.pidOf(app[0]),
      bus.call(app, ACCESSIBLE, 'GetChildren'),
    ]);
    const className = String(name ?? '');
    if (SHELLS.has(className)) return [];
    const children = (refs as Ref[]).filter(([, path]) => path !== NOTHING_PATH);
    const reported = await Promise.all(
      children.map(async (ref): Promise<Reported | undefined> => {
        const [title, [states]] = await Promise.all([
          bus.property(ref, ACCESSIBLE, 'Name'),
          bus.call(ref, ACCESSIBLE, 'GetState'),
        ]);
        const [bits = 0] = states as number[];
        const window = { ...windowOf(ref, className, pid), title: String(title ?? '') };
        if ((bits & STATE_BIT.iconified) !== 0 || (bits & STATE_BIT.showing) === 0)
          return undefined;
        return { ref, window, isActive: (bits & STATE_BIT.active) !== 0 };
      }),
    );
    return reported.filter((one) => one !== undefined);
  }

  function windowOf(ref: Ref, className: string, pid: number | undefined): WindowInfo {
    return {
      id: numbers.of(ref),
      app: appName(className, pid),
      className,
      pid,
      title: '',
      bounds: options.desktop(),
      isPopup: false,
      isOpaque: false,
    };
  }

  /** Only the bus can still be asked about a program that does not answer. */
  async function standInFor(app: Ref): Promise<WindowInfo> {
    const pid = await bus.pidOf(app[0]).catch(() => undefined);
    return windowOf(app, programFile(pid), pid);
  }

  async function list(): Promise<WindowSnapshot> {
    const dropUnused = numbers.beginUse();
    const [apps] = (await bus.call(REGISTRY, ACCESSIBLE, 'GetChildren')) as [Ref[]];
    const answers = await Promise.all(
      apps.map(async (app) => {
        const ask = (alive: () => void) => windowsOf(app, alive);
        const answer = await backOff.ask({ id: app[0], name: app[0] }, APP_WITHIN_MS, ask);
        const unheard = answer === undefined ? await standInFor(app) : undefined;
        // A program that is too busy to answer still shows what it showed.
        return { key: app[0], reported: answer ?? last.get(app[0]) ?? [], unheard };
      }),
    );
    last = new Map(answers.map(({ key, reported }) => [key, reported]));
    const reported = answers.flatMap((answer) => answer.reported);
    const unheard = answers.map((answer) => answer.unheard).filter((one) => one !== undefined);
    for (const { ref } of reported) numbers.of(ref);
    dropUnused();
    const active = reported.filter(({ isActive }) => isActive).map(({ window }) => window);
    const others = reported.filter(({ isActive }) => !isActive).map(({ window }) => window);
    return {
      // Two that both call themselves active: nobody knows.
      active: active.length === 1 ? active[0] : undefined,
      windows: [...active, ...others],
      ...(unheard.length > 0 && { unheard }),
      lagMs: ANIMATION_LAG_MS,
    };
  }

  /** Without the registry and its bus no window is known, and nothing can be kept out. */
  async function orLost<T>(work: Promise<T>): Promise<T> {
    const late = Promise.withResolvers<never>();
    const withinMs = options.registryWithinMs ?? REGISTRY_WITHIN_MS;
    const timer = setTimeout(() => late.reject(new Error('no answer in time')), withinMs);
    try {
      return await Promise.race([work, late.promise]);
    } catch (error) {
      throw serviceError('WINDOWS_LOST', { teller: 'the accessibility bus', cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  const snapshot = () => orLost(list());
  const later = growing(() => focus.look());
  const focus = focusWatcher({
    changes,
    now,
    async snapshot() {
      const found = await snapshot();
      // It says nothing when it can answer again.
      if (found.unheard === undefined) later.cancel();
      else if (bus.isOpen()) later.call();
      return found;
    },
  });
  const soon = paced(() => focus.look());
  function heard({ member, from }: AtspiSignal): void {
    // Every label of every program has a name that may change.
    if (member !== 'PropertyChange' || numbers.has(from)) soon.call();
  }
  function close(): void {
    soon.cancel();
    later.cancel();
    bus.close();
  }

  try {
    await orLost(bus.listen(EVENTS, RULES, heard));
    await focus.begin();
  } catch (error) {
    close();
    throw error;
  }
  return { snapshot, onFocusChange: changes.on, close };
}

/** Windows have no numbers on this bus, so they get some for as long as they are listed. */
function windowNumbers() {
  const numbers = new Map<string, { number: number; usedAt: number }>();
  const keyOf = ([busName, path]: Ref) => `${busName}${path}`;
  let count = 0;
  let uses = 0;
  return {
    has: (ref: Ref) => numbers.has(keyOf(ref)),
    of(ref: Ref): number {
      const known = numbers.get(keyOf(ref));
      if (known === undefined) count += 1;
      const { number } = known ?? { number: count };
      numbers.set(keyOf(ref), { number, usedAt: uses });
      return number;
    },
    /** The answer forgets what nobody has used since; another list may be under way meanwhile. */
    beginUse(): () => void {
      uses += 1;
      const since = uses;
      return () => {
        for (const [key, { usedAt }] of numbers) if (usedAt < since) numbers.delete(key);
      };
    },
  };
}

/** At once after a pause, else when the time since the last one has passed. */
function paced(work: () => void) {
  let workedAtMs = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  function run(): void {
    timer = undefined;
    workedAtMs = performance.now();
    work();
  }
  return {
    call(): void {
      timer ??= setTimeout(run, Math.max(0, workedAtMs + LOOK_EVERY_MS - performance.now()));
    },
    cancel: () => clearTimeout(timer),
  };
}

/** After a pause that grows with every call until it is cancelled. */
function growing(work: () => void) {
  let pauseMs: number = LOOK_AGAIN_MS.first;
  let timer: NodeJS.Timeout | undefined;
  function run(): void {
    timer = undefined;
    pauseMs = Math.min(2 * pauseMs, LOOK_AGAIN_MS.most);
    work();
  }
  return {
    call(): void {
      timer ??= setTimeout(run, pauseMs);
    },
    cancel(): void {
      clearTimeout(timer);
      timer = undefined;
      pauseMs = LOOK_AGAIN_MS.first;
    },
  };
}
