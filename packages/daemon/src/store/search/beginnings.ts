/**
 * The words that begin in a certain way, and how many documents hold each. FTS5 answers a prefix by merging the whole
 * lists of all its words before it gives the first row; given the words themselves it reads no more than is wanted.
 * Runs in a reader thread.
 */
import type { Connection } from '../kernel/connection.ts';
import { LAST_CHARACTER, vocabularyReader } from './vocabulary.ts';

/** With more words than this, merging their lists is quicker. */
const MOST_WORDS = 400;

export interface Word {
  term: string;
  documents: number;
}

/** What visiting a document costs, in nanoseconds: in a merged list, in one of many lists, and for each of those. */
const COST_MERGED = 90;
const COST_VISIT = 150;
const COST_PER_LIST = 1.7;

export function beginningReader(db: Connection) {
  const { startingWith } = vocabularyReader(db);
  const words = db.prepare(
    `SELECT term, doc AS documents FROM temp.word_vocabulary WHERE term >= ? AND term <= ?
     LIMIT ${MOST_WORDS + 1}`,
  );
  return {
    /** In the order of their letters; undefined when there are too many, or none. */
    listTerms(beginning: string): string[] | undefined {
      const found: string[] = [];
      for (const word of startingWith(beginning)) {
        if (found.push(word) > MOST_WORDS) return undefined;
      }
      return found.length === 0 ? undefined : found;
    },
    /** With the number of documents that hold each, for which FTS5 walks all their lists. The most frequent first; undefined as above. */
    listWords(beginning: string): Word[] | undefined {
      const found = words.all(beginning, beginning + LAST_CHARACTER) as Word[];
      if (found.length === 0 || found.length > MOST_WORDS) return undefined;
      return found.sort((a, b) => b.documents - a.documents);
    },
  };
}

/**
 * How to count the documents that hold any of the words, the most frequent first: those of the first are known, so that only
 * those that hold another and not the first have to be visited. Undefined: visiting them all at once is quicker.
 */
export function countingOf(words: readonly Word[]): { known: number; match?: string } | undefined {
  const [first, ...others] = words;
  if (!first) return undefined;
  if (others.length === 0) return { known: first.documents };
  const visited = others.reduce((sum, { documents }) => sum + documents, 0);
  const isQuicker =
    visited * (COST_VISIT + COST_PER_LIST * others.length) <
    (visited + first.documents) * COST_MERGED;
  if (!isQuicker) return undefined;
  return {
    known: first.documents,
    match: `${anyTerm(others.map(({ term }) => term))} NOT "${first.term}"`,
  };
}

export function anyTerm(terms: readonly string[]): string {
  return `(${terms.map((term) => `"${term}"`).join(' OR ')})`;
}
