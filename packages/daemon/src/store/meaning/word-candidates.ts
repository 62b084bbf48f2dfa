/** Documents that hold some of the words of a question, the best first: one for each window and hour. Runs in a reader thread. */
import { hourOfKey, kindOfKey } from '../content/keys.ts';
import { stillWanted } from '../kernel/cancellation.ts';
import type { ReadKernel } from '../kernel/kernel.ts';
import type { SearchFilter } from '../records.ts';
import { planParts } from '../search/plan-parts.ts';
import { planSearch } from '../search/search-plan.ts';
import { wholeSpan } from '../search/search-spans.ts';
import type { QueryWords } from './query-words.ts';

/** Documents in the lists of all words that are looked up; FTS5 goes through them all. */
const MOST_VISITED = 300_000;
const MOST_READ = 300;

export interface Candidate {
  key: number;
  contextId: number;
  atMs: number;
}

export function wordCandidates({ db, part }: ReadKernel) {
  const parts = part(planParts);
  const rowOf = db.prepare('SELECT context_id, at_ms FROM document WHERE key = ?').raw();

  /** The rarest, as far as their lists may be read. */
  function affordable({ words }: QueryWords): string[] {
    let visited = 0;
    return words
      .filter(({ documents }) => documents > 0)
      .sort((a, b) => a.documents - b.documents)
      .filter(({ documents }) => {
        visited += documents;
        return visited <= MOST_VISITED;
      })
      .map(({ term }) => term);
  }

  /** What is said is another thing each time; a window shows the same for long. */
  function oneForEach(keys: readonly number[], most: number): Candidate[] {
    const found = new Map<string, Candidate>();
    for (const key of keys) {
      if (found.size === most) break;
      const [contextId = 0, atMs = 0] = (rowOf.get(key) as [number, number] | undefined) ?? [];
      const place = kindOfKey(key) === 'audio' ? `${key}` : `${contextId} ${hourOfKey(key)}`;
      if (!found.has(place)) found.set(place, { key, contextId, atMs });
    }
    return [...found.values()];
  }

  return (filter: SearchFilter, words: QueryWords, most: number): Candidate[] => {
    const terms = affordable(words);
    if (terms.length === 0) return [];
    const plan = planSearch({ ...filter, query: terms.join(' ') }, parts, true);
    if (!plan) return [];
    const span = wholeSpan(plan);
    const conditions = [...plan.conditions, span.condition, stillWanted('s.rowid')];
    const keys = db
      .prepare(
        `SELECT s.rowid FROM document_fts s WHERE ${conditions.join(' AND ')}
         ORDER BY bm25(document_fts, 1.0, 0.5) LIMIT ${MOST_READ}`,
      )
      .pluck()
      .all(...plan.values, ...span.values) as number[];
    return oneForEach(keys, most);
  };
}
