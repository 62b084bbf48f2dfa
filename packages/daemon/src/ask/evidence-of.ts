/** Which of what was found has to do with a question: each thing once, at most as many as are wanted. Used by `ask.ts`. Pure. */
import type { Meant } from '#store/meaning/records.ts';
import type { Evidence } from './records.ts';

/** Minimum similarity without matching words. */
const LEAST_SIMILARITY = 0.3;
/** Minimum similarity when the question names a person, an app or a site. */
const LEAST_SIMILARITY_THERE = 0.2;
/** Minimum similarity of a text with some words of the question. */
const LEAST_SIMILARITY_WITH_WORDS = 0.15;
const LEAST_COVERAGE = 0.6;
/** With all words anything is near, such as a number. Some of them may stand in the names around it. */
const ALL_WORDS = 0.9;
/** Evidence far behind the best is no evidence. */
const LEAST_SHARE = 0.55;
const WORDS = /[\p{L}\p{M}\p{N}]+/gu;

export interface EvidenceOptions {
  limit: number;
  /** Whether the question names a person, an app or a site. */
  isThere: boolean;
  /** Whether the question has a vector; otherwise only words count. */
  isCompared: boolean;
}

export function evidenceOf(found: readonly Meant[], options: EvidenceOptions): Evidence[] {
  const best = found[0]?.score ?? 0;
  const seen: string[] = [];
  const evidence: Evidence[] = [];
  for (const one of found) {
    if (evidence.length === options.limit) break;
    if (!isNear(one, options) || one.score < best * LEAST_SHARE) continue;
    const text = ` ${(one.passage ?? '').toLowerCase().match(WORDS)?.join(' ') ?? ''} `;
    if (seen.some((other) => other.includes(text) || text.includes(other))) continue;
    if (text.trim() !== '') seen.push(text);
    evidence.push({ ...one, id: `e${evidence.length + 1}` });
  }
  return evidence;
}

function isNear(
  { similarity, coverage }: Meant,
  { isThere, isCompared }: Pick<EvidenceOptions, 'isThere' | 'isCompared'>,
): boolean {
  if (!isCompared || similarity === undefined) return coverage >= LEAST_COVERAGE;
  if (similarity >= (isThere ? LEAST_SIMILARITY_THERE : LEAST_SIMILARITY)) return true;
  if (coverage >= ALL_WORDS) return true;
  return coverage >= LEAST_COVERAGE && similarity >= LEAST_SIMILARITY_WITH_WORDS;
}
