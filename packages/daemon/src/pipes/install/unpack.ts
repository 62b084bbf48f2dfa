/**
 * Unpacks an archive in a thread: hostile ones keep a processor busy, and that must not be the thread that answers requests. The
 * thread ends with the signal of the caller, and its heap is bounded.
 */
import { Worker } from 'node:worker_threads';
import { InvalidPipeError } from '../errors.ts';

const HEAP_MB = 256;

/** Without a fault when all went well. */
export interface Unpacked {
  readonly fault?: string;
}

/** Rejects with INVALID_PIPE, or with the reason of the signal; what was unpacked until then is the caller's to remove. */
export async function unpack(archive: string, folder: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const unpacked = Promise.withResolvers<Unpacked>();
  const thread = new Worker(new URL('./unpack-thread.ts', import.meta.url), {
    name: 'unpack',
    workerData: { archive, folder },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  thread.once('message', unpacked.resolve);
  thread.once('error', unpacked.reject);
  thread.once('exit', () => unpacked.resolve({ fault: 'its archive cannot be unpacked' }));
  const abort = () => unpacked.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    const { fault } = await unpacked.promise;
    if (fault !== undefined) throw new InvalidPipeError(fault);
  } finally {
    signal.removeEventListener('abort', abort);
    // Nothing is written any more when the caller goes on.
    await thread.terminate();
  }
}
