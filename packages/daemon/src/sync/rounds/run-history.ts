/** What is kept of the rounds of sync: each that moved something or failed, with how much and why. */
import type { Clock } from '#core/clock.ts';
import type { Store } from '#store/store.ts';
import type { SyncRun } from '#store/sync/records.ts';
import { SyncWaitsForWifiError, toErrorInfo } from '../errors.ts';
import type { Traffic } from './engine.ts';

/** To wait for Wi-Fi is no failure. */
export const isWaiting = (error: unknown): boolean => error instanceof SyncWaitsForWifiError;

/** Runs one direction of a round and notes how it went; rejects as it does. `lastCode` is the error of the round before. */
export function runHistory(deps: {
  store: Pick<Store, 'sync'>;
  clock: Pick<Clock, 'now'>;
  lastCode: () => string | undefined;
}) {
  const { store, clock, lastCode } = deps;
  return async (
    direction: SyncRun['direction'],
    work: (traffic: Traffic) => Promise<void>,
  ): Promise<Traffic> => {
    const startedAtMs = clock.now();
    const traffic: Traffic = { blobs: 0, bytes: 0, records: 0 };
    const finish = (
      status: SyncRun['status'],
      error: { code: string; message: string } | undefined,
    ) =>
      store.sync.addRun({
        direction,
        startedAtMs,
        completedAtMs: clock.now(),
        status,
        ...traffic,
        errorCode: error?.code ?? null,
        error: error?.message ?? null,
      });
    try {
      await work(traffic);
    } catch (error) {
      // To wait is reported once: it would fill the history.
      const isKnown = isWaiting(error) && lastCode() === toErrorInfo(error).code;
      if (!isKnown) await finish('failed', toErrorInfo(error)).catch(() => {});
      throw error;
    }
    // A round in which nothing happened is no history.
    if (traffic.blobs > 0) await finish('success', undefined);
    return traffic;
  };
}
