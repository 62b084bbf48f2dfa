/** One store thread seen from the main thread: calls in, promises out. */
import { Worker } from 'node:worker_threads';
import { decodeError } from '#core/worker/error-codec.ts';
import { StoreClosedError } from '../errors.ts';
import type { ReadyMessage, ReplyMessage } from './thread-protocol.ts';

/** Without limits V8 lets each thread's heap grow by a hundred megabytes before it tidies up. */
export const HEAP_LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 };

export interface Thread {
  /** Resolves when the thread has opened the database; rejects with the reason when it cannot. */
  ready: Promise<void>;
  call(call: number, name: string, args: unknown[]): Promise<unknown>;
  /** After the calls in flight. */
  close(): Promise<void>;
  /** At once; a statement in flight still runs to its next row. */
  terminate(): void;
}

export type ThreadEntry = './reader-thread.ts' | './writer-thread.ts';

export type StartThread = (entry: ThreadEntry, workerData: unknown, onExit: () => void) => Thread;

export const startThread: StartThread = (entry, workerData, onExit) =>
  threadOf(
    new Worker(new URL(entry, import.meta.url), { workerData, resourceLimits: HEAP_LIMITS }),
    onExit,
  );

/** What a thread needs of its worker. */
export interface ThreadWorker {
  postMessage(message: unknown): void;
  // biome-ignore lint/suspicious/noExplicitAny: as `Worker` declares it.
  on(event: 'message' | 'error' | 'exit', listener: (value: any) => void): unknown;
  terminate(): unknown;
}

export function threadOf(worker: ThreadWorker, onExit: () => void): Thread {
  const waiting = new Map<
    number,
    { resolve: (result: unknown) => void; reject: (error: Error) => void }
  >();
  const opened = Promise.withResolvers<void>();
  const exited = Promise.withResolvers<void>();
  // Callers of a restarted thread do not wait for it; their calls reject with the same reason.
  opened.promise.catch(() => undefined);
  let end: Error | undefined;
  let isOver = false;

  worker.on('message', (message: ReplyMessage | ReadyMessage) => {
    if ('ready' in message) {
      if (message.ready) {
        opened.resolve();
      } else {
        end = decodeError(message.error);
        opened.reject(end);
      }
      return;
    }
    const call = waiting.get(message.call);
    waiting.delete(message.call);
    if ('error' in message) call?.reject(decodeError(message.error));
    else call?.resolve(message.result);
  });
  worker.on('error', (error: Error) => {
    end = error;
  });
  // Only now is nothing left to wait for: the exit follows every error.
  worker.on('exit', () => {
    isOver = true;
    end ??= new StoreClosedError();
    opened.reject(end);
    for (const call of waiting.values()) call.reject(end);
    waiting.clear();
    exited.resolve();
    onExit();
  });

  return {
    ready: opened.promise,
    async call(call, name, args) {
      if (isOver) throw end;
      worker.postMessage({ call, name, args });
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      waiting.set(call, { resolve, reject });
      return promise;
    },
    async close() {
      worker.postMessage('close');
      await exited.promise;
    },
    terminate: () => void worker.terminate(),
  };
}
