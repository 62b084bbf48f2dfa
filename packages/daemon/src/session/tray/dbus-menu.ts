/** Shows a menu to panels: the interface com.canonical.dbusmenu. What is in the menu and what it does is the caller's. */
import { Variant } from '@jellybrick/dbus-next';
import type { BusAnswer, BusLink } from '#core/bus/session-bus.ts';
import type { MenuLine } from './tray-menu.ts';

export const MENU_PATH = '/MenuBar';
const MENU = 'com.canonical.dbusmenu';
const VERSION = 3;
const ROOT_ID = 0;
const ALL_LEVELS = -1;

type Properties = Record<string, Variant>;
type Layout = [id: number, properties: Properties, children: Variant[]];

export interface DbusMenu {
  readonly answer: BusAnswer;
  /** Notifies panels that the lines have changed. */
  changed(link: BusLink): void;
}

export function dbusMenu(deps: {
  lines: () => readonly MenuLine[];
  onClick: (id: number) => void;
}): DbusMenu {
  let revision = 1;
  const root = (): MenuLine => ({ id: ROOT_ID, children: deps.lines() });

  function click([id, kind]: readonly unknown[]): void {
    if (kind === 'clicked') deps.onClick(Number(id));
  }

  const METHODS: Readonly<Record<string, (body: readonly unknown[]) => ReturnType<BusAnswer>>> = {
    GetLayout([parentId, depth]) {
      const line = findLine(root(), Number(parentId));
      if (!line) return undefined;
      return { signature: 'u(ia{sv}av)', body: [revision, layoutOf(line, Number(depth))] };
    },
    GetGroupProperties([ids]) {
      const wanted = ids as number[];
      const lines =
        wanted.length === 0 ? allLines(root()) : wanted.map((id) => findLine(root(), id));
      const known = lines.filter((line) => line !== undefined);
      return { signature: 'a(ia{sv})', body: [known.map((line) => [line.id, propertiesOf(line)])] };
    },
    GetProperty([id, name]) {
      const line = findLine(root(), Number(id));
      const value = line && propertiesOf(line)[String(name)];
      return value && { signature: 'v', body: [value] };
    },
    Event(body) {
      click(body);
      return { signature: '', body: [] };
    },
    EventGroup([events]) {
      for (const event of events as unknown[][]) click(event);
      return { signature: 'ai', body: [[]] };
    },
    AboutToShow: () => ({ signature: 'b', body: [false] }),
    AboutToShowGroup: () => ({ signature: 'aiai', body: [[], []] }),
  };

  return {
    answer({ path, interface: name, member, body }) {
      if (path !== MENU_PATH) return undefined;
      if (name === 'org.freedesktop.DBus.Properties') return readProperty(member, body, PROPERTIES);
      return name === MENU ? METHODS[member]?.(body) : undefined;
    },
    changed(link) {
      revision += 1;
      link.emit({
        path: MENU_PATH,
        interface: MENU,
        member: 'LayoutUpdated',
        signature: 'ui',
        body: [revision, ROOT_ID],
      });
    },
  };
}

const PROPERTIES: Properties = {
  Version: new Variant('u', VERSION),
  TextDirection: new Variant('s', 'ltr'),
  Status: new Variant('s', 'normal'),
  IconThemePath: new Variant('as', []),
};

/** `Get` and `GetAll` of org.freedesktop.DBus.Properties. */
export function readProperty(
  member: string,
  [, name]: readonly unknown[],
  properties: Properties,
): ReturnType<BusAnswer> {
  if (member === 'GetAll') return { signature: 'a{sv}', body: [properties] };
  const value = member === 'Get' ? properties[String(name)] : undefined;
  return value && { signature: 'v', body: [value] };
}

function layoutOf(line: MenuLine, depth: number): Layout {
  const isCut = depth === 0;
  const deeper = depth === ALL_LEVELS ? ALL_LEVELS : depth - 1;
  const children = isCut ? [] : (line.children ?? []);
  return [
    line.id,
    propertiesOf(line),
    children.map((child) => new Variant('(ia{sv}av)', layoutOf(child, deeper))),
  ];
}

function propertiesOf({ id, label, action, children }: MenuLine): Properties {
  const parent = children ? { 'children-display': new Variant('s', 'submenu') } : {};
  if (id === ROOT_ID) return parent;
  if (label === undefined) return { type: new Variant('s', 'separator') };
  return {
    // One underscore would mark a letter of the keyboard.
    label: new Variant('s', label.replaceAll('_', '__')),
    enabled: new Variant('b', action !== undefined || children !== undefined),
    visible: new Variant('b', true),
    ...parent,
  };
}

function allLines(line: MenuLine): MenuLine[] {
  return [line, ...(line.children ?? []).flatMap(allLines)];
}

function findLine(line: MenuLine, id: number): MenuLine | undefined {
  return allLines(line).find((one) => one.id === id);
}
