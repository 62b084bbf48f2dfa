/** The inside of a store thread: opens its connection, says so, then answers one call after the other. */
import { parentPort } from 'node:worker_threads';
import { type CallMessage, type ReadyMessage, serializeError } from './thread-protocol.ts';

interface Calls {
  run(call: number, name: string, args: unknown[]): unknown;
  close(): void;
}

export function serveCalls(open: () => Calls): void {
  const port = parentPort;
  if (!port) throw new Error('this file runs as a worker thread only');
  try {
    const calls = open();
    port.on('message', (message: CallMessage | 'close') => {
      if (message === 'close') {
        calls.close();
        port.close();
        return;
      }
      const { call, name, args } = message;
      try {
        port.postMessage({ call, result: calls.run(call, name, args) });
      } catch (error) {
        port.postMessage({ call, error: serializeError(error) });
      }
    });
    port.postMessage({ ready: true } satisfies ReadyMessage);
  } catch (error) {
    port.postMessage({ ready: false, error: serializeError(error) } satisfies ReadyMessage);
  }
}
