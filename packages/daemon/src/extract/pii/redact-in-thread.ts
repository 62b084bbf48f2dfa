/** Redacts many texts off the event loop: a rule that is applied to all history looks through millions of words. */
import { Worker } from 'node:worker_threads';
import type { TextRule } from './text-rule.ts';

export interface RedactedText {
  readonly text: string;
  /** How many pieces were covered. */
  readonly count: number;
}

/** One answer for each text; null where nothing was found. Rejects with the reason of the signal as soon as it aborts. */
export async function redactTexts(
  texts: readonly string[],
  rule: TextRule,
  signal: AbortSignal,
): Promise<(RedactedText | null)[]> {
  signal.throwIfAborted();
  const redacted = Promise.withResolvers<(RedactedText | null)[]>();
  const thread = new Worker(new URL('./redact-thread.ts', import.meta.url), {
    name: 'pii',
    workerData: { texts, rule },
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  });
  thread.once('message', redacted.resolve);
  thread.once('error', redacted.reject);
  thread.once('exit', () => redacted.reject(new Error('the thread ended without an answer')));
  const abort = () => redacted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await redacted.promise;
  } finally {
    signal.removeEventListener('abort', abort);
    await thread.terminate();
  }
}
