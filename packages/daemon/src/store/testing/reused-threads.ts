/**
 * Starts store threads in workers that outlive them. A worker loads the modules of the store once and
 * opens one database after the other; a worker that fails or is terminated is not used again.
 */
import { MessageChannel, Worker } from 'node:worker_threads';
import type { OpenChannel } from '#core/worker/channel.ts';
import type { ToWorker } from '#core/worker/messages.ts';
import { HEAP_LIMITS } from '../kernel/threads/store-thread.ts';

/** Three stores at rest, each a writer and two readers: tests of sync open as many, one group after the other. */
const MOST_IDLE = 9;

const idle = new Set<Worker>();

export const openReusedChannel: OpenChannel = ({ entry }, { onMessage, onExit }) => {
  const worker = idle.values().next().value ?? startWorker();
  idle.delete(worker);
  const { port1: port, port2 } = new MessageChannel();
  let cause: unknown;
  let isClosing = false;
  let isOver = false;
  const keepCause = (error: unknown) => {
    cause = error;
  };
  const { promise: isFree, resolve } = Promise.withResolvers<boolean>();
  const onFree = () => resolve(true);
  const onDeath = () => resolve(false);
  worker.on('error', keepCause).on('message', onFree).on('exit', onDeath);
  port.on('message', onMessage);
  // Not at `onFree`: only messages of one port keep their order, and answers may still be under way.
  port.once('close', async () => {
    const isReusable = await isFree;
    isOver = true;
    worker.off('error', keepCause).off('message', onFree).off('exit', onDeath);
    if (isReusable && worker.threadId !== -1) keep(worker);
    onExit(cause);
  });
  worker.ref();
  worker.postMessage({ entry: entry.href, port: port2 }, [port2]);
  return {
    pid: undefined,
    send(message: ToWorker, transfer = []) {
      isClosing ||= message.kind === 'call' && message.name === 'close';
      port.postMessage(message, transfer);
    },
    kill() {
      // After `close` the worker becomes free by itself, and it may serve another store by now.
      if (!isClosing && !isOver) void worker.terminate();
    },
    hold(isHeld) {
      if (isOver) return;
      for (const one of [worker, port]) isHeld ? one.ref() : one.unref();
    },
  };
};

function startWorker(): Worker {
  const worker = new Worker(new URL('./reused-thread.ts', import.meta.url), {
    resourceLimits: HEAP_LIMITS,
  });
  // Messages to a worker that has ended are lost without a word.
  return worker.on('exit', () => idle.delete(worker));
}

function keep(worker: Worker): void {
  worker.unref();
  if (idle.size < MOST_IDLE) idle.add(worker);
  else void worker.terminate();
}
