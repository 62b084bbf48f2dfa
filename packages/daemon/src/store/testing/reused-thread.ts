/** Entry of a worker that is one store thread after the other: see `reused-threads.ts`. */
import { type MessagePort, parentPort } from 'node:worker_threads';
import { serveCalls } from '#core/worker/serve-calls.ts';
import type { ThreadApi, ThreadSetup } from '../kernel/threads/thread-api.ts';
import { readerHandlers, writerHandlers } from '../kernel/threads/thread-handlers.ts';

interface StartMessage {
  entry: string;
  port: MessagePort;
}

parentPort?.on('message', ({ entry, port }: StartMessage) => {
  port.once('close', () => parentPort?.postMessage('free'));
  const open = entry.endsWith('/writer-thread.ts') ? writerHandlers : readerHandlers;
  serveCalls<ThreadApi>((setup: ThreadSetup) => {
    const handlers = open(setup);
    return {
      ...handlers,
      close(context) {
        // After the answer.
        setImmediate(() => port.close());
        return handlers.close(context);
      },
    };
  }, port);
});
