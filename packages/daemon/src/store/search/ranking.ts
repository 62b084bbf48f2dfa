/**
 * Best match: of what a search found, that first in which the words stand often and the text is short (bm25 of FTS5). FTS5 goes
 * through the whole list of every word that it weighs. So the rarest words are weighed, up to a bound, and words that stand
 * nearly everywhere, which tell the least, are not; and only the newest matches are ranked. Runs in a reader thread.
 */
import { stillWanted } from '../kernel/cancellation.ts';
import type { Connection } from '../kernel/connection.ts';
import { anyTerm, type Word } from './beginnings.ts';
import { KEYS_BETWEEN } from './search-spans.ts';
import { type Clause, isMerged } from './words/query-syntax.ts';

const BOUNDS = {
  /** Of the newest matches. */
  mostRanked: 2_000,
  /** Terms of the query, of which the vocabulary goes through the whole lists too: up to 26 ms each. */
  mostLookedUp: 8,
  /** Documents in the lists of the weighed words: each costs several times more next to filters that refuse most of them. */
  mostVisited: 450_000,
};
export type RankingBounds = typeof BOUNDS;

/** What stands in identifiers or was misread counts less than a word of the text. */
const WEIGHTS = '1.0, 0.5';

/** A word that every match holds; of a beginning the words that are meant most likely. */
type Held = Word[];

export function ranker(
  db: Connection,
  parts: {
    listWords: (beginning: string) => Word[] | undefined;
    countDocuments: (term: string) => number;
    assertWanted: () => void;
  },
  bounds: Partial<RankingBounds> = {},
) {
  const { mostRanked, mostLookedUp, mostVisited } = { ...BOUNDS, ...bounds };
  // The +: matches are walked and the others passed over; one by one, FTS5 would begin again for each.
  const weigh = db
    .prepare(
      `SELECT s.rowid, bm25(document_fts, ${WEIGHTS}) FROM document_fts s
       WHERE document_fts MATCH ? AND ${KEYS_BETWEEN} AND ${stillWanted('s.rowid')}
       AND +s.rowid IN (SELECT value FROM json_each(?))`,
    )
    .raw();

  /** Itself and the most frequent of the words that begin so: rare ones would weigh the most. None when there are very many. */
  function wordsBegunBy(beginning: string): Held {
    const words = parts.listWords(beginning) ?? [];
    return words.filter(({ term }, i) => i === 0 || term === beginning);
  }

  /** What to weigh, the rarest first. None when all of it stands nearly everywhere, or nowhere. */
  function weighedWords(clauses: readonly Clause[]): Held[] {
    const { words, beginnings } = heldTerms(clauses);
    // Long words are rare words, mostly.
    const terms = [...words, ...beginnings]
      .sort((a, b) => b.length - a.length)
      .slice(0, mostLookedUp);
    const known = terms.map((term): Held => {
      parts.assertWanted();
      if (beginnings.has(term)) return wordsBegunBy(term);
      return [{ term, documents: parts.countDocuments(term) }];
    });
    let visited = 0;
    return known
      .filter((held) => documentsOf(held) > 0)
      .sort((a, b) => documentsOf(a) - documentsOf(b))
      .filter((held) => {
        visited += documentsOf(held);
        return visited <= mostVisited;
      });
  }

  /**
   * `keys` newest first → the best first; those that weigh the same stay in their order. All words at once, since every match
   * holds them: the documents of a frequent one alone are many, and none of them is a match.
   */
  function rank(keys: readonly number[], weighed: readonly Held[]): number[] {
    if (keys.length === 0) return [];
    const match = weighed.map((held) => anyTerm(held.map(({ term }) => term))).join(' AND ');
    const ends = [Math.min(...keys), Math.max(...keys)];
    const weights = new Map(weigh.all(match, ...ends, JSON.stringify(keys)) as [number, number][]);
    // The best is the most negative; what only holds another word with a beginning comes after it.
    const weightOf = (key: number) => weights.get(key) ?? 0;
    return keys.toSorted((a, b) => weightOf(a) - weightOf(b));
  }

  return { mostRanked, weighedWords, rank };
}

/** Of a phrase all its words, too. */
function heldTerms(clauses: readonly Clause[]) {
  const words = new Set(
    clauses.flatMap((clause) => (isMerged(clause) ? clause.terms.slice(0, -1) : clause.terms)),
  );
  const last = clauses.filter(isMerged).flatMap(({ terms }) => terms.slice(-1));
  return { words, beginnings: new Set(last.filter((term) => !words.has(term))) };
}

function documentsOf(held: Held): number {
  return held.reduce((sum, { documents }) => sum + documents, 0);
}
