/** A panel for tests on a private bus: it takes icons as a real one does, and reads their menus. */
import type { Variant } from '@jellybrick/dbus-next';
import { type BusSignal, connectBus } from '#core/bus/session-bus.ts';
import type { Pixmap } from './tray-icons.ts';

const WATCHER = 'org.kde.StatusNotifierWatcher';
const ITEM = 'org.kde.StatusNotifierItem';
const MENU = 'com.canonical.dbusmenu';

interface Line {
  readonly id: number;
  /** `-` for a line between groups. */
  readonly label: string;
}
type Layout = [id: number, properties: Record<string, Variant>, children: Variant<Layout>[]];

/** With `crashes` it ends when it is given an icon, before it answers. */
export async function startPanel(busAddress: string, { crashes = false } = {}) {
  const link = await connectBus(busAddress);
  let items: string[] = [];
  const changes: string[] = [];
  link.answer(({ member, body }) => {
    if (member !== 'RegisterStatusNotifierItem') return undefined;
    items.push(String(body[0]));
    if (crashes) link.close();
    return { signature: '', body: [] };
  });
  await link.listen(`interface='${ITEM}'`, ({ interface: name, member }) => {
    if (name === ITEM) changes.push(member);
  });
  await link.listen("member='NameOwnerChanged'", ({ member, body: [name, , owner] }: BusSignal) => {
    if (member === 'NameOwnerChanged' && owner === '') items = items.filter((one) => one !== name);
  });
  await link.requestName(WATCHER);

  async function property<T>(name: string): Promise<T> {
    const [value] = await link.call({
      destination: items[0] ?? '',
      path: '/StatusNotifierItem',
      member: 'Get',
      interface: 'org.freedesktop.DBus.Properties',
      signature: 'ss',
      body: [ITEM, name],
    });
    return (value as Variant<T>).value;
  }

  async function menu(): Promise<Line[]> {
    const path = await property<string>('Menu');
    const [, layout] = await link.call({
      destination: items[0] ?? '',
      path,
      interface: MENU,
      member: 'GetLayout',
      signature: 'iias',
      body: [0, -1, []],
    });
    return linesOf(layout as Layout).slice(1);
  }

  return {
    items: () => items,
    changes: () => changes,
    title: () => property<string>('Title'),
    icon: () => property<readonly Pixmap[]>('IconPixmap'),
    toolTip: async () => (await property<unknown[]>('ToolTip')).slice(2),
    menu,
    async click(label: string) {
      const line = (await menu()).find((one) => one.label === label);
      if (!line) throw new Error(`the menu has no line ${label}`);
      const { Variant } = await import('@jellybrick/dbus-next');
      await link.call({
        destination: items[0] ?? '',
        path: '/MenuBar',
        interface: MENU,
        member: 'Event',
        signature: 'isvu',
        body: [line.id, 'clicked', new Variant('i', 0), 0],
      });
    },
    async activate() {
      await link.call({
        destination: items[0] ?? '',
        path: '/StatusNotifierItem',
        interface: ITEM,
        member: 'Activate',
        signature: 'ii',
        body: [0, 0],
      });
    },
    leave: link.close,
  };
}

function linesOf([id, properties, children]: Layout): Line[] {
  const label = (properties.label?.value as string | undefined) ?? '-';
  return [{ id, label }, ...children.flatMap((child) => linesOf(child.value))];
}
