/**
 * The words of a question that tell something, with their weights: rare ones count more. A passage is judged by how much of that weight it
 * has. Runs in a reader thread.
 */
import type { ReadKernel } from '../kernel/kernel.ts';
import { termsOf } from '../search/words/tokens.ts';

/** Words that stand in questions, not in answers. */
const EMPTY_WORDS = new Set(
  `a about after all am an and any are as at be been before being but by can could did do does doing done during find for from get give had has
   have he her here him his how i if in into is it its just last like me mentioned much many my no not of on one or our out over please said say
   saying saw see seen she show so some something somewhat tell than that the their them then there these they thing this those to too up us was
   we were what when where which while who whom whose why will with would you your happened happen look looked looking read reading written wrote
   write talked talking talk discussed regarding concerning anything someone did didn't that's what's`.split(
    /\s+/,
  ),
);
/** Of those that are looked up: long words first, which are rare mostly. */
const MOST_WORDS = 10;
const SHORTEST_STEM = 4;

export interface QueryWords {
  words: { term: string; weight: number; documents: number }[];
  /** The share of the weight that a text has, from 0 to 1. */
  coverageOf(text: string): number;
}

export function queryWordReader({ db }: ReadKernel) {
  const count = db.prepare('SELECT doc FROM temp.word_vocabulary WHERE term = ?').pluck();
  const holdingOf = (term: string) => (count.get(term) as number | undefined) ?? 0;
  const total = db.prepare('SELECT coalesce(sum(ocr + audio + ui), 0) FROM hour').pluck();

  return (query: string): QueryWords => {
    const documents = total.get() as number;
    const terms = [...new Set(termsOf(query).words)]
      .filter((term) => !EMPTY_WORDS.has(term))
      .sort((a, b) => b.length - a.length)
      .slice(0, MOST_WORDS);
    const words = terms.map((term) => {
      const holding = holdingOf(term);
      // A text also has a word by its stem, which may stand everywhere.
      const stem = stemOf(term);
      const known = stem === term ? holding : Math.max(holding, holdingOf(stem));
      return { term, documents: holding, weight: Math.log(1 + documents / (1 + known)) };
    });
    const sum = words.reduce((all, { weight }) => all + weight, 0) || 1;
    const stems = words.map(({ term, weight }) => ({ stem: stemOf(term), weight }));
    return {
      words,
      coverageOf(text) {
        const { words: found, parts } = termsOf(text);
        const held = new Set([...found, ...parts].map(stemOf));
        const weight = stems.reduce((all, one) => all + (held.has(one.stem) ? one.weight : 0), 0);
        return weight / sum;
      },
    };
  };
}

/** Without the common endings of English, so that `invoices` and `invoice` are one. */
export function stemOf(word: string): string {
  const stem = word.replace(/(?:ies|ing|ed|es|s|e|y)$/, '');
  return stem.length >= SHORTEST_STEM ? stem : word;
}
