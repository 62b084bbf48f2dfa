/**
 * Text of windows through AT-SPI, the accessibility bus of Linux desktops. Programs answer at their own pace or not at all, so all
 * work has a time limit, and a program that missed it is left alone for a while. A bus that went away is opened again when
 * it is next needed; without one every answer is "unknown".
 */
import { setTimeout as wait } from 'node:timers/promises';
import { intersection } from '#capture/rectangles.ts';
import type { AccessibilitySource, KeyboardFocus } from '#capture/source.ts';
import type { AccessibleWindow, Rect, WindowInfo } from '#core/observation.ts';
import { ACCESSIBLE, type AtspiBus, openAtspiBus, type Ref } from './atspi-bus.ts';
import { findNodes } from './atspi-find.ts';
import { DOCUMENT_ROLES, ROLE, roleName, STATE, TEXT_ROLES } from './atspi-roles.ts';
import type { Space } from './atspi-space.ts';
import { ancestry, readNode } from './atspi-text.ts';
import { atspiWindows, extentsOf, type FoundWindow } from './atspi-windows.ts';
import { makePatience } from './patience.ts';
import { cleanNodes, type RawNode } from './text-nodes.ts';

// A program that lives answers in a tenth of this; on a busy machine its text is still cheaper to wait for than to read from pixels.
const READ_WITHIN_MS = 800;
const DESCRIBE_WITHIN_MS = 400;
// No picture waits for this answer.
const FOCUS_WITHIN_MS = 1_000;
const OPEN_WITHIN_MS = 2_000;
const OPEN_AGAIN_AFTER_MS = 30_000;
// A browser builds its tree when it is first asked, which takes a moment.
const WAKES_WITHIN_MS = 5_000;
const LOOK_AGAIN_MS = 40;
// More programs than anyone has open.
const REMEMBERED = 100;
// So many questions are on their way at once: enough to keep a program busy, few enough that the first answers come first.
const BATCH = 60;

const ANY_ROLE: ReadonlySet<number> = new Set();

interface Session {
  readonly bus: AtspiBus;
  readonly find: (window: WindowInfo) => Promise<FoundWindow[]>;
}

export function atspiSource(options: {
  sessionBusAddress: string;
  /** Whether programs of this desktop know where on it they are (X11) or tell places within their window (Wayland). */
  places?: 'desktop' | 'surface';
  now: () => number;
}): AccessibilitySource {
  const { now } = options;
  const patience = makePatience(now);
  /** When each program was first asked for text, by process number. */
  const firstAskedMs = new Map<number | undefined, number>();
  let session: Promise<Session | undefined> | undefined;
  let openAgainAtMs = 0;

  async function openSession(): Promise<Session | undefined> {
    try {
      const bus = await openAtspiBus(options.sessionBusAddress, OPEN_WITHIN_MS);
      return { bus, find: atspiWindows(bus, options.places ?? 'desktop') };
    } catch {
      // A desktop without accessibility is an ordinary one: OCR reads its text.
      return undefined;
    }
  }

  async function current(): Promise<Session | undefined> {
    const known = await session;
    if (known?.bus.isOpen()) return known;
    if (now() < openAgainAtMs) return undefined;
    openAgainAtMs = now() + OPEN_AGAIN_AFTER_MS;
    session = openSession();
    return session;
  }

  // At once: browsers that are started from now on find accessibility switched on. `openSession` does not reject.
  current().catch(() => {});

  function mayBeWaking(pid: number | undefined): boolean {
    const sinceMs = firstAskedMs.get(pid);
    if (sinceMs !== undefined) return now() - sinceMs < WAKES_WITHIN_MS;
    const [oldest] = firstAskedMs.keys();
    if (firstAskedMs.size >= REMEMBERED) firstAskedMs.delete(oldest);
    firstAskedMs.set(pid, now());
    return true;
  }

  /** Runs `work` on the accessible counterparts of a window; undefined when there are none, or not in time. */
  function about<T>(
    window: WindowInfo,
    withinMs: number,
    work: (bus: AtspiBus, found: readonly [FoundWindow, ...FoundWindow[]]) => Promise<T>,
  ): Promise<T | undefined> {
    return patience.ask(String(window.pid ?? window.className), withinMs, async (alive) => {
      const opened = await current();
      const [first, ...others] = (await opened?.find(window)) ?? [];
      if (opened === undefined || first === undefined) return undefined;
      alive();
      return work(opened.bus, [first, ...others]);
    });
  }

  return {
    async read(window, area) {
      const visible = intersection(window.bounds, area);
      if (visible === undefined) return undefined;
      const reading = makeReading(visible);
      const untilMs = mayBeWaking(window.pid) ? now() + READ_WITHIN_MS : 0;
      await about(window, READ_WITHIN_MS, async (bus, [found, ...others]) => {
        const { space } = found;
        // Text of another window with the same title would be wrong.
        if (options.places === 'surface' && others.length > 0) return;
        // Text without a place cannot be set beside what is read from the picture.
        if (space === undefined) {
          await reading.fillUrl(bus, found);
          return;
        }
        while (!(await reading.fill(bus, found, space)) && now() < untilMs)
          await wait(LOOK_AGAIN_MS);
      });
      return reading.result();
    },
    async describe(window) {
      const described = await about(window, DESCRIBE_WITHIN_MS, async (bus, found) => {
        // Another window in the same place would speak for this one: a private window often opens right over an ordinary one.
        if (found.some(({ isByTitle }) => !isByTitle)) return undefined;
        const urls = await Promise.all(found.map(({ ref }) => urlOf(bus, ref)));
        // Windows that cannot be told apart: the marks of all of them count, and an address only when it is the same.
        const browserUrl = new Set(urls).size === 1 ? urls[0] : undefined;
        return { accessibleName: found.map(({ name }) => name).join('\n'), browserUrl };
      });
      return described ?? {};
    },
    async focus(window) {
      const focus = await about(window, FOCUS_WITHIN_MS, (bus, [{ ref, space }]) =>
        focusIn(bus, ref, space),
      );
      return focus ?? { kind: 'unknown' };
    },
    close() {
      openAgainAtMs = Number.POSITIVE_INFINITY;
      session?.then((opened) => opened?.bus.close()).catch(() => {});
    },
  };
}

/** Collects nodes as they are answered, so that a reading cut short still has a beginning. */
function makeReading(visible: Rect) {
  const nodes: RawNode[] = [];
  let browserUrl: string | undefined;
  let isStarted = false;
  let isComplete = false;

  return {
    /** False when the window has nothing to say, or not yet. */
    async fill(
      bus: AtspiBus,
      { ref: window, isByTitle }: FoundWindow,
      space: Space,
    ): Promise<boolean> {
      const [refs, url] = await Promise.all([
        findNodes(bus, window, { roles: TEXT_ROLES, state: STATE.showing }),
        isByTitle ? urlOf(bus, window) : undefined,
      ]);
      isStarted = true;
      browserUrl = url;
      isComplete = false;
      const ancestorsOf = ancestry(bus, window);
      for (let at = 0; at < refs.length; at += BATCH) {
        const batch = await Promise.all(
          refs.slice(at, at + BATCH).map(async (ref) => {
            const [node, ancestors] = await Promise.all([
              readNode(bus, ref, visible, space),
              ancestorsOf(ref),
            ]);
            return node && { ...node, ancestors };
          }),
        );
        nodes.push(...batch.filter((node) => node !== undefined));
      }
      isComplete = true;
      return nodes.length > 0;
    },
    async fillUrl(bus: AtspiBus, { ref: window, isByTitle }: FoundWindow): Promise<void> {
      browserUrl = isByTitle ? await urlOf(bus, window) : undefined;
      isStarted = true;
    },
    result(): AccessibleWindow | undefined {
      if (!isStarted) return undefined;
      return { nodes: cleanNodes(nodes, visible), browserUrl, isComplete };
    },
  };
}

/** Only the page that is showing has an address here; other tabs and empty helper pages have none. */
async function urlOf(bus: AtspiBus, window: Ref): Promise<string | undefined> {
  const documents = await findNodes(bus, window, { roles: DOCUMENT_ROLES, state: STATE.showing });
  for (const document of documents) {
    const [attributes] = await bus
      .call(document, 'org.a11y.atspi.Document', 'GetAttributes')
      .catch(() => [{}]);
    const { URI, DocURL } = attributes as { URI?: string; DocURL?: string };
    const url = URI || DocURL;
    if (url) return url;
  }
  return undefined;
}

async function focusIn(
  bus: AtspiBus,
  window: Ref,
  space: Space | undefined,
): Promise<KeyboardFocus> {
  // The page and the field in it both call themselves focused; the innermost comes last.
  const focused = await findNodes(bus, window, { roles: ANY_ROLE, state: STATE.focused });
  const ref = focused.at(-1);
  if (ref === undefined || space === undefined) return { kind: 'unknown' };
  const [[role], name, bounds] = await Promise.all([
    bus.call(ref, ACCESSIBLE, 'GetRole'),
    bus.property(ref, ACCESSIBLE, 'Name'),
    extentsOf(bus, ref, space),
  ]);
  if (typeof role !== 'number' || bounds === undefined) return { kind: 'unknown' };
  if (role === ROLE.passwordText) return { kind: 'secret' };
  // A terminal may ask for a password without saying so.
  if (role === ROLE.terminal) return { kind: 'unknown' };
  return {
    kind: 'element',
    element: { role: roleName(role), name: String(name ?? ''), bounds: space.toDesktop(bounds) },
  };
}
