/** What the lines of the tray's menu do. Whatever the service refuses is shown as a notification. */
import type { Clock } from '#core/clock.ts';
import type { ServiceClient } from '../service-client.ts';
import type { TrayAction } from './tray-menu.ts';

const FORGOTTEN_MS = 10 * 60_000;
const LOOK_EVERY_MS = 1_000;
/** A deletion that takes longer is mentioned before it is done. */
const MENTIONED_AFTER_MS = 10_000;

/** What is read of a job of `POST /data/delete`. */
interface Deletion {
  readonly id: number;
  readonly state: 'running' | 'done';
  readonly verified: boolean;
}

export function trayActions(deps: {
  service: Pick<ServiceClient, 'find' | 'post'>;
  /** A view of the page, such as `search`. */
  open: (view: string) => void;
  notify: (title: string, body: string) => void;
  quit: () => void;
  /** Called when something has changed. */
  onChanged: () => void;
  clock: Clock;
  /** Aborts when the service stops. */
  stopping: AbortSignal;
}): (action: TrayAction) => Promise<void> {
  const { service, open, clock, stopping } = deps;

  async function forget(): Promise<void> {
    const endMs = clock.now();
    const [start, end] = [endMs - FORGOTTEN_MS, endMs].map((ms) => new Date(ms).toISOString());
    const job = await followDeletion(await service.post<Deletion>('/data/delete', { start, end }));
    // The service goes on with it after its next start.
    if (job.state !== 'done') return;
    if (job.verified) deps.notify('Forgotten', 'Nothing of the last 10 minutes is kept.');
    else
      deps.notify(
        'Forgotten, but not all of it could be checked',
        'The last 10 minutes are deleted. To look for what is left, run: hindcast delete --verify',
      );
  }

  /** Resolves when the deletion is done, however long it takes, or when the service stops. */
  async function followDeletion(started: Deletion): Promise<Deletion> {
    const startedMs = clock.monotonicMs();
    let isMentioned = false;
    let job = started;
    while (job.state === 'running' && !stopping.aborted) {
      await clock.sleep(LOOK_EVERY_MS, stopping);
      // A look without an answer is followed by the next.
      job = (await service.find<Deletion>(`/data/deletions/${job.id}`)) ?? job;
      const isLong = clock.monotonicMs() - startedMs >= MENTIONED_AFTER_MS;
      if (!isLong || isMentioned || job.state === 'done') continue;
      isMentioned = true;
      deps.notify('Forgetting', 'The last 10 minutes are being deleted. This takes a while.');
    }
    return job;
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
