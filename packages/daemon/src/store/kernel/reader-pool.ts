/**
 * Spreads reads over up to `size` threads. A call whose signal aborts is answered at once; its statement is
 * told to stop, and when it does not within a moment the thread is given up and another takes its
 * place, so that the next call never waits for an answer nobody wants. A thread that fails to start rejects the waiting calls when it was
 * the only one, and the next start waits for a pause.
 */

import { StoreClosedError } from '../errors.ts';
import type { StoreKey } from '../sealing/store-key.ts';
import { type CancellationFlag, makeCancellationFlag } from './cancellation.ts';
import { type StartThread, startThread, type Thread } from './thread.ts';

/** A cancelled statement usually stops within a few milliseconds. */
const STOP_GRACE_MS = 250;
/** Between two attempts when a reader fails to start: starting a thread takes much of a core. */
const RETRY_PAUSE_MS = 1_000;

interface Reader {
  thread: Thread;
  flag: CancellationFlag;
  lastCall: number;
  /** False while it loads; a reader that dies in this time is not replaced. */
  isOpen: boolean;
  isBusy: boolean;
}

interface Job {
  name: string;
  args: unknown[];
  signal: AbortSignal | undefined;
  resolve: (result: unknown) => void;
  reject: (reason: unknown) => void;
  /** What an abort means: leave the queue, or stop the statement. */
  abort: () => void;
}

export interface ReaderPool {
  ready: Promise<void>;
  run(name: string, args: unknown[], signal: AbortSignal | undefined): Promise<unknown>;
  close(): Promise<void>;
}

export function readerPool(options: {
  dataDir: string;
  size: number;
  key?: StoreKey | undefined;
  nowMs?: () => number;
  start?: StartThread | undefined;
}): ReaderPool {
  const {
    dataDir,
    key,
    nowMs = () => performance.now(),
    start: startReader = startThread,
  } = options;
  const readers = new Set<Reader>();
  const queue: Job[] = [];
  const unfinished = new Set<Promise<unknown>>();
  let isClosing = false;
  let isDrained = false;
  let failure: { reason: unknown; atMs: number } | undefined;

  function addReader(): Reader {
    const flag = makeCancellationFlag();
    const reader: Reader = {
      thread: startReader('./reader-thread.ts', { dataDir, flag, key }, () => {
        // A thread that died after it had started is replaced; a retired one already was.
        if (reader.isOpen && readers.delete(reader) && !isDrained) addReader();
      }),
      flag,
      lastCall: 0,
      isOpen: false,
      isBusy: true,
    };
    readers.add(reader);
    reader.thread.ready.then(
      () => {
        reader.isOpen = true;
        failure = undefined;
        release(reader);
      },
      (reason) => {
        readers.delete(reader);
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
    next();
  }

  function next(): void {
    for (const reader of readers) {
      if (queue.length === 0) return;
      if (!reader.isBusy) start(reader, queue.shift() as Job);
    }
  }

  function start(reader: Reader, job: Job): void {
    reader.isBusy = true;
    reader.lastCall += 1;
    const call = reader.lastCall;
    let retirement: NodeJS.Timeout | undefined;
    job.abort = () => {
      Atomics.store(reader.flag, 0, call);
      job.reject(job.signal?.reason);
      retirement = setTimeout(() => retire(reader), STOP_GRACE_MS);
    };
    reader.thread
      .call(call, job.name, job.args)
      .then(job.resolve, job.reject)
      .finally(() => {
        clearTimeout(retirement);
        if (readers.has(reader)) release(reader);
      });
  }

  function retire(reader: Reader): void {
    if (!readers.delete(reader)) return;
    reader.thread.terminate();
    if (!isDrained) addReader();
  }

  return {
    ready: addReader().thread.ready,
    run(name, args, signal) {
      if (signal?.aborted) return Promise.reject(signal.reason);
      if (isClosing) return Promise.reject(new StoreClosedError());
      if (readers.size === 0 && isPausing()) return Promise.reject(failure?.reason);
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      const leaveQueue = () => {
        queue.splice(queue.indexOf(job), 1);
        reject(signal?.reason);
      };
      const job: Job = { name, args, signal, resolve, reject, abort: leaveQueue };
      const onAbort = () => job.abort();
      signal?.addEventListener('abort', onAbort, { once: true });
      queue.push(job);
      unfinished.add(promise);
      next();
      // A thread costs some 25 MB, so the second one starts when two calls really meet.
      const hasWaiting = queue.length > 0 && [...readers].every((reader) => reader.isBusy);
      if (hasWaiting && readers.size < options.size && !isPausing()) addReader();
      return promise.finally(() => {
        unfinished.delete(promise);
        signal?.removeEventListener('abort', onAbort);
      });
    },
    async close() {
      isClosing = true;
      await Promise.allSettled(unfinished);
      isDrained = true;
      await Promise.all([...readers].map((reader) => reader.thread.close()));
    },
  };
}
