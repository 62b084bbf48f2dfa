/**
 * Text of windows through AT-SPI, the accessibility bus of Linux desktops. Programs answer at their own pace or not at all, so all
 * work has a time limit and a limit of calls, and a program that is slow to answer is left alone for a while. A bus that went away
 * is opened again when it is next needed; without one every answer is "unknown".
 */
import { setTimeout as wait } from 'node:timers/promises';
import { withoutRedrawn } from '#capture/accessible-text.ts';
import { intersection } from '#capture/rectangles.ts';
import type { AccessibilitySource, EarlierReading } from '#capture/source.ts';
import type { AccessibleWindow, Rect, WindowInfo } from '#core/observation.ts';
import { type AtspiBus, openAtspiBus } from './atspi-bus.ts';
import { documentFinder } from './atspi-document.ts';
import { focusFinder } from './atspi-focus.ts';
import type { Space } from './atspi-space.ts';
import { type ShownNode, walkShown } from './atspi-walk.ts';
import { atspiWindows, type FoundWindow } from './atspi-windows.ts';
import { createBackOff } from './program-calls/back-off.ts';
import {
  type ProgramCalls,
  ProgramCallsEndedError,
  programCalls,
} from './program-calls/program-calls.ts';
import { cleanNodes, rawNodesOf } from './text-nodes.ts';

// A program that lives answers in a tenth of this; on a busy machine its text is still cheaper to wait for than to read from pixels.
const READ_WITHIN_MS = 800;
const OPEN_WITHIN_MS = 2_000;
const OPEN_AGAIN_AFTER_MS = 30_000;
// A browser builds its tree when it is first asked, which takes a moment.
const WAKES_WITHIN_MS = 5_000;
const LOOK_AGAIN_MS = 40;
const EVENTS_WITHIN_MS = 300;
// More programs than anyone has open.
const REMEMBERED = 100;
/** A large page has some two hundred nodes on screen, with seven questions each. */
const READING = { purpose: 'text', withinMs: READ_WITHIN_MS, most: 2_000 };
/** Whether a window is private must be known soon, so the pauses are short. */
const DESCRIBING = { purpose: 'description', withinMs: 400, most: 400, longestPauseMs: 8_000 };
/** No picture waits for this answer. */
const FINDING_FOCUS = { purpose: 'focus', withinMs: 1_000, most: 600, longestPauseMs: 8_000 };

interface Limits {
  readonly purpose: string;
  readonly withinMs: number;
  /** Calls. */
  readonly most: number;
  readonly longestPauseMs?: number;
}
/** Calls end before the time limit, so that what was read until then is used. */
const SHARE_FOR_CALLS = 0.75;
const READING_SHARE = 0.05;
/** Browsers draw first; their tree follows within this time. */
const TREE_FOLLOWS_MS = 1_000;

interface Session {
  readonly bus: AtspiBus;
  readonly find: (window: WindowInfo) => Promise<FoundWindow[]>;
}

interface Place {
  readonly bounds: Rect;
  /** The part of the window on the monitor. */
  readonly visible: Rect;
}

/** What a reading was made of, so that the next one asks only about what was drawn on since. */
interface Walked {
  readonly root: ShownNode;
  readonly place: Place;
  /** What the next walk asks about again: drawn on after this walk, or so shortly before that the tree may not have followed. */
  readonly drawn: readonly Drawn[];
}

interface Drawn {
  readonly rect: Rect;
  readonly atMs: number;
}

interface AtspiOptions {
  sessionBusAddress: string;
  /** Whether programs of this desktop know where on it they are (X11) or tell places within their window (Wayland). */
  places?: 'desktop' | 'surface';
  /** How much of one core a program may spend on being read, 0 to 1. */
  readingShare?: number;
  now: () => number;
}

interface SourceState {
  session: Promise<Session | undefined> | undefined;
  openAgainAtMs: number;
  isWakingNeeded: () => boolean;
}

export function atspiSource(options: AtspiOptions): AccessibilitySource {
  const { now, readingShare = READING_SHARE } = options;
  const pages = documentFinder();
  const focuses = focusFinder(now);
  /** Until when each program is not read again, by process number. */
  const restUntilMs = new Map<number | undefined, number>();
  const state: SourceState = { session: undefined, openAgainAtMs: 0, isWakingNeeded: () => false };
  const { current, mayBeWaking, about } = programCaller(options, focuses, state);
  const { walks, drawnNow, reuse, readOnce, withUrl } = treeReader({ now, focuses, pages, about });

  // At once: browsers that are started from now on find accessibility switched on. `openSession` does not reject.
  current().catch(() => {});

  /** A program that was just read rests, so that it spends no more than its share on us. */
  function rest(pid: number | undefined, calls: ProgramCalls): void {
    const spentMs = calls.programCpuMs() ?? 0;
    remember(restUntilMs, pid, now() + spentMs / readingShare);
  }

  return {
    wakeBrowsersWhile(isNeeded) {
      state.isWakingNeeded = isNeeded;
    },
    async read(window, area, earlier) {
      const visible = intersection(window.bounds, area);
      if (visible === undefined) return undefined;
      const { pid, bounds } = window;
      const place = { bounds, visible };
      const walked = earlier && samePlace(walks.get(earlier.reading), place);
      if (now() < (restUntilMs.get(pid) ?? 0)) return withUrl(reuse(earlier, walked), window);
      const untilMs = mayBeWaking(pid) ? now() + READ_WITHIN_MS / 2 : 0;
      return about(window, READING, async (calls, [found, ...others]) => {
        const { space } = found;
        // Text of another window with the same title would be wrong.
        if (options.places === 'surface' && others.length > 0) return undefined;
        // Text without a place cannot be compared with the picture.
        if (space === undefined)
          return { nodes: [], browserUrl: await pages.knownUrl(calls, found) };
        const since = walked && {
          root: walked.root,
          drawn: [...walked.drawn, ...drawnNow(earlier?.changed ?? [])],
        };
        let reading = await readOnce(calls, found, space, place, since);
        while (reading === undefined && now() < untilMs) {
          await wait(LOOK_AGAIN_MS);
          reading = await readOnce(calls, found, space, place);
        }
        rest(pid, calls);
        return reading ?? { nodes: [], browserUrl: undefined };
      });
    },
    async describe(window) {
      const described = await about(window, DESCRIBING, async (calls, found) => {
        // Another window in the same place would speak for this one: a private window often opens right over an ordinary one.
        if (found.some(({ isByTitle }) => !isByTitle)) return undefined;
        const urls = await Promise.all(
          found.map((one) => pages.searchUrl(calls, one).catch(() => undefined)),
        );
        // Windows that cannot be distinguished: the marks of all of them count, and an address only when it is the same.
        const browserUrl = new Set(urls).size === 1 ? urls[0] : undefined;
        return { accessibleName: found.map(({ name }) => name).join('\n'), browserUrl };
      });
      return described ?? {};
    },
    async focus(window, sinceMs) {
      // Events of what happened until now are still on their way.
      if (sinceMs !== undefined) await wait(EVENTS_WITHIN_MS);
      const focus = await about(window, FINDING_FOCUS, async (calls, [{ ref, space }]) => {
        if (focuses.wasSecretSince(ref, sinceMs ?? now())) return { kind: 'secret' } as const;
        return space === undefined ? undefined : focuses.focusIn(calls, ref, space);
      });
      return focus ?? { kind: 'unknown' };
    },
    close() {
      state.openAgainAtMs = Number.POSITIVE_INFINITY;
      state.session?.then((opened) => opened?.bus.close()).catch(() => {});
    },
  };
}

/** Reads the tree of a window, and what was drawn since it was last read. */
function treeReader(
  deps: Pick<AtspiOptions, 'now'> & {
    focuses: ReturnType<typeof focusFinder>;
    pages: ReturnType<typeof documentFinder>;
    about: ReturnType<typeof programCaller>['about'];
  },
) {
  const { now, focuses, pages, about } = deps;
  const walks = new WeakMap<AccessibleWindow, Walked>();

  const drawnNow = (rects: readonly Rect[]): Drawn[] =>
    rects.map((rect) => ({ rect, atMs: now() }));

  /** What an earlier reading says about pixels that are still the same. Asks nothing. */
  function reuse(
    earlier: EarlierReading | undefined,
    walked: Walked | undefined,
  ): AccessibleWindow | undefined {
    if (earlier === undefined || walked === undefined) return undefined;
    const reading = withoutRedrawn(earlier.reading, earlier.changed);
    walks.set(reading, { ...walked, drawn: [...walked.drawn, ...drawnNow(earlier.changed)] });
    return reading;
  }

  /** Undefined when the window has nothing to say, or not yet. */
  async function readOnce(
    calls: ProgramCalls,
    found: FoundWindow,
    space: Space,
    place: Place,
    since?: { root: ShownNode; drawn: readonly Drawn[] },
  ): Promise<AccessibleWindow | undefined> {
    const earlier = since && { root: since.root, changed: since.drawn.map(({ rect }) => rect) };
    const root = await walkShown(calls, found.ref, { area: place.visible, space, earlier });
    if (root === undefined) return undefined;
    focuses.learn(root);
    const browserUrl = found.isByTitle ? await pages.urlIn(calls, found, root) : undefined;
    const nodes = cleanNodes(rawNodesOf(root, space), place.visible);
    const reading = { nodes, browserUrl };
    // A walk that ended early has gaps: the next one asks about everything.
    if (calls.ended() === undefined) {
      const drawn = (since?.drawn ?? drawnNow([place.visible])).filter(
        ({ atMs }) => now() - atMs < TREE_FOLLOWS_MS,
      );
      walks.set(reading, { root, place, drawn });
    }
    return nodes.length > 0 ? reading : undefined;
  }

  /** The address of the page is never that of an earlier reading: what must be left out may have come since. */
  async function withUrl(
    reading: AccessibleWindow | undefined,
    window: WindowInfo,
  ): Promise<AccessibleWindow | undefined> {
    if (reading === undefined) return undefined;
    const browserUrl = await about(window, DESCRIBING, async (calls, [found]) =>
      found.isByTitle ? pages.knownUrl(calls, found) : undefined,
    );
    const current = { ...reading, browserUrl };
    const walked = walks.get(reading);
    if (walked !== undefined) walks.set(current, walked);
    return current;
  }

  return { walks, drawnNow, reuse, readOnce, withUrl };
}

/** Calls the program of a window, within limits. */
function programCaller(
  options: AtspiOptions,
  focuses: ReturnType<typeof focusFinder>,
  state: SourceState,
) {
  const { now } = options;
  const backOff = createBackOff(now);
  /** When each program was first asked for text, by process number. */
  const firstAskedMs = new Map<number | undefined, number>();

  async function openSession(): Promise<Session | undefined> {
    try {
      const bus = await openAtspiBus(options.sessionBusAddress, OPEN_WITHIN_MS);
      // Without the events, the focused field is still found by questions.
      focuses.watch(bus).catch(() => {});
      const find = atspiWindows(bus, options.places ?? 'desktop', () => state.isWakingNeeded());
      return { bus, find };
    } catch {
      // A desktop without accessibility is an ordinary one: OCR reads its text.
      return undefined;
    }
  }

  async function current(): Promise<Session | undefined> {
    const known = await state.session;
    if (known?.bus.isOpen()) return known;
    if (now() < state.openAgainAtMs) return undefined;
    state.openAgainAtMs = now() + OPEN_AGAIN_AFTER_MS;
    state.session = openSession();
    return state.session;
  }

  function mayBeWaking(pid: number | undefined): boolean {
    const sinceMs = firstAskedMs.get(pid);
    if (sinceMs === undefined) remember(firstAskedMs, pid, now());
    return sinceMs === undefined || now() - sinceMs < WAKES_WITHIN_MS;
  }

  /** Runs `work` on the accessible counterparts of a window; undefined when there are none, or not in time. */
  function about<T>(
    window: WindowInfo,
    { purpose, withinMs, most, longestPauseMs }: Limits,
    work: (calls: ProgramCalls, found: readonly [FoundWindow, ...FoundWindow[]]) => Promise<T>,
  ): Promise<T | undefined> {
    const { pid, className } = window;
    // A program whose text is slow to read still says whether a window is private.
    const names = { id: `${purpose} ${pid ?? className}`, name: `${purpose} ${className}` };
    const program = { ...names, ...(longestPauseMs && { longestPauseMs }) };
    return backOff.ask(program, withinMs, async (alive) => {
      const opened = await current();
      const [first, ...others] = (await opened?.find(window)) ?? [];
      if (opened === undefined || first === undefined) return undefined;
      alive();
      const calls = programCalls(opened.bus, { pid, most });
      // A session that outlives its time limit sends nothing more.
      const timer = setTimeout(calls.close, withinMs * SHARE_FOR_CALLS);
      const result = await work(calls, [first, ...others]).finally(() => clearTimeout(timer));
      if (calls.ended() === 'slow') throw new ProgramCallsEndedError('slow');
      return result;
    });
  }

  return { current, mayBeWaking, about };
}

/** Only a window that has not moved shows the same at the same pixels. */
function samePlace(walked: Walked | undefined, place: Place): Walked | undefined {
  return JSON.stringify(walked?.place) === JSON.stringify(place) ? walked : undefined;
}

function remember<K>(map: Map<K, number>, key: K, value: number): void {
  const [oldest] = map.keys();
  if (map.size >= REMEMBERED && oldest !== undefined) map.delete(oldest);
  map.set(key, value);
}
