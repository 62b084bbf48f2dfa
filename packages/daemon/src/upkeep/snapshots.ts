/**
 * The daily copy of the database as a service: looks now and then whether today's is there, and makes it when the machine has time for it, or
 * late in the day without waiting any longer. A disk that is short of room, or a copy that fails, is said once a day and tried again.
 * Those that are too old go first, also when none are made any more.
 */
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log/log.ts';
import type { Service } from '#core/service.ts';
import type { SnapshotOutcome } from '#store/backup/snapshots.ts';
import type { Store } from '#store/store.ts';
import type { MachineLoad } from './machine-load.ts';

const LOOK_MS = 10 * 60_000;
/** A copy takes seconds to a minute; whatever takes this long hangs. */
const TIME_LIMIT_MS = 30 * 60_000;
const DAY_MS = 24 * 3_600_000;
/** From this hour of the day (UTC) on, a busy machine is no reason to wait any longer. */
const LATE_MS = 20 * 3_600_000;

/** Whether the store has nothing that a snapshot could save. */
export async function isStoreEmpty(
  store: Pick<Store, 'content' | 'memories'>,
  signal: AbortSignal,
): Promise<boolean> {
  const { frames, transcriptions, uiTexts, inputEvents } = await store.content.summary(signal);
  if (frames + transcriptions + uiTexts + inputEvents > 0) return false;
  return (await store.memories.list({ limit: 1, offset: 0 }, signal)).total === 0;
}

export function snapshotService(deps: {
  /** Whether new ones are made. */
  enabled: boolean;
  removeOld: (nowMs: number) => Promise<void>;
  make: (nowMs: number, signal: AbortSignal) => Promise<SnapshotOutcome>;
  machineLoad: () => Promise<MachineLoad>;
  clock: Clock;
  log: Log;
}): Service {
  const { enabled, removeOld, make, machineLoad, clock } = deps;
  const log = deps.log.child({ part: 'ingest.snapshots' });
  let saidOn = -1;

  const dayOf = (atMs: number) => Math.floor(atMs / DAY_MS);

  function sayOnce(what: string, err?: unknown): void {
    const today = dayOf(clock.now());
    if (saidOn === today) return;
    saidOn = today;
    log.warn(err === undefined ? {} : { err }, what);
  }

  async function look(signal: AbortSignal): Promise<void> {
    const nowMs = clock.now();
    await removeOld(nowMs).catch((err) => sayOnce('old daily snapshots could not be removed', err));
    if (!enabled) return;
    const isLate = nowMs % DAY_MS >= LATE_MS;
    if (!isLate && (await machineLoad()) !== 'free') return;
    try {
      const outcome = await make(
        nowMs,
        AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT_MS)]),
      );
      if (outcome === 'made') log.info({}, 'daily snapshot of the database made');
      if (outcome === 'disk_short') sayOnce('no daily snapshot of the database: the disk is short');
    } catch (err) {
      if (!signal.aborted) sayOnce('no daily snapshot of the database', err);
    }
  }

  return {
    name: 'ingest.snapshots',
    async run(signal) {
      while (!signal.aborted) {
        // First the wait: a start has other things to do.
        await clock.sleep(LOOK_MS, signal);
        if (!signal.aborted) await look(signal);
      }
    },
  };
}
