/**
 * Best match: of what a search found, that first in which the words stand often and the text is short (bm25 of FTS5). FTS5 goes
 * through the whole list of every word that it weighs. So the rarest words are weighed, up to a bound, and words that stand
 * nearly everywhere, which tell the least, are not; and only the newest matches are ranked. Runs in a reader thread.
 */
import type { Word } from './beginnings.ts';
import type { Connection } from './database.ts';
import { type Clause, isMerged } from './query-syntax.ts';
import { KEYS_BETWEEN } from './search-spans.ts';

/** Documents in the lists of the weighed words: some 50 to 80 ns each. */
const MOST_VISITED = 600_000;
/** Beside filters that are no part of the match, more documents than the matches are weighed; no more than this. */
const MOST_WEIGHED = 20_000;
/** What stands in identifiers or was misread counts less than a word of the text. */
const WEIGHTS = '1.0, 0.5';

export function ranker(
  db: Connection,
  parts: { listWords: (beginning: string) => Word[] | undefined },
) {
  const documentsOf = db.prepare('SELECT doc FROM temp.word_vocabulary WHERE term = ?').pluck();
  const weigh = db
    .prepare(
      `SELECT s.rowid, bm25(document_fts, ${WEIGHTS}) FROM document_fts s
       WHERE document_fts MATCH ? AND ${KEYS_BETWEEN} ORDER BY s.rowid DESC LIMIT ${MOST_WEIGHED}`,
    )
    .raw();

  const wordOf = (term: string): Word => ({
    term,
    documents: (documentsOf.get(term) as number | undefined) ?? 0,
  });

  /** Of a phrase its rarest word. Of a beginning itself and the word that is meant most likely: rare ones would weigh the most. */
  function wordsOf(clause: Clause): Word[] {
    if (clause.terms.length > 1 || !isMerged(clause)) {
      const [rarest] = clause.terms.map(wordOf).sort(byRarity);
      return rarest ? [rarest] : [];
    }
    const [beginning = ''] = clause.terms;
    return [wordOf(beginning), ...(parts.listWords(beginning)?.slice(0, 1) ?? [])];
  }

  /** None when all of them stand nearly everywhere, or nowhere. */
  function weighedWords(clauses: readonly Clause[]): Word[] {
    const words = new Map(clauses.flatMap(wordsOf).map((word) => [word.term, word]));
    const known = [...words.values()].filter(({ documents }) => documents > 0).sort(byRarity);
    let visited = 0;
    return known.filter(({ documents }) => {
      visited += documents;
      return visited <= MOST_VISITED;
    });
  }

  /** `keys` newest first → the best first; those that weigh the same stay in their order. */
  function rank(keys: readonly number[], words: readonly Word[]): number[] {
    if (keys.length === 0) return [];
    const match = words.map(({ term }) => `"${term}"`).join(' OR ');
    const ends = [Math.min(...keys), Math.max(...keys)];
    const weights = new Map(weigh.all(match, ...ends) as [number, number][]);
    // The best is the most negative.
    const weightOf = (key: number) => weights.get(key) ?? 0;
    return keys.toSorted((a, b) => weightOf(a) - weightOf(b));
  }

  return { weighedWords, rank };
}

function byRarity(a: Word, b: Word): number {
  return a.documents - b.documents;
}
