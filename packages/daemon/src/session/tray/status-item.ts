/** Shows one icon to panels: the interface org.kde.StatusNotifierItem. */
import { Variant } from '@jellybrick/dbus-next';
import type { BusAnswer, BusLink } from '#core/bus/session-bus.ts';
import { MENU_PATH, readProperty } from './dbus-menu.ts';
import type { Pixmap } from './tray-icons.ts';
import type { TrayState } from './tray-state.ts';

const ITEM_PATH = '/StatusNotifierItem';
const ITEM = 'org.kde.StatusNotifierItem';
const PIXMAPS = 'a(iiay)';
/** Panels ask again for what these name. */
const CHANGES = ['NewTitle', 'NewIcon', 'NewToolTip'];

export interface StatusItem {
  readonly answer: BusAnswer;
  /** Notifies panels that the icon and its texts have changed. */
  changed(link: BusLink): void;
}

export function statusItem(deps: {
  state: () => { readonly shown: TrayState; readonly icon: readonly Pixmap[] };
  onActivate: () => void;
}): StatusItem {
  function properties(): Record<string, Variant> {
    const { shown, icon } = deps.state();
    const title = `Hindcast: ${shown.title}`;
    return {
      Category: new Variant('s', 'ApplicationStatus'),
      Id: new Variant('s', 'hindcast'),
      Title: new Variant('s', title),
      Status: new Variant('s', 'Active'),
      WindowId: new Variant('i', 0),
      IconName: new Variant('s', ''),
      IconThemePath: new Variant('s', ''),
      IconPixmap: new Variant(PIXMAPS, icon),
      OverlayIconName: new Variant('s', ''),
      OverlayIconPixmap: new Variant(PIXMAPS, []),
      AttentionIconName: new Variant('s', ''),
      AttentionIconPixmap: new Variant(PIXMAPS, []),
      AttentionMovieName: new Variant('s', ''),
      ToolTip: new Variant('(sa(iiay)ss)', ['', [], title, shown.sentence]),
      ItemIsMenu: new Variant('b', false),
      Menu: new Variant('o', MENU_PATH),
    };
  }

  return {
    answer({ path, interface: name, member, body }) {
      if (path !== ITEM_PATH) return undefined;
      if (name === 'org.freedesktop.DBus.Properties')
        return readProperty(member, body, properties());
      if (name !== ITEM) return undefined;
      if (member === 'Activate') deps.onActivate();
      const isKnown = ['Activate', 'SecondaryActivate', 'ContextMenu', 'Scroll'].includes(member);
      return isKnown ? { signature: '', body: [] } : undefined;
    },
    changed(link) {
      for (const member of CHANGES)
        link.emit({ path: ITEM_PATH, interface: ITEM, member, signature: '', body: [] });
    },
  };
}
