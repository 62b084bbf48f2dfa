/** The passage of a document that answers a query best: by its meaning, the title around it and its words. Runs in a reader thread. */
import { type Context, contextReader } from '../content/contexts.ts';
import type { ReadKernel } from '../kernel/kernel.ts';
import { DIMENSIONS, similarityOf } from './codes.ts';
import { type Around, isTitle, nearnessOf } from './nearness.ts';
import { asInt8 } from './passage-index.ts';
import type { Passage } from './passages.ts';
import type { QueryWords } from './query-words.ts';
import { passageSources } from './sources.ts';

/** What holding all words of the query is worth, in similarity; some of the words are worth little. */
const WORDS_WEIGHT = 0.3;
const WORDS_POWER = 3;
/** Of words that only the names around a passage have: all messages of a chat with Priya have hers, which she did not all write. */
const NAMED_AROUND = 0.95;
/** Menus and lists of labels have less of the score of their title. */
const LEAST_SHARE_BELOW = 0.65;

/** A passage at its best place, before its item is read. */
export interface Found {
  key: number;
  contextId: number;
  passage: Passage | undefined;
  hash: number;
  similarity: number | undefined;
  coverage: number;
  score: number;
}

export function bestPassageReader({ db, part }: ReadKernel) {
  const sources = part(passageSources);
  const contexts = part(contextReader);
  const vectorOf = db.prepare('SELECT vector FROM passage WHERE hash = ?').pluck();

  function similarityTo(query: Int8Array, hash: number): number | undefined {
    const vector = vectorOf.get(hash) as Buffer | undefined;
    return vector?.length === DIMENSIONS ? similarityOf(query, asInt8(vector)) : undefined;
  }

  function aroundOf(title: Passage | undefined, names: string, vector: Int8Array) {
    return title && { title, similarity: similarityTo(vector, title.hash) ?? 0, names };
  }

  return (
    { key, contextId }: Pick<Found, 'key' | 'contextId'>,
    vector: Int8Array,
    words: QueryWords | undefined,
  ): Found | undefined => {
    const passages = sources.passagesAt(key);
    const names = contextId > 0 ? namesOf(contexts.get(contextId)) : '';
    const title = passages.find((one) => one.isTitle);
    const around = aroundOf(title, names, vector);
    const all = passages.map((passage): Found => {
      const similarity = similarityTo(vector, passage.hash);
      const coverage = words ? coverageOf(words, passage.text, names) : 0;
      const score =
        nearnessOf(passage, similarity ?? 0, around) + WORDS_WEIGHT * coverage ** WORDS_POWER;
      return { key, contextId, passage, hash: passage.hash, similarity, coverage, score };
    });
    const best = greatestOf(all);
    return best && around && isTitle(best.passage?.text ?? '', around)
      ? shown(best, all, around)
      : best;
  };
}

/** The names around a passage say what it is about, too. */
function coverageOf(words: QueryWords, text: string, names: string): number {
  return Math.max(words.coverageOf(text), NAMED_AROUND * words.coverageOf(`${text} ${names}`));
}

/** A title alone, which stands at the result anyway, answers nothing: what it is the title of does. */
function shown(titled: Found, all: readonly Found[], around: Around): Found {
  const below = greatestOf(all.filter(({ passage }) => !isTitle(passage?.text ?? '', around)));
  const isWorthIt = below && below.score >= titled.score * LEAST_SHARE_BELOW;
  return isWorthIt ? { ...titled, passage: below.passage } : titled;
}

function greatestOf(all: readonly Found[]): Found | undefined {
  return all.reduce<Found | undefined>(
    (best, one) => (best && best.score >= one.score ? best : one),
    undefined,
  );
}

function namesOf({ appName, windowName, browserUrl }: Context): string {
  return [appName, windowName, browserUrl ?? ''].join(' ');
}
