/**
 * The windows of an X session: which has the keyboard, and which are on screen in which order. Order and place come from the
 * children of the root window, because that list has the decorations, menus and tooltips that the window manager's own list lacks.
 */
import x11 from 'x11';
import { ANIMATION_LAG_MS } from '#capture/animation-lag.ts';
import { appName } from '#capture/app-name.ts';
import { focusWatcher } from '#capture/focus-watcher.ts';
import { emitter } from '#capture/listeners.ts';
import type { FocusChange, Panels, WindowSource } from '#capture/source.ts';
import type { X11Connection } from '#capture/x11/x11-connection.ts';
import { x11Properties } from '#capture/x11/x11-properties.ts';
import type { Rect, WindowInfo } from '#core/observation.ts';

const NOBODY = 0;
// What a window that went away has covered is drawn by its program, which may leave the old pixels until then.
const REDRAW_LAG_MS = 250;
const VIEWABLE = 2;
const INPUT_OUTPUT = 1;
// Windows with an alpha channel; what is below them may be seen.
const DEPTH_WITH_ALPHA = 32;
const CLIENT_MASK = x11.eventMask.PropertyChange | x11.eventMask.StructureNotify;

interface TopLevel {
  /** The program's own window; inside a frame of the window manager, or the top-level window itself. */
  readonly client: number;
  readonly bounds: Rect;
  readonly hasAlpha: boolean;
  readonly isUnmanaged: boolean;
}

export async function x11Windows(
  connection: X11Connection,
  now: () => number,
): Promise<WindowSource> {
  const { client: X, root } = connection;
  const compositing = await connection.atom('_NET_WM_CM_S0');
  const properties = await x11Properties(connection);
  const changes = emitter<FocusChange>();

  async function describe(top: TopLevel, desktop: number | undefined): Promise<Found> {
    const [read, owner] = await Promise.all([
      properties.read(top.client, desktop),
      properties.ownerOf(top.client),
    ]);
    const { title, className, pid, isPanel } = read;
    const program = owner ?? read;
    return {
      isOnScreen: !read.isHidden,
      isPanel,
      isUnmanaged: top.isUnmanaged,
      isTitled: !read.isFurniture && !read.isUnlisted && !top.isUnmanaged,
      window: {
        id: top.client,
        app: appName(program.className, program.pid),
        className,
        title,
        pid,
        bounds: top.bounds,
        isPopup: top.isUnmanaged || read.isFurniture,
        ...(read.isDesktop && { isDesktop: true }),
        // A window nobody answers for may be an invisible overlay.
        isOpaque: !top.hasAlpha && !read.isTranslucent && className !== '',
      },
    };
  }

  async function snapshot() {
    const [[activeId], [desktop], clients, compositor] = await Promise.all([
      properties.listNumbers(root, '_NET_ACTIVE_WINDOW'),
      properties.listNumbers(root, '_NET_CURRENT_DESKTOP'),
      properties.listNumbers(root, '_NET_CLIENT_LIST_STACKING'),
      connection.ask<number>((reply) => X.GetSelectionOwner(compositing, reply)),
    ]);
    const tops = await listTopLevels(connection, clients);
    const found = await Promise.all(tops.map((top) => describe(top, desktop)));
    const onScreen = found.filter(({ isOnScreen }) => isOnScreen);
    const windows = onScreen.map(({ window }) => window);
    const hasPanel = onScreen.some(({ isPanel }) => isPanel);
    const panels = hasPanel ? await panelsOf(onScreen, clients) : undefined;
    const lagMs = compositor === NOBODY ? REDRAW_LAG_MS : ANIMATION_LAG_MS;
    return { active: windows.find(({ id }) => id === activeId), windows, panels, lagMs };
  }

  async function panelsOf(onScreen: readonly Found[], clients: readonly number[]): Promise<Panels> {
    const bars = onScreen.filter(({ isPanel }) => isPanel);
    const pids = new Set(bars.map(({ window }) => window.pid));
    const popups = onScreen.filter(
      ({ window, isUnmanaged }) => isUnmanaged && window.pid !== undefined && pids.has(window.pid),
    );
    const shown = idsOf(onScreen);
    const offScreen = clients
      .filter((client) => !shown.has(client))
      .map((client) => describe(offScreenOf(client), undefined));
    const titled = [...onScreen, ...(await Promise.all(offScreen))]
      .filter(({ isTitled }) => isTitled)
      .map(async ({ window }) => ({ window, button: await buttonOf(window.id) }));
    return { bars: idsOf(bars), popups: idsOf(popups), titled: await Promise.all(titled) };
  }

  /** Task bars write it onto the window. */
  async function buttonOf(client: number): Promise<Rect | undefined> {
    const numbers = await properties.listNumbers(client, '_NET_WM_ICON_GEOMETRY');
    const [x, y, width, height] = numbers.map((number) => number | 0);
    if (x === undefined || y === undefined || !width || !height) return undefined;
    return { x, y, width, height };
  }

  const focus = focusWatcher({
    changes,
    now,
    snapshot,
    attend: ({ id }) => connection.watch(id, CLIENT_MASK),
  });
  const stop = connection.onEvent(({ name, wid, atom }) => {
    if (name !== 'PropertyNotify') return;
    const isFocus = wid === root && atom === properties.activeWindowAtom;
    const isTitle = wid === focus.watched() && properties.isTitle(atom);
    if (isFocus || isTitle) focus.look();
  });
  await connection.watch(root, x11.eventMask.PropertyChange);
  await focus.begin();

  return { snapshot, onFocusChange: changes.on, close: stop };
}

interface Found {
  readonly isOnScreen: boolean;
  readonly isPanel: boolean;
  readonly isUnmanaged: boolean;
  /** Whether task bars show its title. */
  readonly isTitled: boolean;
  readonly window: WindowInfo;
}

/** Every window on the screen, topmost first. */
async function listTopLevels(
  connection: X11Connection,
  clients: readonly number[],
): Promise<TopLevel[]> {
  const { client: X, root } = connection;
  const [{ children }, frames] = await Promise.all([
    connection.ask<{ children: number[] }>((reply) => X.QueryTree(root, reply)),
    framesOf(connection, clients),
  ]);
  const tops = await Promise.all(
    children.map(async (id): Promise<TopLevel | undefined> => {
      const [attributes, geometry] = await Promise.all([
        connection.tryAsk<x11.WindowAttributes>((reply) => X.GetWindowAttributes(id, reply)),
        connection.tryAsk<x11.Geometry>((reply) => X.GetGeometry(id, reply)),
      ]);
      // Closed meanwhile, or nothing to see.
      if (attributes === undefined || geometry === undefined) return undefined;
      if (attributes.mapState !== VIEWABLE || attributes.klass !== INPUT_OUTPUT) return undefined;
      return {
        client: frames.get(id) ?? id,
        bounds: boundsOf(geometry),
        hasAlpha: geometry.depth === DEPTH_WITH_ALPHA,
        isUnmanaged: !frames.has(id) && attributes.overrideRedirect === 1,
      };
    }),
  );
  return tops.filter((top) => top !== undefined).reverse();
}

function idsOf(list: readonly Found[]): Set<number> {
  return new Set(list.map(({ window }) => window.id));
}

/** A window that is minimised or on another workspace: only its title may be seen, in a task bar. */
function offScreenOf(client: number): TopLevel {
  const bounds = { x: 0, y: 0, width: 0, height: 0 };
  return { client, bounds, hasAlpha: false, isUnmanaged: false };
}

function boundsOf({ xPos, yPos, width, height, borderWidth }: x11.Geometry): Rect {
  return { x: xPos, y: yPos, width: width + 2 * borderWidth, height: height + 2 * borderWidth };
}

/** Which child of the root each client lies in: itself, or the frame the window manager put around it. */
async function framesOf(
  connection: X11Connection,
  clients: readonly number[],
): Promise<Map<number, number>> {
  const { client: X, root } = connection;
  async function topOf(window: number): Promise<number | undefined> {
    const tree = await connection.tryAsk<{ parent: number }>((reply) => X.QueryTree(window, reply));
    if (tree === undefined || tree.parent === 0) return undefined;
    return tree.parent === root ? window : topOf(tree.parent);
  }
  const tops = await Promise.all(clients.map(topOf));
  const frames = new Map<number, number>();
  for (const [index, top] of tops.entries()) {
    const client = clients[index];
    if (top !== undefined && client !== undefined) frames.set(top, client);
  }
  return frames;
}
