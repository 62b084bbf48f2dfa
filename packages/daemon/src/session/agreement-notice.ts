/**
 * The notification of the first run: it says that nothing is recorded yet, and opens the page's welcome. Shown again with every start
 * until the person has agreed. A desktop whose notifications are not there yet is asked again.
 */
import { showNotification } from '#core/bus/notification.ts';
import { type BusLink, connectBus } from '#core/bus/session-bus.ts';
import type { Clock } from '#core/clock.ts';

const AGAIN_MS = 10_000;

export interface AgreementNotice {
  /** Takes the notification back. */
  stop(): Promise<void>;
}

export function startAgreementNotice(deps: {
  busAddress: string;
  open: () => void;
  clock: Clock;
}): AgreementNotice {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function show(link: BusLink): Promise<void> {
    const notice = await showNotification(link, {
      title: 'Hindcast waits for your agreement',
      body: 'Nothing is recorded yet. See what would be kept and where, then decide.',
      click: { label: 'Decide', onClick: deps.open },
    });
    await aborted(AbortSignal.any([signal, link.ended]));
    if (signal.aborted) await notice.takeBack();
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        const link = await connectBus(deps.busAddress);
        await show(link).finally(link.close);
      } catch {
        // The desktop may still be starting. Health and the page say the same.
      }
      await deps.clock.sleep(AGAIN_MS, signal);
    }
  }

  const running = run();
  return {
    stop() {
      stopping.abort();
      return running;
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
