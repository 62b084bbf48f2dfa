/** The inside of a store thread: opens its connection, says so, then answers one call after the other. */
import { type MessagePort, parentPort } from 'node:worker_threads';
import { encodeError } from '#core/worker/error-codec.ts';
import type { CallMessage, ReadyMessage } from './thread-protocol.ts';

interface Calls {
  run(call: number, name: string, args: unknown[]): unknown;
  close(): void;
  /** Called when nothing was asked for a while; true when there is more of it to do. */
  rest?(): boolean;
}

/** Long enough that a steady stream of frames is not held up by upkeep. */
const REST_AFTER_MS = 300;

export function serveCalls(open: () => Calls, port: MessagePort | null = parentPort): void {
  if (!port) throw new Error('this file runs as a worker thread only');
  try {
    const calls = open();
    let timer: NodeJS.Timeout | undefined;
    const rest = () => {
      // Between two slices messages get their turn, and each of them puts the next slice off.
      if (calls.rest?.()) timer = setTimeout(rest, 0);
    };
    port.on('message', (message: CallMessage | 'close') => {
      clearTimeout(timer);
      if (message === 'close') {
        calls.close();
        port.close();
        return;
      }
      const { call, name, args } = message;
      try {
        port.postMessage({ call, result: calls.run(call, name, args) });
      } catch (error) {
        port.postMessage({ call, error: encodeError(error) });
      }
      if (calls.rest) timer = setTimeout(rest, REST_AFTER_MS);
    });
    port.postMessage({ ready: true } satisfies ReadyMessage);
  } catch (error) {
    port.postMessage({ ready: false, error: encodeError(error) } satisfies ReadyMessage);
    port.close();
  }
}
