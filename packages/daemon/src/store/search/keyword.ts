/**
 * Keyword search: frames whose picture shows the words, with the boxes of those words. Without
 * `fuzzy` all words must be there; with it, beginnings are enough, compounds are split and any word will do.
 */
import { contextReader } from '../content/contexts.ts';
import { firstKeyOfHour, hourOf, lastKeyOfHour } from '../content/keys.ts';
import { hasNames } from '../content/scope.ts';
import { frameReader } from '../frames/frames.ts';
import { stillWanted } from '../kernel/cancellation.ts';
import type { ReadKernel } from '../kernel/kernel.ts';
import type { KeywordFilter, KeywordMatch } from '../records.ts';
import { matching, positionsOf } from './words/matched-boxes.ts';
import { type Clause, clauseExpression, parseQuery } from './words/query-syntax.ts';

/** Frames looked at for one answer; each costs a read of its words. */
const MAX_CANDIDATES = 5_000;

interface Candidate {
  frameId: number;
  atMs: number;
  appName: string;
  windowName: string;
  url: string;
}

export function keywordReader({ db, part }: ReadKernel) {
  const parts = { frames: part(frameReader), contexts: part(contextReader) };
  function toMatch(candidate: Candidate, clauses: readonly Clause[] | undefined): KeywordMatch[] {
    const content = parts.frames.readContent(candidate.frameId);
    const positions = clauses ? matching(positionsOf(content), clauses) : [];
    if (clauses && positions.length === 0) return [];
    const sum = positions.reduce((total, { confidence }) => total + confidence, 0);
    const confidence = positions.length > 0 ? sum / positions.length : 1;
    return [{ ...candidate, text: content.text, confidence, positions }];
  }

  /** Undefined: all. */
  function seenContexts({ scope }: KeywordFilter): number[] | undefined {
    if (scope === undefined || !hasNames(scope)) return undefined;
    return parts.contexts.select(new Set(['ocr']), { scope }).map(({ id }) => id);
  }

  return {
    search(filter: KeywordFilter): KeywordMatch[] {
      const clauses = filter.query.trim() ? clausesOf(filter) : undefined;
      if (clauses?.length === 0) return [];
      const { sql, values } = candidateQuery(filter, clauses, seenContexts(filter));
      const matches: KeywordMatch[] = [];
      const needed = filter.offset + filter.limit;
      for (const row of db.prepare(sql).iterate(values) as Iterable<Candidate>) {
        matches.push(...toMatch(row, clauses));
        if (matches.length >= needed) break;
      }
      return matches.slice(filter.offset, needed);
    },
  };
}

function clausesOf(filter: KeywordFilter): Clause[] {
  const clauses = parseQuery(filter.fuzzy ? splitCompounds(filter.query) : filter.query);
  return filter.fuzzy ? clauses.map((clause) => ({ ...clause, isPrefix: true })) : clauses;
}

/** fooBar2 → fooBar2 foo Bar 2. */
function splitCompounds(query: string): string {
  const split = query
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{L})(\p{N})/gu, '$1 $2')
    .replace(/(\p{N})(\p{L})/gu, '$1 $2');
  return split === query ? query : `${query} ${split}`;
}

function candidateQuery(
  filter: KeywordFilter,
  clauses: readonly Clause[] | undefined,
  contextIds: readonly number[] | undefined,
) {
  const values: Record<string, string | number> = { most: MAX_CANDIDATES };
  const table = clauses ? 'document_fts' : 'document';
  const conditions = ['s.rowid % 4 = 0', stillWanted('s.rowid')];
  const add = (name: string, condition: string, value: string | number | undefined) => {
    if (value === undefined) return;
    conditions.push(condition);
    values[name] = value;
  };
  const operator = filter.fuzzy ? ' OR ' : ' AND ';
  add('match', 'document_fts MATCH :match', clauses?.map(clauseExpression).join(operator));
  const { startMs, endMs, appNames } = filter;
  if (startMs !== undefined) {
    add('low', 's.rowid >= CAST(:low AS INTEGER)', firstKeyOfHour(hourOf(startMs)));
    add('startMs', 'd.at_ms >= :startMs', startMs);
  }
  if (endMs !== undefined) {
    add('high', 's.rowid <= CAST(:high AS INTEGER)', lastKeyOfHour(hourOf(endMs)));
    add('endMs', 'd.at_ms <= :endMs', endMs);
  }
  const apps = 'c.app_name IN (SELECT value FROM json_each(:apps))';
  add('apps', apps, appNames && JSON.stringify(appNames));
  const contexts = 'd.context_id IN (SELECT value FROM json_each(:contexts))';
  add('contexts', contexts, contextIds && JSON.stringify(contextIds));
  const direction = filter.order === 'ascending' ? 'ASC' : 'DESC';
  // The inner walk is in key order and stops at the limit; the outer order is the exact one.
  const sql = `SELECT * FROM (
      SELECT d.ref AS frameId, d.at_ms AS atMs, c.app_name AS appName, c.window_name AS windowName,
        c.browser_url AS url, d.key AS key
      FROM ${table} s CROSS JOIN document d ON d.key = s.rowid CROSS JOIN context c ON c.id = d.context_id
      WHERE ${conditions.join(' AND ')} ORDER BY s.rowid ${direction} LIMIT :most
    ) ORDER BY atMs ${direction}, key ${direction}`;
  return { sql, values };
}
