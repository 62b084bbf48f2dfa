/**
 * Starts store threads in workers that outlive them. A worker loads the modules of the store once and
 * opens one database after the other; a worker that fails or is terminated is not used again.
 */
import { EventEmitter } from 'node:events';
import { MessageChannel, Worker } from 'node:worker_threads';
import { HEAP_LIMITS, type StartThread, threadOf } from '../thread.ts';

/** Two stores at rest. */
const MOST_IDLE = 4;

const idle: Worker[] = [];

export const startReusedThread: StartThread = (entry, workerData, onExit) => {
  const worker = idle.pop() ?? startWorker();
  const { port1: port, port2 } = new MessageChannel();
  const events = new EventEmitter();
  const passError = (error: Error) => events.emit('error', error);
  const { promise: isFree, resolve } = Promise.withResolvers<boolean>();
  const onFree = () => resolve(true);
  const onDeath = () => resolve(false);
  worker.on('error', passError).on('message', onFree).on('exit', onDeath);
  port.on('message', (message) => events.emit('message', message));
  // Not at `onFree`: only messages of one port keep their order, and answers may still be under way.
  port.once('close', async () => {
    const isReusable = await isFree;
    worker.off('error', passError).off('message', onFree).off('exit', onDeath);
    if (isReusable) keep(worker);
    events.emit('exit');
  });
  worker.ref();
  worker.postMessage({ entry, workerData, port: port2 }, [port2]);
  return threadOf(
    {
      on: (event, listener) => events.on(event, listener),
      postMessage: (message) => port.postMessage(message),
      terminate: () => worker.terminate(),
    },
    onExit,
  );
};

function startWorker(): Worker {
  return new Worker(new URL('./reused-thread.ts', import.meta.url), {
    resourceLimits: HEAP_LIMITS,
  });
}

function keep(worker: Worker): void {
  worker.unref();
  if (idle.length < MOST_IDLE) idle.push(worker);
  else void worker.terminate();
}
