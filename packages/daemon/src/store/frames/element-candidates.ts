/** Which frames can have the elements that were asked for, as SQL: newest frame first, without reading what is packed. */
import type { contextReader } from '../content/contexts.ts';
import { firstKeyOfHour, hourOf, lastKeyOfHour } from '../content/keys.ts';
import { hasNames } from '../content/scope.ts';
import { stillWanted } from '../kernel/cancellation.ts';
import type { ElementFilter } from '../records.ts';
import { type Clause, matchExpression } from '../search/words/query-syntax.ts';

export interface CandidateFrames {
  /** The frames, newest first. */
  select(columns: string): string;
  /** Each frame with 1 when the index says that its text has the words; a second row of it then follows. */
  selectMatched(): string;
  sum(column: string): string;
  values: Record<string, string | number>;
}

// The numbers of elements stand in the index; the table itself is mostly what is packed.
const COUNTED = 'frame_pack p INDEXED BY frame_pack_counts';
const WITH_DOCUMENT =
  'frame_pack p CROSS JOIN frame f ON f.id = p.frame_id CROSS JOIN document d ON d.key = f.key';

export function candidateFrames(
  filter: ElementFilter,
  clauses: readonly Clause[] | undefined,
  contexts: ReturnType<typeof contextReader>,
): CandidateFrames {
  const values: CandidateFrames['values'] = {};
  const conditions: string[] = [];
  const add = (name: string, condition: string, value: string | number) => {
    conditions.push(condition);
    values[name] = value;
  };
  if (filter.startMs !== undefined) add('startMs', 'd.at_ms >= :startMs', filter.startMs);
  if (filter.endMs !== undefined) add('endMs', 'd.at_ms <= :endMs', filter.endMs);
  const { appName, scope } = filter;
  if (appName !== undefined || (scope && hasNames(scope))) {
    const selected = contexts.select(new Set(['ocr']), { appName, scope });
    const ids = JSON.stringify(selected.map(({ id }) => id));
    add('contexts', 'd.context_id IN (SELECT value FROM json_each(:contexts))', ids);
  }
  const sources = sourcesOf(filter, clauses, conditions, values);
  const tables = sources.map(({ sql }) => sql).join('');
  const matched = sources.map(
    ({ sql, isMatched }) => `SELECT p.frame_id, ${Number(isMatched)} ${sql}`,
  );
  return {
    select: (columns) => `SELECT ${columns} ${tables} ORDER BY p.frame_id DESC`,
    selectMatched: () => `${matched.join(' UNION ALL ')} ORDER BY 1 DESC, 2 DESC`,
    sum: (column) => `SELECT coalesce(sum(${column}), 0) ${tables}`,
    values,
  };
}

/** Where frames come from; two places only for a query, which needs `selectMatched`. */
function sourcesOf(
  filter: ElementFilter,
  clauses: readonly Clause[] | undefined,
  conditions: readonly string[],
  values: CandidateFrames['values'],
): { sql: string; isMatched: boolean }[] {
  const from = (tables: string, ...own: string[]) => ({
    sql: `FROM ${tables} WHERE ${[...own, ...conditions].join(' AND ')}`,
    isMatched: false,
  });
  if (filter.frameId !== undefined) {
    values.frameId = filter.frameId;
    return [from(conditions.length > 0 ? WITH_DOCUMENT : COUNTED, 'p.frame_id = :frameId')];
  }
  const span = (key: string) => spanConditions(key, filter, values);
  if (clauses) {
    values.match = matchExpression(clauses);
    const tables = `document_fts s CROSS JOIN document d ON d.key = s.rowid CROSS JOIN ${COUNTED} ON p.frame_id = d.ref`;
    const own = ['document_fts MATCH :match', 's.rowid % 4 = 0', stillWanted('s.rowid')];
    return [
      { ...from(tables, ...own, ...span('s.rowid')), isMatched: true },
      // Elements whose words the text does not have: no index leads to them.
      from(WITH_DOCUMENT, 'p.has_text_apart = 1', stillWanted('p.frame_id')),
    ];
  }
  if (conditions.length === 0) return [from(COUNTED, stillWanted('p.frame_id'))];
  const documents = `document d CROSS JOIN ${COUNTED} ON p.frame_id = d.ref`;
  return [from(documents, 'd.key % 4 = 0', stillWanted('d.key'), ...span('d.key'))];
}

/** The hours of the range, as a range of keys. */
function spanConditions(
  key: string,
  { startMs, endMs }: ElementFilter,
  values: CandidateFrames['values'],
): string[] {
  const conditions: string[] = [];
  if (startMs !== undefined) {
    conditions.push(`${key} >= CAST(:low AS INTEGER)`);
    values.low = firstKeyOfHour(hourOf(startMs));
  }
  if (endMs !== undefined) {
    conditions.push(`${key} <= CAST(:high AS INTEGER)`);
    values.high = lastKeyOfHour(hourOf(endMs));
  }
  return conditions;
}
