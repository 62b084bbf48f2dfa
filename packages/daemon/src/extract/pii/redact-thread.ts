/** The inside of the thread that redacts many texts. Started by `redact-in-thread.ts` only. */
import { parentPort, workerData } from 'node:worker_threads';
import { redactByRule, type TextRule } from './text-rule.ts';

const { texts, rule } = workerData as { texts: readonly string[]; rule: TextRule };
parentPort?.postMessage(texts.map((text) => redactByRule(text, rule) ?? null));
