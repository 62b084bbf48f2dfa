/**
 * Search and timeline: the page asked for, in order of time with ties by id, and the exact total.
 * Runs in a reader thread, inside one read transaction, so page and total belong together.
 */
import type { Connection, Statement } from './database.ts';
import type { inputEventReader } from './input-events.ts';
import type { itemReader } from './items.ts';
import { firstKeyOfHour, hourOfKey, lastKeyOfHour } from './keys.ts';
import type { Item, Page, SearchFilter } from './records.ts';
import {
  type Plan,
  type PlanParts,
  planSearch,
  prefixExpression,
  type Value,
} from './search-plan.ts';
import { tallyReader } from './tallies.ts';
import { hasWordBeginning } from './tokens.ts';

/** Results up to this size are read whole: their total needs no second pass over the index. */
const WHOLE_RESULT = 4_000;
/** Beyond the page, so that its last hour is usually complete. */
const BEYOND_PAGE = 256;

export interface SearchParts extends PlanParts {
  items: ReturnType<typeof itemReader>;
  inputEvents: ReturnType<typeof inputEventReader>;
}

type Order = SearchFilter['order'];

export function searchReader(db: Connection, parts: SearchParts) {
  const tallies = tallyReader(db);
  const statements = new Map<string, Statement>();
  const prepare = (sql: string) => {
    let statement = statements.get(sql);
    if (!statement) {
      if (statements.size > 200) statements.clear();
      statement = db.prepare(sql).pluck();
      statements.set(sql, statement);
    }
    return statement;
  };
  const vocabulary = {
    document_fts: db.prepare('SELECT doc FROM temp.word_vocabulary WHERE term = ?').pluck(),
    prefix_fts: db.prepare('SELECT doc FROM temp.prefix_vocabulary WHERE term = ?').pluck(),
  };
  const timesOf = db
    .prepare('SELECT d.key, d.at_ms FROM json_each(?) j JOIN document d ON d.key = j.value')
    .raw();

  const textsOf = db
    .prepare('SELECT t.key, t.text FROM json_each(?) j JOIN document_text t ON t.key = j.value')
    .raw();

  function listKeys(plan: Plan, order: Order, limit: number, more?: [string, Value[]]): number[] {
    const conditions = more ? [...plan.conditions, more[0]] : plan.conditions;
    const direction = order === 'ascending' ? 'ASC' : 'DESC';
    const sql = `SELECT s.rowid FROM ${plan.table} s WHERE ${conditions.join(' AND ')} ORDER BY s.rowid ${direction} LIMIT ?`;
    return prepare(sql).all(...plan.values, ...(more?.[1] ?? []), limit) as number[];
  }

  function countAll(plan: Plan): number {
    if (plan.onlyTerm !== undefined && plan.table !== 'document') {
      return (vocabulary[plan.table].get(plan.onlyTerm) as number | undefined) ?? 0;
    }
    const sql = `SELECT count(*) FROM ${plan.table} s WHERE ${plan.conditions.join(' AND ')}`;
    return prepare(sql).get(...plan.values) as number;
  }

  /** Within an hour that late arrivals disordered, key order is not time order. */
  function inTimeOrder(keys: number[], order: Order): number[] {
    const isDisordered = tallies.disorderedHours(keys);
    if (isDisordered.size === 0) return keys;
    const late = keys.filter((key) => isDisordered.has(hourOfKey(key)));
    const atMs = new Map(timesOf.all(JSON.stringify(late)) as [number, number][]);
    const sign = order === 'ascending' ? 1 : -1;
    const compare = (a: number, b: number) => {
      const hours = hourOfKey(a) - hourOfKey(b);
      if (hours !== 0 || !isDisordered.has(hourOfKey(a))) return sign * (a - b);
      return sign * ((atMs.get(a) ?? 0) - (atMs.get(b) ?? 0) || a - b);
    };
    return keys.toSorted(compare);
  }

  function matchedPage(asked: Plan, filter: SearchFilter): { keys: number[]; total: number } {
    const { order, offset, limit } = filter;
    const wanted = Math.max(WHOLE_RESULT, offset + limit + BEYOND_PAGE);
    const { plan, found } = candidates(asked, order, wanted);
    const isWhole = found.length < wanted;
    const total = isWhole ? found.length : countAll(plan);
    if (found.length <= offset) return { keys: [], total };

    const end = Math.min(offset + limit, found.length);
    const firstHour = hourOfKey(found[offset] as number);
    const lastHour = hourOfKey(found[end - 1] as number);
    let window = found.filter((key) => isBetween(hourOfKey(key), firstHour, lastHour));
    if (!isWhole && window.at(-1) === found.at(-1)) {
      const bounds = [firstKeyOfHour(lastHour), lastKeyOfHour(lastHour)];
      const within = 's.rowid BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER)';
      const lastOnes = listKeys(plan, order, -1, [within, bounds]);
      window = [...window.filter((key) => hourOfKey(key) !== lastHour), ...lastOnes];
    }
    const before = found.findIndex((key) => hourOfKey(key) === firstHour);
    const skipped = offset - before;
    return { keys: inTimeOrder(window, order).slice(skipped, skipped + limit), total };
  }

  /**
   * Short prefixes beside words live in another index. A short list of candidates is checked word by
   * word; a long one is intersected with the prefix's own list.
   */
  function candidates(plan: Plan, order: Order, limit: number): { plan: Plan; found: number[] } {
    const found = listKeys(plan, order, limit);
    if (plan.prefixes.length === 0) return { plan, found };
    if (found.length < limit) return { plan, found: withPrefixes(found, plan.prefixes) };
    const both = {
      ...plan,
      conditions: [
        ...plan.conditions,
        '+s.rowid IN (SELECT p.rowid FROM prefix_fts p WHERE p.prefix_fts MATCH ?)',
      ],
      values: [...plan.values, prefixExpression(plan.prefixes)],
      prefixes: [],
    };
    return { plan: both, found: listKeys(both, order, limit) };
  }

  function withPrefixes(keys: number[], prefixes: readonly string[]): number[] {
    const texts = textsOf.all(JSON.stringify(keys)) as [number, string][];
    const passing = new Set<number>();
    for (const [key, text] of texts) {
      if (prefixes.every((prefix) => hasWordBeginning(text, prefix))) passing.add(key);
    }
    return keys.filter((key) => passing.has(key));
  }

  function documentPage(filter: SearchFilter): Page<Item> {
    const plan = planSearch(filter, parts);
    if (!plan) return { items: [], total: 0 };
    const { keys, total } = plan.isTallied ? tallies.page(plan, filter) : matchedPage(plan, filter);
    return { items: parts.items.list(keys), total };
  }

  return {
    search(filter: SearchFilter): Page<Item> {
      if (!filter.kinds.includes('input')) return documentPage(filter);
      if (filter.kinds.every((kind) => kind === 'input')) return parts.inputEvents.search(filter);
      // Input events have a table of their own: both lists up to the end of the page, merged.
      const upToPage = { ...filter, offset: 0, limit: filter.offset + filter.limit };
      const documents = documentPage(upToPage);
      const events = parts.inputEvents.search(upToPage);
      const sign = filter.order === 'ascending' ? 1 : -1;
      const merged = [...documents.items, ...events.items].sort((a, b) => sign * (a.atMs - b.atMs));
      return {
        items: merged.slice(filter.offset, filter.offset + filter.limit),
        total: documents.total + events.total,
      };
    },
  };
}

function isBetween(value: number, a: number, b: number): boolean {
  return value >= Math.min(a, b) && value <= Math.max(a, b);
}
