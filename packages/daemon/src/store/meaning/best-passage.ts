/**
 * The passage of a document that answers a query best: by its meaning, the title around it and its words. Used by `meant.ts`, in a reader
 * thread.
 */
import { type Context, contextReader } from '../content/contexts.ts';
import type { ReadKernel } from '../kernel/kernel.ts';
import { DIMENSIONS, similarityOf } from './codes.ts';
import { type Around, addsToTitle, isProse, nearnessOf } from './nearness.ts';
import { asInt8 } from './passage-index.ts';
import type { Passage } from './passages.ts';
import type { QueryWords } from './query-words.ts';
import { passageSources } from './sources.ts';

/** What holding all words of the query is worth, in similarity; some of the words are worth little. */
const WORDS_WEIGHT = 0.3;
const WORDS_POWER = 3;
/** Names around a passage count less than its words: a chat named Priya also holds messages of others. */
const NAMED_AROUND = 0.95;
/** A passage below its title replaces it only with this share of its score. */
const LEAST_SHARE_BELOW = 0.65;

/** A passage at its best place, before its item is read. */
export interface Found {
  key: number;
  contextId: number;
  passage: Passage | undefined;
  /** Of the passage that was found, which may be the title of the one that is shown. */
  hash: number;
  similarity: number | undefined;
  coverage: number;
  score: number;
}

export interface FoundPassage extends Found {
  passage: Passage;
  /** Of the passage that is shown; 0 where that is a title alone. */
  shownScore: number;
}

export function bestPassageReader({ db, part }: ReadKernel) {
  const sources = part(passageSources);
  const contexts = part(contextReader);
  const vectorOf = db.prepare('SELECT vector FROM passage WHERE hash = ?').pluck();

  function similarityTo(query: Int8Array, hash: number): number | undefined {
    const vector = vectorOf.get(hash) as Buffer | undefined;
    return vector?.length === DIMENSIONS ? similarityOf(query, asInt8(vector)) : undefined;
  }

  return (
    { key, contextId }: Pick<Found, 'key' | 'contextId'>,
    vector: Int8Array,
    words: QueryWords | undefined,
  ): FoundPassage | undefined => {
    const passages = sources.passagesAt(key);
    const names = contextId > 0 ? namesOf(contexts.get(contextId)) : '';
    const title = passages.find((one) => one.isTitle);
    const titleSimilarity = (title && similarityTo(vector, title.hash)) ?? 0;
    const around = title && { title, names, similarity: titleSimilarity };
    const judged = passages.map((passage): FoundPassage => {
      const { hash, text } = passage;
      const similarity = similarityTo(vector, hash);
      const coverage = words ? coverageOf(words, text, names) : 0;
      const nearness = nearnessOf(passage, similarity ?? 0, around);
      const score = nearness + WORDS_WEIGHT * coverage ** WORDS_POWER;
      return { key, contextId, passage, hash, similarity, coverage, score, shownScore: score };
    });
    const bestFirst = judged.toSorted((a, b) => b.score - a.score);
    return around ? withoutTitle(bestFirst, around) : bestFirst[0];
  };
}

/** The first, with what stands below it where it is a title alone, which the result shows anyway. */
function withoutTitle(
  bestFirst: readonly FoundPassage[],
  around: Around,
): FoundPassage | undefined {
  const best = bestFirst[0];
  if (!best || addsToTitle(best.passage.text, around)) return best;
  // Without a vector of the question all texts below a title are alike.
  const below = bestFirst.find(
    ({ similarity = 0, passage: { text } }) =>
      similarity > 0 && addsToTitle(text, around) && isProse(text),
  );
  if (!below || below.score < best.score * LEAST_SHARE_BELOW) return { ...best, shownScore: 0 };
  return {
    ...best,
    passage: below.passage,
    similarity: best.similarity ?? below.similarity,
    shownScore: below.score,
  };
}

/** The names around a passage say what it is about, too. */
function coverageOf(words: QueryWords, text: string, names: string): number {
  const own = words.coverageOf(text);
  if (own >= 1 || names.trim() === '') return own;
  return own + NAMED_AROUND * (words.coverageOf(`${text} ${names}`) - own);
}

function namesOf({ appName, windowName, browserUrl }: Context): string {
  return [appName, windowName, browserUrl ?? ''].join(' ');
}
