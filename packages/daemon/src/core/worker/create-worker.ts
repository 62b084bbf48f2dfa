/**
 * Typed calls to a thread or a process. The first call starts it. After a death the calls under way are sent again as often as
 * `retries` says, then rejected. Callers see answers, never the worker.
 */
import type { Transferable } from 'node:worker_threads';
import type { PartState } from '../service.ts';
import type { CallArgs, CallName, CallResult, WorkerApi } from './api.ts';
import { decodeError } from './error-codec.ts';
import { type LifecycleOptions, lifecycle } from './lifecycle.ts';

export type WorkerOptions = LifecycleOptions & {
  /** How often a call that was under way at a death is sent again. */
  readonly retries?: number;
  /** What calls reject with when the worker died or was closed. */
  stopped(cause?: unknown): Error;
  onDeath?(cause: unknown): void;
};

export interface CallOptions {
  /** The call rejects at once with its reason; the worker gets the abort too. */
  readonly signal?: AbortSignal | undefined;
  readonly transfer?: readonly Transferable[];
  /** What the worker sends before the answer. */
  onNote?(note: unknown): void;
}

export interface WorkerHandle<Api extends WorkerApi<Api>> {
  call<Name extends CallName<Api>>(
    name: Name,
    /** A function makes them when the call is sent, and again when it is sent again after a death. */
    args: CallArgs<Api, Name> | (() => CallArgs<Api, Name>),
    options?: CallOptions,
  ): Promise<CallResult<Api, Name>>;
  /** Starts it. Rejects with the error of its `open`, or with `stopped` when it dies before. */
  ready(): Promise<void>;
  /** Calls without an answer. */
  pending(): number;
  deaths(): number;
  /** Of a process that runs. */
  pid(): number | undefined;
  /** For the health report; undefined before the first start. */
  part(): PartState | undefined;
  /** Rejects the calls under way and kills the worker; resolves when it has ended. */
  close(): Promise<void>;
}

interface Call {
  /** Undefined for a caller that only waits until the worker is ready. */
  readonly name: string | undefined;
  readonly prepare: () => readonly unknown[];
  readonly transfer: readonly Transferable[];
  readonly onNote: ((note: unknown) => void) | undefined;
  readonly answer: PromiseWithResolvers<unknown>;
  deaths: number;
}

export function createWorker<Api extends WorkerApi<Api>>(
  options: WorkerOptions,
): WorkerHandle<Api> {
  const { retries = 0, stopped } = options;
  const calls = new Map<number, Call>();
  let lastId = 0;
  let isClosed = false;

  const worker = lifecycle(options, {
    isNeeded: () => calls.size > 0,
    onReady() {
      for (const [id, call] of [...calls]) send(id, call);
    },
    onMessage(message) {
      const call = calls.get(message.id);
      if (message.kind === 'note') {
        call?.onNote?.(message.note);
        return;
      }
      worker.succeeded();
      calls.delete(message.id);
      if (message.kind === 'result') call?.answer.resolve(message.result);
      else call?.answer.reject(decodeError(message.error));
    },
    onUnable: rejectAll,
    onDeath(cause) {
      const error = stopped(cause);
      for (const [id, call] of [...calls]) {
        call.deaths += 1;
        if (call.deaths <= retries) continue;
        calls.delete(id);
        call.answer.reject(error);
      }
      options.onDeath?.(cause);
      return error;
    },
  });

  function rejectAll(error: Error): void {
    for (const { answer } of calls.values()) answer.reject(error);
    calls.clear();
  }

  function send(id: number, { name, prepare, transfer, answer }: Call): void {
    if (name === undefined) {
      calls.delete(id);
      answer.resolve(undefined);
      return;
    }
    try {
      worker.send({ kind: 'call', id, name, args: prepare() }, transfer);
    } catch (error) {
      // The arguments could not be made, or cannot be copied.
      calls.delete(id);
      answer.reject(error);
    }
  }

  async function ask(call: Call, signal: AbortSignal | undefined): Promise<unknown> {
    signal?.throwIfAborted();
    if (isClosed) throw stopped();
    lastId += 1;
    const id = lastId;
    calls.set(id, call);
    const abort = () => {
      if (!calls.delete(id)) return;
      call.answer.reject(signal?.reason);
      if (worker.isReady()) worker.send({ kind: 'abort', id });
      worker.watch();
    };
    signal?.addEventListener('abort', abort, { once: true });
    worker.start();
    if (worker.isReady()) send(id, call);
    worker.watch();
    try {
      return await call.answer.promise;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  return {
    call(name, args, { signal, transfer = [], onNote } = {}) {
      const prepare = typeof args === 'function' ? args : () => args;
      const answer = Promise.withResolvers<unknown>();
      return ask({ name, prepare, transfer, onNote, answer, deaths: 0 }, signal) as Promise<never>;
    },
    async ready() {
      const answer = Promise.withResolvers<unknown>();
      const prepare = () => [];
      await ask(
        { name: undefined, prepare, transfer: [], onNote: undefined, answer, deaths: 0 },
        undefined,
      );
    },
    pending: () => calls.size,
    deaths: worker.deaths,
    pid: worker.pid,
    part: worker.part,
    async close() {
      isClosed = true;
      if (calls.size > 0) rejectAll(stopped());
      await worker.close();
    },
  };
}

/** One call to a worker that is started for it and ended after it. */
export async function callOnce<Api extends WorkerApi<Api>, Name extends CallName<Api>>(
  options: WorkerOptions,
  name: Name,
  args: CallArgs<Api, Name>,
  callOptions?: CallOptions,
): Promise<CallResult<Api, Name>> {
  const worker = createWorker<Api>(options);
  try {
    return await worker.call(name, args, callOptions);
  } finally {
    // Nothing is done any more when the caller goes on.
    await worker.close();
  }
}
