/**
 * Detects speech that was heard clearly and that the recogniser could not read, mostly because it is in a language that the model does not
 * know: the recogniser then gives nothing, repeats itself, or is unsure of what it invents. Pure; measured on prompts in four languages.
 */
import type { Transcript } from './engine.ts';
import type { Judgement, RefusedBecause } from './guards.ts';

const CLEARLY_VOICED = 0.8;
/** Of less nobody could tell the language. */
const SHORTEST_MS = 1_500;
/** Speech in a known language is seldom that unsure, however hard it is to understand. */
const UNSURE_BELOW = -0.8;
/** Right after speech that was not understood, because people go on in their language. */
const UNSURE_AFTER_UNKNOWN = -0.5;
const OF_UNKNOWN: readonly RefusedBecause[] = ['empty', 'loop', 'compressible', 'unsure'];

export function isUnderstood(
  transcript: Transcript,
  judgement: Judgement,
  heard: { meanProbability: number; voicedMs: number; isAfterUnknown: boolean },
): boolean {
  if (heard.meanProbability < CLEARLY_VOICED || heard.voicedMs < SHORTEST_MS) return true;
  if (judgement.kind === 'refused') return !OF_UNKNOWN.includes(judgement.because);
  const limit = heard.isAfterUnknown ? UNSURE_AFTER_UNKNOWN : UNSURE_BELOW;
  return (transcript.meanLogProbability ?? 0) >= limit;
}
