/**
 * The inside of a worker, thread or process: reports to the owner when it can work, then answers calls. A process ends with its owner,
 * however that one died. Used by the entry files that `createWorker` starts.
 */
import { type MessagePort, parentPort, type Transferable } from 'node:worker_threads';
import { keepCompiled } from '../process/compiled-code.ts';
import type { CallArgs, CallResult, WorkerApi } from './api.ts';
import { encodeError } from './error-codec.ts';
import type { FromWorker, ToWorker } from './messages.ts';

export interface CallContext {
  /** Aborts when the owner no longer waits for the answer. */
  readonly signal: AbortSignal;
  /** Sends the owner something before the answer, such as progress. */
  note(note: unknown): void;
}

export type Handlers<Api extends WorkerApi<Api>> = {
  readonly [Name in keyof Api]: (
    context: CallContext,
    ...args: CallArgs<Api, Name>
  ) =>
    | CallResult<Api, Name>
    | Transferred<CallResult<Api, Name>>
    | Promise<CallResult<Api, Name> | Transferred<CallResult<Api, Name>>>;
};

/** A result whose memory a thread gives away instead of copying it. */
class Transferred<Result> {
  readonly result: Result;
  readonly transfer: readonly Transferable[];
  constructor(result: Result, transfer: readonly Transferable[]) {
    this.result = result;
    this.transfer = transfer;
  }
}

export function transferred<Result>(
  result: Result,
  transfer: readonly Transferable[],
): Transferred<Result> {
  return new Transferred(result, transfer);
}

type Handler = (context: CallContext, ...args: unknown[]) => unknown;

interface Port {
  send(message: FromWorker, transfer?: readonly Transferable[]): void;
  receive(listener: (message: ToWorker) => void): void;
}

/**
 * Calls run as they arrive, side by side where they wait. `open` gets the owner's `setup`. `ownPort` is for a thread that serves one
 * owner after the other.
 */
export function serveCalls<Api extends WorkerApi<Api>>(
  open: (setup: never) => Handlers<Api> | Promise<Handlers<Api>>,
  ownPort: MessagePort | null = parentPort,
): void {
  const port = openPort(ownPort);
  const aborts = new Map<number, AbortController>();
  let handlers: Record<string, Handler> = {};

  async function start(setup: unknown): Promise<void> {
    try {
      handlers = (await open(setup as never)) as Record<string, Handler>;
      port.send({ kind: 'ready' });
    } catch (error) {
      port.send({ kind: 'unable', error: encodeError(error) });
    }
    keepCompiled();
  }

  async function answer(id: number, name: string, args: readonly unknown[]): Promise<void> {
    const abort = new AbortController();
    aborts.set(id, abort);
    const note = (value: unknown) => port.send({ kind: 'note', id, note: value });
    try {
      const handler = handlers[name];
      if (handler === undefined) throw new Error(`the worker has no call ${name}`);
      const value = await handler({ signal: abort.signal, note }, ...args);
      const isMoved = value instanceof Transferred;
      const result = isMoved ? value.result : value;
      port.send({ kind: 'result', id, result }, isMoved ? value.transfer : []);
    } catch (error) {
      port.send({ kind: 'failed', id, error: encodeError(error) });
    } finally {
      aborts.delete(id);
    }
  }

  port.receive((message) => {
    if (message.kind === 'setup') void start(message.setup);
    else if (message.kind === 'call') void answer(message.id, message.name, message.args);
    else aborts.get(message.id)?.abort(new Error('the owner no longer waits for the answer'));
  });
}

function openPort(port: MessagePort | null): Port {
  if (port !== null) {
    return {
      send: (message, transfer = []) => port.postMessage(message, transfer),
      receive: (listener) => void port.on('message', listener),
    };
  }
  if (process.send === undefined) throw new Error('this file runs as a worker only');
  // Ctrl+C and the end of a terminal reach every process: the owner then ends this one when it no longer needs it.
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
  // Not `process.exit`, which waits for native threads.
  process.on('disconnect', () => void process.kill(process.pid, 'SIGKILL'));
  return {
    // A write fails when the owner has ended; `disconnect` ends this process then.
    send: (message) => void process.send?.(message, () => undefined),
    receive: (listener) => void process.on('message', listener),
  };
}
