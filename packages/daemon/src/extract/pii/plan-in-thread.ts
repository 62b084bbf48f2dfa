/**
 * Plans off the event loop: a full screen has two thousand words, and looking through them in every way a secret can be split takes some
 * sixty milliseconds. A thread for each plan, as there are few and each begins with reading a picture, which takes far longer.
 */
import { Worker } from 'node:worker_threads';
import type { FrameReading, RedactionPlan } from './plan.ts';

/** Rejects with the reason of the signal as soon as it aborts. */
export async function planInThread(
  frame: FrameReading,
  signal: AbortSignal,
): Promise<RedactionPlan> {
  signal.throwIfAborted();
  const planned = Promise.withResolvers<RedactionPlan>();
  const thread = new Worker(new URL('./plan-thread.ts', import.meta.url), {
    name: 'pii',
    workerData: frame,
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  });
  thread.once('message', planned.resolve);
  thread.once('error', planned.reject);
  thread.once('exit', () => planned.reject(new Error('the thread ended without a plan')));
  const abort = () => planned.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await planned.promise;
  } finally {
    signal.removeEventListener('abort', abort);
    await thread.terminate();
  }
}
