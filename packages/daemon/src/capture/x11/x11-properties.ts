/** Reads what an X window says about itself. A window that is missing or says nothing gives empty values, never an error. */
import type x11 from 'x11';
import type { X11Connection } from './x11-connection.ts';

const ANY_TYPE = 0;
const MAX_WORDS = 4_096;
const LATIN1_STRING = 31;
const WM_NAME = 39;
const WM_CLASS = 67;
const WM_TRANSIENT_FOR = 68;
// Dialogs of dialogs; programs may also write a circle.
const MOST_PARENTS = 4;

const ATOMS = [
  '_NET_ACTIVE_WINDOW',
  '_NET_CLIENT_LIST_STACKING',
  '_NET_CURRENT_DESKTOP',
  '_NET_WM_DESKTOP',
  '_NET_WM_ICON_GEOMETRY',
  '_NET_WM_NAME',
  '_NET_WM_PID',
  '_NET_WM_STATE',
  '_NET_WM_STATE_HIDDEN',
  '_NET_WM_STATE_SKIP_TASKBAR',
  '_NET_WM_WINDOW_OPACITY',
  '_NET_WM_WINDOW_TYPE',
  '_NET_WM_WINDOW_TYPE_DESKTOP',
  '_NET_WM_WINDOW_TYPE_DOCK',
  '_NET_WM_WINDOW_TYPE_NOTIFICATION',
] as const;
type AtomName = (typeof ATOMS)[number];

interface WindowProperties {
  readonly title: string;
  readonly className: string;
  readonly pid: number | undefined;
  /** Minimised, or on another workspace. */
  readonly isHidden: boolean;
  readonly isTranslucent: boolean;
  /** A panel, the desktop background or a notification: not what a person works in. */
  readonly isFurniture: boolean;
  readonly isPanel: boolean;
  /** The wallpaper, with its icons. */
  readonly isDesktop: boolean;
  /** Not to be shown in task bars, by its own request. */
  readonly isUnlisted: boolean;
}

export async function x11Properties(connection: X11Connection) {
  const numbers = await Promise.all(ATOMS.map((name) => connection.atom(name)));
  const atoms = Object.fromEntries(ATOMS.map((name, at) => [name, numbers[at] ?? 0])) as Record<
    AtomName,
    number
  >;
  const furniture = [
    atoms._NET_WM_WINDOW_TYPE_DESKTOP,
    atoms._NET_WM_WINDOW_TYPE_DOCK,
    atoms._NET_WM_WINDOW_TYPE_NOTIFICATION,
  ];

  const property = (window: number, atom: number) =>
    connection.tryAsk<x11.Property>((reply) =>
      connection.client.GetProperty(0, window, atom, ANY_TYPE, 0, MAX_WORDS, reply),
    );

  /** Whole numbers or window numbers, as the property holds them. */
  async function numbersOf(window: number, atom: number): Promise<number[]> {
    const data = (await property(window, atom))?.data ?? Buffer.alloc(0);
    return Array.from({ length: data.length >> 2 }, (_, index) => data.readUInt32LE(index * 4));
  }
  const listNumbers = (window: number, name: AtomName) => numbersOf(window, atoms[name]);

  async function title(window: number): Promise<string> {
    const [modern, old] = await Promise.all([
      property(window, atoms._NET_WM_NAME),
      property(window, WM_NAME),
    ]);
    // Some programs (xterm) set only the old one.
    const found = modern?.data.length ? modern : old;
    if (found === undefined) return '';
    return found.data
      .toString(found.type === LATIN1_STRING ? 'latin1' : 'utf8')
      .replace(/\0+$/, '');
  }

  /** Two names, each ended by a zero byte: the instance and the class. The class is the program's. */
  async function className(window: number): Promise<string> {
    const names = (await property(window, WM_CLASS))?.data.toString('latin1').split('\0') ?? [];
    return names[1] || names[0] || '';
  }

  /** The window that a dialog was opened for, and of a dialog of a dialog the first; the window itself when it names none. */
  async function mainWindow(window: number): Promise<number> {
    let main = window;
    for (let step = 0; step < MOST_PARENTS; step += 1) {
      const [parent = 0] = await numbersOf(main, WM_TRANSIENT_FOR);
      if (parent === 0 || parent === connection.root) break;
      main = parent;
    }
    return main;
  }

  return {
    activeWindowAtom: atoms._NET_ACTIVE_WINDOW,
    isTitle: (atom: number | undefined) => atom === atoms._NET_WM_NAME || atom === WM_NAME,
    listNumbers,
    /** The program that a dialog belongs to, which may be another one than draws it; undefined when it belongs to none. */
    async ownerOf(window: number) {
      const main = await mainWindow(window);
      if (main === window) return undefined;
      const [owner, pids] = await Promise.all([className(main), listNumbers(main, '_NET_WM_PID')]);
      return owner === '' ? undefined : { className: owner, pid: pids[0] };
    },
    async read(window: number, currentDesktop: number | undefined): Promise<WindowProperties> {
      const [name, program, pids, states, desktops, opacity, types] = await Promise.all([
        title(window),
        className(window),
        listNumbers(window, '_NET_WM_PID'),
        listNumbers(window, '_NET_WM_STATE'),
        listNumbers(window, '_NET_WM_DESKTOP'),
        listNumbers(window, '_NET_WM_WINDOW_OPACITY'),
        listNumbers(window, '_NET_WM_WINDOW_TYPE'),
      ]);
      return {
        title: name,
        className: program,
        pid: pids[0],
        isHidden:
          states.includes(atoms._NET_WM_STATE_HIDDEN) || isElsewhere(desktops[0], currentDesktop),
        isTranslucent: opacity.length > 0,
        isFurniture: types.some((type) => furniture.includes(type)),
        isPanel: types.includes(atoms._NET_WM_WINDOW_TYPE_DOCK),
        isDesktop: types.includes(atoms._NET_WM_WINDOW_TYPE_DESKTOP),
        isUnlisted: states.includes(atoms._NET_WM_STATE_SKIP_TASKBAR),
      };
    },
  };
}

const ON_ALL_DESKTOPS = 0xffffffff;

function isElsewhere(desktop: number | undefined, current: number | undefined): boolean {
  if (desktop === undefined || current === undefined) return false;
  return desktop !== ON_ALL_DESKTOPS && desktop !== current;
}
