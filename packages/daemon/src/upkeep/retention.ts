/**
 * Retention as a service: now and then, while nobody needs the machine, what is older than the rules allow goes by a deletion job. It
 * does nothing until a person sets a rule. Where devices have a keeper, pictures and sound stay until it has confirmed that it holds
 * them. The rules themselves are in `store/deletion/retention.ts`.
 */
import type { Clock } from '#core/clock.ts';
import type { Service } from '#core/service.ts';
import type { Deletions } from '#store/deletion/job/deletions.ts';
import type { DeletionJob } from '#store/deletion/records.ts';
import {
  countUnheld,
  forecastRetention,
  type RetentionForecast,
  type RetentionRules,
  retentionFilters,
} from '#store/deletion/retention.ts';
import type { Media } from '#store/media/media.ts';
import type { Store } from '#store/store.ts';
import type { MachineLoad } from './machine-load.ts';

const LOOK_MS = 10 * 60_000;
/** Whatever happens, a rule of days is kept to within a day. */
const OVERDUE_MS = 24 * 3_600_000;
/** Of all kinds: it is one of the last. */
const MOST_LOOKED_AT = 100;
/** One piece is enough to know that there is something. */
const ANY = 1;

export interface Retention {
  service: Service;
  rules(): RetentionRules;
  /** From now on. */
  use(rules: RetentionRules): void;
  /** What would go, by these rules or by those in use. */
  forecast(rules: RetentionRules | undefined, signal: AbortSignal): Promise<RetentionForecast>;
  /** The last one that is done; undefined when there was none. */
  lastRun(): Promise<DeletionJob | undefined>;
  /** When that was, as far as this process knows. */
  ranAtMs(): number | undefined;
  /** Removes what is due now, however busy the machine is. */
  runNow(): void;
  /** Pictures and recordings that are due and stay until a keeper holds them; as of the last look. */
  waitingForKeeper(): number;
}

export function openRetention(deps: {
  dataDir: string;
  store: Store;
  media: Media;
  deletions: Pick<Deletions, 'start' | 'waitFor'>;
  rules: RetentionRules;
  machineLoad: () => Promise<MachineLoad>;
  /** Whether the devices have a keeper. */
  awaitsKeeper: () => Promise<boolean>;
  clock: Clock;
}): Retention {
  const { store, deletions, clock } = deps;
  let { rules } = deps;
  /** When all was as the rules want it; undefined when nobody knows. */
  let lastDoneMs: number | undefined;
  let ranAtMs: number | undefined;
  let waiting = 0;
  let wake = () => {};

  async function mayWork(): Promise<boolean> {
    if (clock.now() - (lastDoneMs ?? 0) >= OVERDUE_MS) return true;
    return (await deps.machineLoad()) === 'free';
  }

  async function isAnything(filters: Awaited<ReturnType<typeof retentionFilters>>) {
    for (const filter of filters) {
      const piece = await store.deletion.list(filter, ANY);
      if (Object.values(piece).some((part) => Array.isArray(part) && part.length > 0)) return true;
    }
    return false;
  }

  /** One that failed, or that the service ended in, is tried again by itself: a second one would only wait behind it. */
  async function openJob() {
    const newest = await store.deletion.listJobs(MOST_LOOKED_AT);
    return newest.find(({ kind, state }) => kind === 'retention' && state === 'running');
  }

  async function startJob() {
    const filters = await retentionFilters(deps, rules, clock.now());
    waiting = await countUnheld(deps, filters);
    return (await isAnything(filters)) ? deletions.start(filters, 'retention') : undefined;
  }

  async function runOnce(signal: AbortSignal): Promise<void> {
    if (Object.values(rules).every((rule) => rule === undefined)) {
      waiting = 0;
      return;
    }
    if (!(await mayWork())) return;
    const job = (await openJob()) ?? (await startJob());
    if (job) {
      await deletions.waitFor(job.id, 'done', signal);
      ranAtMs = clock.now();
    }
    lastDoneMs = clock.now();
  }

  return {
    service: {
      name: 'ingest.retention',
      async run(signal) {
        ranAtMs ??= (await store.deletion.lastJob('retention'))?.finishedMs ?? undefined;
        // Not from this start on: a machine that is shut down every evening would never be late. Nor from a time that is still to come.
        if (ranAtMs !== undefined) lastDoneMs ??= Math.min(ranAtMs, clock.now());
        while (!signal.aborted) {
          const woken = new AbortController();
          wake = () => woken.abort();
          await clock.sleep(LOOK_MS, AbortSignal.any([signal, woken.signal]));
          if (!signal.aborted) await runOnce(signal);
        }
      },
    },
    rules: () => rules,
    use(changed) {
      rules = changed;
    },
    forecast: (wanted, signal) => forecastRetention(deps, wanted ?? rules, clock.now(), signal),
    ranAtMs: () => ranAtMs,
    runNow() {
      lastDoneMs = undefined;
      wake();
    },
    waitingForKeeper: () => waiting,
    lastRun: () => store.deletion.lastJob('retention'),
  };
}
