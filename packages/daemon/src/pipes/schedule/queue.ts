/**
 * The runs that wait and the runs that are on: at most a few at once, and never two of the same pipe. Every run has its row in the
 * store from the moment it is asked for to its end.
 */
import type { Clock } from '#core/clock.ts';
import { serviceError } from '#core/errors.ts';
import type { Log } from '#core/log/log.ts';
import type { ExecutionTrigger } from '#store/pipes/pipe-records.ts';
import type { Store } from '#store/store.ts';
import type { Run, RunEnd } from '../run/runner.ts';

export interface RunWish {
  pipeId: string;
  trigger: ExecutionTrigger;
  /** Called when it is the turn of this run. */
  start: (executionId: number) => Promise<Run>;
}

/** How it ended; `notStarted` when it was stopped while it waited, or could not be started. */
export interface Finished {
  executionId: number;
  status: RunEnd['status'];
}

export type PipeRunState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'queued'; readonly executionId: number }
  | { readonly kind: 'running'; readonly executionId: number };

export interface RunQueue {
  /** Resolves when the run has its place in the queue. Rejects with PIPE_RUNNING. */
  add(wanted: RunWish): Promise<{
    executionId: number;
    startedAtMs: number;
    ended: Promise<Finished>;
  }>;
  stateOf(pipeId: string): PipeRunState;
  /** Resolves when it has ended; false when there was nothing to stop. */
  stop(pipeId: string): Promise<boolean>;
  /** As `stop`, and from now on rejects with PIPE_RUNNING until what it resolves to is called. */
  suspend(pipeId: string): Promise<() => void>;
  /** Stops all, also those that are just being added; resolves when they have ended. */
  stopAll(): Promise<void>;
  /** Stops all and takes no more. */
  close(): Promise<void>;
}

interface Entry {
  wanted: RunWish;
  executionId: number;
  run: Run | undefined;
  isCancelled: boolean;
  ended: PromiseWithResolvers<Finished>;
}

interface QueueDeps {
  store: Pick<Store, 'pipes'>;
  clock: Clock;
  log: Log;
  runsAtOnce: number;
  onEnded: (wanted: RunWish, executionId: number, end: RunEnd) => void;
}

export function runQueue(deps: QueueDeps): RunQueue {
  const { store, clock } = deps;
  const { entries, waiting, next, finish } = queuedRuns(deps);
  const reserved = new Set<string>();
  const suspended = new Set<string>();
  let isClosed = false;
  /** How often all were stopped. */
  let stops = 0;

  return {
    async add(wanted) {
      const { pipeId, trigger } = wanted;
      const isTaken = [entries, reserved, suspended].some((taken) => taken.has(pipeId));
      if (isClosed || isTaken) throw serviceError('PIPE_RUNNING', { id: pipeId });
      // The row takes a moment, in which nobody else may ask for the same.
      reserved.add(pipeId);
      const stopsBefore = stops;
      try {
        const startedAtMs = clock.now();
        const executionId = await store.pipes.addExecution({ pipeId, trigger, startedAtMs });
        const ended = Promise.withResolvers<Finished>();
        const entry: Entry = { wanted, executionId, run: undefined, isCancelled: false, ended };
        // Each may have come while the row was written.
        entry.isCancelled = isClosed || suspended.has(pipeId) || stops !== stopsBefore;
        entries.set(pipeId, entry);
        waiting.push(entry);
        next();
        return { executionId, startedAtMs, ended: ended.promise };
      } finally {
        reserved.delete(pipeId);
      }
    },
    stateOf(pipeId) {
      const entry = entries.get(pipeId);
      if (entry === undefined) return { kind: 'idle' };
      return { kind: entry.run ? 'running' : 'queued', executionId: entry.executionId };
    },
    async stop(pipeId) {
      const entry = entries.get(pipeId);
      if (entry === undefined) return false;
      await cancel(entry);
      return true;
    },
    async suspend(pipeId) {
      suspended.add(pipeId);
      const entry = entries.get(pipeId);
      if (entry !== undefined) await cancel(entry);
      return () => void suspended.delete(pipeId);
    },
    stopAll,
    async close() {
      isClosed = true;
      await stopAll();
    },
  };

  async function stopAll(): Promise<void> {
    stops += 1;
    await Promise.all([...entries.values()].map(cancel));
  }

  async function cancel(entry: Entry): Promise<void> {
    entry.isCancelled = true;
    entry.run?.stop();
    const place = waiting.indexOf(entry);
    if (place >= 0) {
      waiting.splice(place, 1);
      await finish(entry, CANCELLED);
    }
    await entry.ended.promise;
  }
}

/** The runs under way and those that wait. */
function queuedRuns(deps: QueueDeps) {
  const { store, clock, log } = deps;
  /** By pipe; a pipe is here from the request to the end. */
  const entries = new Map<string, Entry>();
  const waiting: Entry[] = [];
  let running = 0;

  function next(): void {
    while (running < deps.runsAtOnce) {
      const entry = waiting.shift();
      if (entry === undefined) return;
      running += 1;
      void work(entry).finally(() => {
        running -= 1;
        next();
      });
    }
  }

  async function work(entry: Entry): Promise<void> {
    const end = await runOf(entry).catch(
      (err): RunEnd => ({
        ...NOTHING,
        status: 'failed',
        errorType: 'start',
        errorMessage: String(err instanceof Error ? err.message : err),
      }),
    );
    await finish(entry, end);
  }

  async function runOf(entry: Entry): Promise<RunEnd> {
    const { wanted, executionId } = entry;
    if (entry.isCancelled) return CANCELLED;
    const run = await wanted.start(executionId);
    entry.run = run;
    if (entry.isCancelled) run.stop();
    try {
      await store.pipes.startExecution(executionId, run.pid);
    } catch (err) {
      // As long as its process is there, the pipe counts as running.
      run.stop();
      await run.ended;
      throw err;
    }
    return run.ended;
  }

  async function finish(entry: Entry, end: RunEnd): Promise<void> {
    const { wanted, executionId } = entry;
    const fields = { pipe: wanted.pipeId, executionId: String(executionId), state: end.status };
    try {
      await store.pipes.endExecution(executionId, { ...end, finishedAtMs: clock.now() });
    } catch (err) {
      // Marked as failed at the next start.
      log.error({ ...fields, err }, 'the end of a pipe run could not be stored');
    }
    if (end.status === 'completed') log.debug(fields, 'pipe run ended');
    else log.warn({ ...fields, code: end.errorType ?? '' }, 'pipe run did not succeed');
    entries.delete(wanted.pipeId);
    deps.onEnded(wanted, executionId, end);
    entry.ended.resolve({ executionId, status: end.status });
  }

  return { entries, waiting, next, finish };
}

const NOTHING = { itemsProcessed: 0, output: '', errorOutput: '', exitCode: null };
const CANCELLED: RunEnd = {
  ...NOTHING,
  status: 'cancelled',
  errorType: 'cancelled',
  errorMessage: 'it was stopped before it began',
};
