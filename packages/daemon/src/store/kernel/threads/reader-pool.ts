/**
 * Spreads reads over up to `size` threads; those after the first end when nobody needed them for a while. A call whose signal aborts is answered at once; its statement is
 * asked to stop, and when it does not within a moment the thread is given up and another takes its
 * place, so that the next call never waits for an answer nobody wants. A thread that fails to start rejects the waiting calls when it was
 * the only one, and the next start waits for a pause.
 */
import { serviceError } from '#core/errors.ts';
import type { OpenChannel } from '#core/worker/channel.ts';
import type { Scope } from '#store/records.ts';
import type { StoreKey } from '#store/sealing/store-key.ts';
import { type CancellationFlag, makeCancellationFlag } from '../cancellation.ts';
import { closeThread, type StoreThread, storeThread } from './store-thread.ts';

/** A cancelled statement usually stops within a few milliseconds. */
const STOP_GRACE_MS = 250;
/** Between two attempts when a reader fails to start: starting a thread takes much of a core. */
const RETRY_PAUSE_MS = 1_000;
/** A thread holds some twenty megabytes, and starts in a fraction of a second. */
const SPARE_FOR_MS = 60_000;
/** Most reads take a millisecond, and a thread starts in a few hundred: one that has to wait a moment needs no second thread. */
const MEET_FOR_MS = 50;

interface Reader {
  thread: StoreThread;
  opened: Promise<void>;
  flag: CancellationFlag;
  lastCall: number;
  /** False while it loads; a reader that dies in this time is not replaced. */
  isOpen: boolean;
  isBusy: boolean;
}

interface Job {
  name: string;
  args: readonly unknown[];
  scope: Scope | undefined;
  signal: AbortSignal | undefined;
  resolve: (result: unknown) => void;
  reject: (reason: unknown) => void;
  /** What an abort means: leave the queue, or stop the statement. */
  abort: () => void;
}

export interface ReaderPool {
  ready: Promise<void>;
  names(): Promise<readonly string[]>;
  /** With a scope, only what it shows. */
  run(
    name: string,
    args: readonly unknown[],
    signal: AbortSignal | undefined,
    scope?: Scope | undefined,
  ): Promise<unknown>;
  close(): Promise<void>;
}

export function readerPool(options: {
  dataDir: string;
  size: number;
  key?: StoreKey | undefined;
  nowMs?: () => number;
  stopGraceMs?: number;
  /** How long a thread that only calls at the same time need stays without one. */
  spareForMs?: number;
  /** How long a call waits before a second thread is started for it. */
  meetForMs?: number;
  openChannel?: OpenChannel | undefined;
}): ReaderPool {
  const { dataDir, key, openChannel, nowMs = () => performance.now() } = options;
  const { stopGraceMs = STOP_GRACE_MS, spareForMs = SPARE_FOR_MS } = options;
  const { meetForMs = MEET_FOR_MS } = options;
  const readers = new Set<Reader>();
  const queue: Job[] = [];
  const unfinished = new Set<Promise<unknown>>();
  let isClosing = false;
  let isDrained = false;
  let failure: { reason: unknown; atMs: number } | undefined;
  let resting: NodeJS.Timeout | undefined;
  let growing: NodeJS.Timeout | undefined;

  function addReader(): Reader {
    const flag = makeCancellationFlag();
    const onDeath = () => {
      // A thread that died after it had started is replaced; a retired one already was.
      if (reader.isOpen && readers.delete(reader) && !isDrained) addReader();
    };
    const thread = storeThread('reader', { dataDir, flag, key }, { openChannel, onDeath });
    const reader: Reader = {
      thread,
      opened: thread.ready(),
      flag,
      lastCall: 0,
      isOpen: false,
      isBusy: true,
    };
    readers.add(reader);
    reader.opened.then(
      () => {
        reader.isOpen = true;
        failure = undefined;
        release(reader);
      },
      (reason) => {
        readers.delete(reader);
        void thread.close();
        failure = { reason, atMs: nowMs() };
        // No reader is left; a call after the pause starts the next one.
        if (readers.size === 0) for (const job of queue.splice(0)) job.reject(reason);
      },
    );
    return reader;
  }

  function isPausing(): boolean {
    return failure !== undefined && nowMs() - failure.atMs < RETRY_PAUSE_MS;
  }

  function release(reader: Reader): void {
    reader.isBusy = false;
    if (reader !== readers.values().next().value) endSparesLater();
    next();
  }

  function next(): void {
    for (const reader of readers) {
      if (queue.length === 0) return;
      if (!reader.isBusy) start(reader, queue.shift() as Job);
    }
  }

  function endSparesLater(): void {
    clearTimeout(resting);
    resting = setTimeout(endSpares, spareForMs).unref();
  }

  function endSpares(): void {
    const [, ...spares] = readers;
    if (spares.some(({ isBusy }) => isBusy)) endSparesLater();
    for (const reader of spares) {
      if (reader.isBusy) continue;
      readers.delete(reader);
      const closing = closeThread(reader.thread);
      unfinished.add(closing);
      void closing.finally(() => unfinished.delete(closing));
    }
  }

  /** A thread takes much memory, so the second one starts when two calls really meet. */
  function growLater(): void {
    if (!isGrowthNeeded()) return;
    growing ??= setTimeout(() => {
      growing = undefined;
      if (isGrowthNeeded()) addReader();
    }, meetForMs);
  }

  function isGrowthNeeded(): boolean {
    const hasWaiting = queue.length > 0 && [...readers].every((reader) => reader.isBusy);
    return hasWaiting && readers.size < options.size && !isPausing();
  }

  const start = jobStarter({ retire, readers, release, stopGraceMs });

  function retire(reader: Reader): void {
    if (!readers.delete(reader)) return;
    void reader.thread.close();
    if (!isDrained) addReader();
  }

  const first = addReader();
  return {
    ready: first.opened,
    names: () => first.thread.call('names', []),
    run(name, args, signal, scope) {
      if (signal?.aborted) return Promise.reject(signal.reason);
      if (isClosing) return Promise.reject(serviceError('SERVICE_STOPPING/store'));
      if (readers.size === 0 && isPausing()) return Promise.reject(failure?.reason);
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      const leaveQueue = () => {
        queue.splice(queue.indexOf(job), 1);
        reject(signal?.reason);
      };
      const job: Job = { name, args, scope, signal, resolve, reject, abort: leaveQueue };
      const onAbort = () => job.abort();
      signal?.addEventListener('abort', onAbort, { once: true });
      queue.push(job);
      unfinished.add(promise);
      next();
      growLater();
      return promise.finally(() => {
        unfinished.delete(promise);
        signal?.removeEventListener('abort', onAbort);
      });
    },
    async close() {
      isClosing = true;
      await Promise.allSettled(unfinished);
      isDrained = true;
      clearTimeout(resting);
      clearTimeout(growing);
      await Promise.all([...readers].map(({ thread }) => closeThread(thread)));
    },
  };
}

/** Gives a job to a reader, and replaces a reader that does not stop when asked. */
function jobStarter(deps: {
  retire: (reader: Reader) => void;
  readers: Set<Reader>;
  release: (reader: Reader) => void;
  stopGraceMs: number;
}) {
  const { retire, readers, release, stopGraceMs } = deps;
  return (reader: Reader, job: Job): void => {
    reader.isBusy = true;
    reader.lastCall += 1;
    const call = reader.lastCall;
    let retirement: NodeJS.Timeout | undefined;
    job.abort = () => {
      Atomics.store(reader.flag, 0, call);
      job.reject(job.signal?.reason);
      retirement = setTimeout(() => retire(reader), stopGraceMs);
    };
    reader.thread
      .call('run', [call, job.name, job.args, job.scope])
      .then(job.resolve, job.reject)
      .finally(() => {
        clearTimeout(retirement);
        if (readers.has(reader)) release(reader);
      });
  };
}
