/** Entry of the thread that finds personal data. Started by `in-thread.ts`. */
import { serveCalls } from '#core/worker/serve-calls.ts';
import type { PiiApi } from './in-thread.ts';
import { planRedaction } from './redact/plan.ts';
import { redactByRule } from './text-rule.ts';

serveCalls<PiiApi>(() => ({
  plan: (_context, frame) => planRedaction(frame),
  redact: (_context, texts, rule) => texts.map((text) => redactByRule(text, rule) ?? null),
}));
