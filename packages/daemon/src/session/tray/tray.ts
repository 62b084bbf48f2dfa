/**
 * The icon in the panel: follows health, answers the panel, and does what its menu says. A panel that comes back after a crash, and one
 * that starts after the service, get the icon too. Where there is no panel for it, `onNoTray` is called once.
 */
import { type BusLink, connectBus, followOwner, hasOwner } from '#core/bus/session-bus.ts';
import type { Clock } from '#core/clock.ts';
import type { SessionHealth } from '../service-client.ts';
import { dbusMenu } from './dbus-menu.ts';
import { statusItem } from './status-item.ts';
import { type Pixmap, trayIcon } from './tray-icons.ts';
import { actionOf, type TrayAction, trayMenu } from './tray-menu.ts';
import { type TrayState, trayState } from './tray-state.ts';

const WATCHER = 'org.kde.StatusNotifierWatcher';
const LOOK_EVERY_MS = 3_000;
/** A bus that ended is tried again after this. */
const AGAIN_MS = 10_000;
/** A panel that starts with the session is there by then. */
const NO_PANEL_AFTER_MS = 15_000;

export interface Tray {
  /** Shows how it is now, without waiting for the next look. */
  refresh(): Promise<void>;
  stop(): Promise<void>;
}

export function startTray(deps: {
  busAddress: string;
  /** Distinguishes two services of one session. */
  instance: number;
  health: () => Promise<SessionHealth | undefined>;
  onAction: (action: TrayAction) => void;
  onNoTray: () => void;
  clock: Clock;
}): Tray {
  const { clock } = deps;
  const stopping = new AbortController();
  let shown: TrayState = trayState(undefined);
  let icon: readonly Pixmap[] = [];
  let link: BusLink | undefined;
  let wasSeen = false;
  /** Nobody looks at health while no panel shows it. */
  let isShown = false;
  const item = statusItem({
    state: () => ({ shown, icon }),
    onActivate: () => deps.onAction('open'),
  });
  const menu = dbusMenu({
    lines: () => trayMenu(shown),
    onClick(id) {
      const action = actionOf(trayMenu(shown), id);
      if (action !== undefined) deps.onAction(action);
    },
  });

  async function refresh(): Promise<void> {
    const next = trayState(await deps.health());
    if (JSON.stringify(next) === JSON.stringify(shown) && icon.length > 0) return;
    icon = await trayIcon(next.kind);
    shown = next;
    if (!link) return;
    item.changed(link);
    menu.changed(link);
  }

  async function show(connected: BusLink): Promise<void> {
    const name = `org.kde.StatusNotifierItem-${deps.instance}-1`;
    connected.answer((call) => item.answer(call) ?? menu.answer(call));
    await connected.requestName(name);
    // A call to a panel that has ended says nothing about its successor.
    let panelsEnded = 0;
    let isRefused = false;
    const register = async () => {
      // Both the look at the start and the report of a new panel may come here.
      if (isShown) return;
      isShown = true;
      const endedBefore = panelsEnded;
      try {
        await connected.call({
          destination: WATCHER,
          path: '/StatusNotifierWatcher',
          interface: WATCHER,
          member: 'RegisterStatusNotifierItem',
          signature: 's',
          body: [name],
        });
      } catch {
        // Tried again with the next look, or followed by a panel that has come meanwhile.
        if (panelsEnded > endedBefore) return;
        isShown = false;
        isRefused = true;
        return;
      }
      wasSeen = true;
      isRefused = false;
      await refresh();
    };
    await followOwner(connected, WATCHER, (isThere) => {
      if (isThere) {
        // What fails after that is done again with the next look.
        void register().catch(() => {});
        return;
      }
      panelsEnded += 1;
      isShown = false;
      isRefused = false;
    });
    link = connected;
    if (await hasOwner(connected, WATCHER)) await register();
    await keepCurrent(connected, async () => {
      if (isRefused) await register();
    });
  }

  async function keepCurrent(connected: BusLink, tryAgain: () => Promise<void>): Promise<void> {
    const end = AbortSignal.any([stopping.signal, connected.ended]);
    while (!end.aborted) {
      await tryAgain();
      if (isShown) await refresh();
      await clock.sleep(LOOK_EVERY_MS, end);
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await refresh();
        const connected = await connectBus(deps.busAddress);
        await show(connected).finally(() => {
          link = undefined;
          isShown = false;
          connected.close();
        });
      } catch {
        // No bus, or one that refuses: tried again below. The page says the same as the tray would.
      }
      await clock.sleep(AGAIN_MS, stopping.signal);
    }
  }

  async function noticeNoPanel(): Promise<void> {
    await clock.sleep(NO_PANEL_AFTER_MS, stopping.signal);
    if (!wasSeen && !stopping.signal.aborted) deps.onNoTray();
  }

  const running = Promise.all([run(), noticeNoPanel()]);
  return {
    refresh,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
