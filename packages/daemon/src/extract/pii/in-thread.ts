/**
 * Finds personal data off the event loop: a full screen has thousands of words, and a rule for all history millions. Each call has a
 * a separate thread, as calls are rare. An abort rejects with the reason of the signal at once.
 */
import { callOnce, type WorkerOptions } from '#core/worker/create-worker.ts';
import type { FrameReading, RedactionPlan } from './redact/plan.ts';
import type { TextRule } from './text-rule.ts';

const THREAD: WorkerOptions = {
  kind: 'thread',
  entry: new URL('./pii-thread.ts', import.meta.url),
  name: 'pii',
  resourceLimits: { maxYoungGenerationSizeMb: 8 },
  stopped: (cause) => new Error('the thread that finds personal data ended early', { cause }),
};

export interface RedactedText {
  readonly text: string;
  /** How many pieces were covered. */
  readonly count: number;
}

export interface PiiApi {
  plan(frame: FrameReading): RedactionPlan;
  /** One answer for each text; null where nothing was found. */
  redact(texts: readonly string[], rule: TextRule): (RedactedText | null)[];
}

export function planInThread(frame: FrameReading, signal: AbortSignal): Promise<RedactionPlan> {
  return callOnce<PiiApi, 'plan'>(THREAD, 'plan', [frame], { signal });
}

/** One answer for each text; null where nothing was found. */
export function redactTexts(
  texts: readonly string[],
  rule: TextRule,
  signal: AbortSignal,
): Promise<(RedactedText | null)[]> {
  return callOnce<PiiApi, 'redact'>(THREAD, 'redact', [texts, rule], { signal });
}
