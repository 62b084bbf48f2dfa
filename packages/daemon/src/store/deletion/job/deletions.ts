/**
 * Deleting as a job: whoever asks gets a number at once, and the work goes on by itself, one job after the other, also after the service
 * has ended in the middle of it. A job that fails is tried again every minute and does not hold up the others.
 */
import { orAborted } from '#core/abort.ts';
import type { Clock } from '#core/clock.ts';
import { serviceError } from '#core/errors.ts';
import type { Log } from '#core/log/log.ts';
import type { Service } from '#core/service.ts';
import type { MakeChunk } from '#store/compaction/chunk-process.ts';
import type { AudioMedia } from '#store/media/audio/audio-media.ts';
import { type DiskReserve, NO_RESERVE } from '#store/media/disk-reserve.ts';
import type { Media } from '#store/media/media.ts';
import type { Sealing } from '#store/sealing/store-key.ts';
import type { Store } from '#store/store.ts';
import type {
  AllLeftovers,
  DeletionFilter,
  DeletionForecast,
  DeletionJob,
  JobKind,
  JobWish,
} from '../records.ts';
import { isAnything, pipeClearing } from './pipe-clearing.ts';
import type { RedactTexts } from './redaction.ts';
import { videoRewriter } from './rewrite-video.ts';
import { jobRunner } from './run-job.ts';

const LOOK_MS = 60_000;

export interface Deletions {
  /** Resolves when the job is stored: from then on it is done whatever happens. */
  start(
    filters: readonly DeletionFilter[],
    kind?: JobKind,
    more?: Pick<JobWish, 'redaction'>,
  ): Promise<DeletionJob>;
  /**
   * Resolves when nothing of it can be found or read any more (`files`), or when nothing is left of it on the disk (`done`). Rejects with
   * what the job met, or with the signal's reason; the job goes on then.
   */
  waitFor(jobId: number, until: 'files' | 'done', signal: AbortSignal): Promise<DeletionJob>;
  /** What a deletion would take, with output of pipes. */
  count(filter: DeletionFilter, signal: AbortSignal): Promise<DeletionForecast>;
  /** Output of pipes that a job would clear if it removed anything. */
  countPipeOutput(filters: readonly DeletionFilter[], signal: AbortSignal): Promise<number>;
  /** What is left of all deletions so far. */
  findLeftovers(signal: AbortSignal): Promise<AllLeftovers>;
  /** `endRuns` is called after rows were removed, except rows that only grew old: a run that began before may quote them. */
  onForgotten(endRuns: () => Promise<void>): void;
  /** Goes on with what was left open at the last end, and looks now and then. */
  service: Service;
  /** Resolves when no job is at work any more; those that are not done go on at the next start. */
  close(): Promise<void>;
}

interface DeletionDeps {
  dataDir: string;
  store: Store;
  media: Media;
  audioMedia: Pick<AudioMedia, 'remove'>;
  clock: Clock;
  log: Log;
  sealing?: Sealing | undefined;
  /** For rules about words. */
  redactTexts?: RedactTexts | undefined;
  makeChunk?: MakeChunk | undefined;
  /** Space that deletions may use on a full disk. */
  reserve?: DiskReserve | undefined;
  /** Removes deleted files where they were moved to, as far as that answers now. */
  removeOffloaded?: ((signal: AbortSignal) => Promise<void>) | undefined;
}

export function openDeletions(deps: DeletionDeps): Deletions {
  const { store, clock, reserve = NO_RESERVE } = deps;
  const log = deps.log.child({ part: 'store.deletion' });
  const stop = new AbortController();
  /** Of jobs that could not be done; forgotten when they are tried again. */
  const failures = new Map<number, unknown>();
  const pipes = pipeClearing(deps);
  let endRuns = async (): Promise<void> => {};
  let changed = Promise.withResolvers<void>();
  let working: Promise<void> | undefined;

  const runJob = jobRunner({
    ...deps,
    rewriter: videoRewriter(deps),
    redactTexts: deps.redactTexts ?? (() => Promise.reject(new Error('nothing can redact here'))),
    sleep: (ms, signal) => clock.sleep(ms, signal),
    nowMs: () => clock.now(),
    onStep: tellAll,
    endRuns: () => endRuns(),
  });

  function tellAll(): void {
    changed.resolve();
    changed = Promise.withResolvers();
  }
  const { withReserve, work } = jobTries({ deps, reserve, log, runJob, stop, failures, tellAll });

  /** One at a time: two jobs would only wait for the same writer. */
  function wake(): Promise<void> {
    working ??= work().finally(() => {
      working = undefined;
    });
    return working;
  }
  const start = jobStarter({ deps, withReserve, wake, log, stop });

  const countPipeOutput = (filters: readonly DeletionFilter[], signal: AbortSignal) =>
    pipes.count({ filters }, signal);

  async function get(jobId: number): Promise<DeletionJob> {
    const job = await store.deletion.findJob(jobId);
    if (!job) throw serviceError('DELETION_NOT_FOUND', { id: jobId });
    return job;
  }

  return {
    start,
    async waitFor(jobId, until, signal) {
      for (;;) {
        signal.throwIfAborted();
        const next = changed.promise;
        const job = await get(jobId);
        const isFar = until === 'files' && (job.step === 'videos' || job.step === 'index');
        if (job.state === 'done' || isFar) return job;
        const failure = failures.get(jobId);
        if (failure !== undefined) throw failure;
        await orAborted(next, signal);
      }
    },
    async count(filter, signal) {
      const counts = await store.deletion.count(filter, signal);
      const isClearing = isAnything(counts);
      return { ...counts, pipeOutputs: isClearing ? await countPipeOutput([filter], signal) : 0 };
    },
    countPipeOutput,
    async findLeftovers(signal) {
      const left = await store.deletion.findLeftovers(undefined, signal);
      return { ...left, pipeFiles: await pipes.countLeft(signal) };
    },
    onForgotten(listener) {
      endRuns = listener;
    },
    service: {
      name: 'store.deletion',
      async run(signal) {
        while (!signal.aborted) {
          failures.clear();
          if (await store.deletion.isTidyDue()) await start([], 'tidy');
          await wake();
          await reserve.restore();
          await clock.sleep(LOOK_MS, signal);
        }
      },
    },
    async close() {
      stop.abort(serviceError('SERVICE_STOPPING'));
      tellAll();
      await working?.catch(() => {});
    },
  };
}

/** Stores a job and starts it. */
function jobStarter(parts: {
  deps: DeletionDeps;
  withReserve: ReturnType<typeof jobTries>['withReserve'];
  wake: () => Promise<void>;
  log: Log;
  stop: AbortController;
}) {
  const { deps, withReserve, wake, log, stop } = parts;
  const { store, clock } = deps;
  async function start(
    filters: readonly DeletionFilter[],
    kind: JobKind = 'delete',
    more: Pick<JobWish, 'redaction'> = {},
  ) {
    const expected = kind === 'tidy' ? 0 : await countAll(filters);
    const [first] = filters;
    const wanted = {
      kind,
      wish: { filters, ...more },
      criteria: criteriaOf(filters, more),
      expected,
      startMs: first?.startMs ?? null,
      endMs: first?.endMs ?? null,
    };
    const job = await withReserve(() => store.deletion.addJob(wanted, clock.now()));
    // What it meets is kept with the job; a store that does not answer is asked again within a minute.
    wake()
      .then(wake)
      .catch((err) => log.error({ err }, 'deletions could not go on and are tried again'));
    return job;
  }

  async function countAll(filters: readonly DeletionFilter[]): Promise<number> {
    let sum = 0;
    for (const filter of filters) {
      const counts = await store.deletion.count(filter, stop.signal);
      sum += counts.frames + counts.transcriptions + counts.uiTexts + counts.inputEvents;
      sum += counts.pictures + counts.sounds;
    }
    return sum;
  }

  return start;
}

/** Does the jobs that are due, one after the other. */
function jobTries(parts: {
  deps: DeletionDeps;
  reserve: DiskReserve;
  log: Log;
  runJob: ReturnType<typeof jobRunner>;
  stop: AbortController;
  failures: Map<number, unknown>;
  tellAll: () => void;
}) {
  const { deps, reserve, log, runJob, stop, failures, tellAll } = parts;
  const { clock, store } = deps;
  /** On a full disk once more, with the reserved space. */
  async function withReserve<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (codeOf(error) !== 'DISK_FULL' || !(await reserve.release())) throw error;
      log.info({}, 'a deletion uses the reserved space of a full disk');
      return await work();
    }
  }

  async function tryJob(job: DeletionJob): Promise<void> {
    const fromMs = clock.now();
    try {
      await withReserve(() => runJob(job, stop.signal));
      const durationMs = clock.now() - fromMs;
      log.info({ jobId: job.id, count: job.expected, durationMs }, 'a deletion is done');
    } catch (err) {
      if (stop.signal.aborted) return;
      failures.set(job.id, err);
      log.error({ err, jobId: job.id }, 'a deletion could not be done and is tried again');
      // A store that cannot be written to is reported by what the job met.
      await store.deletion.setError(job.id, codeOf(err)).catch(() => undefined);
      tellAll();
    }
  }

  async function work(): Promise<void> {
    while (!stop.signal.aborted) {
      const job = await store.deletion.nextJob([...failures.keys()]);
      if (!job) return;
      await tryJob(job);
    }
  }

  return { withReserve, work };
}

function codeOf(err: unknown): string {
  return String((err as { code?: unknown }).code ?? 'INTERNAL_ERROR');
}

const CRITERIA: readonly [key: keyof DeletionFilter, name: string][] = [
  ['startMs', 'time'],
  ['endMs', 'time'],
  ['appName', 'app'],
  ['site', 'site'],
  ['speakerId', 'speaker'],
  ['machineId', 'device'],
  ['frameIds', 'frames'],
  ['contextIds', 'exclusion'],
];

/** By what, without the values. */
function criteriaOf(
  filters: readonly DeletionFilter[],
  { redaction }: Pick<JobWish, 'redaction'>,
): string[] {
  const names = filters.flatMap((filter) => [
    ...CRITERIA.filter(([key]) => filter[key] !== undefined).map(([, name]) => name),
    ...(filter.parts ?? []),
  ]);
  return [...new Set([...names, ...(redaction ? ['words'] : [])])];
}
