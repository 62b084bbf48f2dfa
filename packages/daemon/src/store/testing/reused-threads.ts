/**
 * Starts store threads in workers that outlive them. A worker loads the modules of the store once and
 * opens one database after the other; a worker that fails or is terminated is not used again.
 */
import { EventEmitter } from 'node:events';
import { MessageChannel, Worker } from 'node:worker_threads';
import { HEAP_LIMITS, type StartThread, threadOf } from '../kernel/thread.ts';

/** Two stores at rest. */
const MOST_IDLE = 4;

const idle = new Set<Worker>();

export const startReusedThread: StartThread = (entry, workerData, onExit) => {
  const worker = idle.values().next().value ?? startWorker();
  idle.delete(worker);
  const { port1: port, port2 } = new MessageChannel();
  const events = new EventEmitter();
  let isOver = false;
  const passError = (error: Error) => events.emit('error', error);
  const { promise: isFree, resolve } = Promise.withResolvers<boolean>();
  const onFree = () => resolve(true);
  const onDeath = () => resolve(false);
  worker.on('error', passError).on('message', onFree).on('exit', onDeath);
  port.on('message', (message) => events.emit('message', message));
  // Not at `onFree`: only messages of one port keep their order, and answers may still be under way.
  port.once('close', async () => {
    const isReusable = await isFree;
    isOver = true;
    worker.off('error', passError).off('message', onFree).off('exit', onDeath);
    if (isReusable && worker.threadId !== -1) keep(worker);
    events.emit('exit');
  });
  worker.ref();
  worker.postMessage({ entry, workerData, port: port2 }, [port2]);
  return threadOf(
    {
      on: (event, listener) => events.on(event, listener),
      postMessage: (message) => port.postMessage(message),
      // The worker may serve another store by now.
      terminate: () => !isOver && worker.terminate(),
    },
    onExit,
  );
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
