/**
 * Starts what the person's desktop session shows of the service: the question of the first run, the icon in the panel. It asks the
 * service over HTTP, as any program does, so it outlives a lock of the store. Called by `main.ts` once the service answers.
 */
import type { Config } from '#config/schema.ts';
import { type Notification, showNotification } from '#core/bus/notification.ts';
import { connectBus } from '#core/bus/session-bus.ts';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log/log.ts';
import type { Agreement } from '../install/agreement.ts';
import { startAgreementNotice } from '../session/agreement-notice.ts';
import { openPage } from '../session/open-page.ts';
import { serviceClient } from '../session/service-client.ts';
import { startShortcuts } from '../session/shortcuts/shortcuts.ts';
import { startTray, type Tray } from '../session/tray/tray.ts';
import { trayActions } from '../session/tray/tray-actions.ts';

export interface Session {
  /** Called when the person has agreed. */
  agreed(): void;
  stop(): Promise<void>;
}

interface SessionDeps {
  url: string;
  agreement: Agreement;
  config: Pick<Config, 'tray' | 'shortcuts' | 'accessToken'>;
  env: NodeJS.ProcessEnv;
  clock: Clock;
  log: Log;
  /** Ends the service. */
  quit: () => void;
}

/** Undefined without a session bus: the page and `hindcast status` say the same. */
export function startSession(deps: SessionDeps): Session | undefined {
  const { url, env, clock } = deps;
  const { DBUS_SESSION_BUS_ADDRESS: busAddress } = env;
  if (!busAddress) return undefined;
  const open = (view: string) => openPage(view === '' ? url : `${url}/app/${view}`, env);
  const isWaiting = deps.agreement.state() === 'waiting';
  const notice = isWaiting
    ? startAgreementNotice({ busAddress, open: () => open('welcome'), clock })
    : undefined;
  const tray = deps.config.tray ? composeTray(deps, busAddress, open) : undefined;
  const shortcuts = deps.config.shortcuts ? composeShortcuts(deps, busAddress, open) : undefined;
  return {
    agreed() {
      void notice?.stop();
      void tray?.refresh();
    },
    async stop() {
      await Promise.all([notice?.stop(), tray?.stop(), shortcuts?.stop()]);
    },
  };
}

function composeTray(deps: SessionDeps, busAddress: string, open: (view: string) => void): Tray {
  const { url, clock, agreement } = deps;
  const service = serviceClient(url, deps.config.accessToken);
  const notify = (title: string, body: string) => void tell(busAddress, { title, body });
  const stopping = new AbortController();
  const act = trayActions({
    service,
    open,
    notify,
    quit: deps.quit,
    clock,
    stopping: stopping.signal,
    onChanged: () => void tray.refresh(),
  });
  const tray = startTray({
    busAddress,
    instance: process.pid,
    health: service.health,
    clock,
    onAction: (action) => void act(action),
    onNoTray() {
      // The notification of the first run says more.
      if (agreement.state() !== 'waiting') notify('Hindcast is running', `Its page: ${url}`);
    },
  });
  return {
    ...tray,
    stop() {
      stopping.abort();
      return tray.stop();
    },
  };
}

function composeShortcuts(deps: SessionDeps, busAddress: string, open: (view: string) => void) {
  const service = serviceClient(deps.url, deps.config.accessToken);
  const togglePause = async () => {
    const isPaused = (await service.health())?.paused === true;
    await service.post(isPaused ? '/capture/resume' : '/capture/pause', {});
  };
  return startShortcuts({
    busAddress,
    clock: deps.clock,
    log: deps.log,
    onPressed(id) {
      if (id === 'open-search') return open('search');
      togglePause().catch((error: Error) =>
        tell(busAddress, { title: 'Hindcast could not do that', body: error.message }),
      );
    },
  });
}

async function tell(busAddress: string, notification: Notification): Promise<void> {
  try {
    const link = await connectBus(busAddress);
    await showNotification(link, notification).finally(link.close);
  } catch {
    // Nobody shows notifications here: the page says it too.
  }
}
