/** What the lines of the tray's menu do. Whatever the service refuses is shown as a notification. */
import type { ServiceClient } from '../service-client.ts';
import type { TrayAction } from './tray-menu.ts';

const FORGOTTEN_MS = 10 * 60_000;

export function trayActions(deps: {
  service: Pick<ServiceClient, 'post'>;
  /** A view of the page, such as `search`. */
  open: (view: string) => void;
  notify: (title: string, body: string) => void;
  quit: () => void;
  /** Called when something has changed. */
  onChanged: () => void;
  nowMs: () => number;
}): (action: TrayAction) => Promise<void> {
  const { service, open } = deps;

  async function forget(): Promise<void> {
    const endMs = deps.nowMs();
    const [start, end] = [endMs - FORGOTTEN_MS, endMs].map((ms) => new Date(ms).toISOString());
    await service.post('/data/delete', { start, end, wait: true });
    deps.notify('Forgotten', 'Nothing of the last 10 minutes is kept.');
  }

  const actions: Readonly<Record<TrayAction, () => Promise<void> | void>> = {
    open: () => open(''),
    search: () => open('search'),
    recorded: () => open('health'),
    settings: () => open('settings'),
    'pause-5': () => service.post('/capture/pause', { minutes: 5 }),
    'pause-60': () => service.post('/capture/pause', { minutes: 60 }),
    'pause-tomorrow': () => service.post('/capture/pause', { until: 'tomorrow' }),
    resume: () => service.post('/capture/resume', {}),
    forget,
    quit: deps.quit,
  };

  return async (action) => {
    try {
      await actions[action]();
      deps.onChanged();
    } catch (error) {
      deps.notify('Hindcast could not do that', (error as Error).message);
    }
  };
}
