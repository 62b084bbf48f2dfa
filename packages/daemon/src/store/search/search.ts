/**
 * Search and timeline: the page asked for, in order of time with ties by id, and the exact total.
 * Runs in a reader thread, inside one read transaction, so page and total belong together.
 */
import { itemReader } from '../content/items.ts';
import { firstKeyOfHour, hourOfKey, lastKeyOfHour } from '../content/keys.ts';
import { inputEventReader } from '../input/input-events.ts';
import { stillWanted } from '../kernel/cancellation.ts';
import type { Statement } from '../kernel/connection.ts';
import type { ReadKernel } from '../kernel/kernel.ts';
import { FRAME_TEXT, PACK_JOINS } from '../packing/pack-reader.ts';
import type { Item, Page, SearchFilter } from '../records.ts';
import { countingOf } from './beginnings.ts';
import { planParts } from './plan-parts.ts';
import { ranker } from './ranking.ts';
import { type Plan, type PlanParts, planSearch, prefixExpression } from './search-plan.ts';
import { KEYS_BETWEEN, spansOf, wholeSpan } from './search-spans.ts';
import { tallyReader } from './tallies.ts';
import { timeOrder } from './time-order.ts';
import { parseQuery } from './words/query-syntax.ts';
import { hasWordBeginning } from './words/tokens.ts';

/** Results up to this size are read whole: their total needs no second pass over the index. */
const WHOLE_RESULT = 4_000;
/**
 * Counts go piece by piece of the time, and a cancelled one ends with its piece: cheaper than asking in
 * SQL, and it stops queries that find nothing too. More pieces would cost more in beginning each.
 */
const COUNTING_PIECES = 8;
/** Of a long list that is intersected with another. */
const KEYS_PER_PIECE = 20_000;
/** Of the time in which words to leave out are looked up first; the next is twice as long. */
const FIRST_PIECE_HOURS = 1;
const MATCHING_BETWEEN =
  'SELECT x.rowid FROM document_fts x WHERE document_fts MATCH ? AND x.rowid BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER)';
/** LIMIT -1 is no limit. */
const ALL = -1;
/** Beyond the page, so that its last hour is usually complete. */
const BEYOND_PAGE = 256;

export interface SearchParts extends PlanParts {
  items: ReturnType<typeof itemReader>;
  inputEvents: ReturnType<typeof inputEventReader>;
  /** Throws when nobody waits for the answer any more. */
  assertWanted: () => void;
}

export interface KeyPage extends Pick<Page<Item>, 'total' | 'ranked'> {
  keys: number[];
  /** False when it was not to be counted: there are at least as many. */
  isExact: boolean;
}

type Order = SearchFilter['order'];

export function searchReader(kernel: ReadKernel) {
  const { db, part, tuning, assertWanted } = kernel;
  const parts: SearchParts = {
    ...part(planParts),
    items: part(itemReader),
    inputEvents: part(inputEventReader),
    assertWanted,
  };
  const { wholeResult = WHOLE_RESULT } = tuning;
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
  const countDocuments = (term: string) =>
    (vocabulary.document_fts.get(term) as number | undefined) ?? 0;
  const ranking = ranker(db, { ...parts, countDocuments }, tuning.ranking);
  const inTimeOrder = timeOrder(db, tallies.lateHours);
  const listKeys = keyLister(tallies, parts, prepare);
  const candidates = candidateLister({ db, listKeys, prepare, parts });
  const countAll = matchCounter({ vocabulary, prepare, tallies, parts });

  function matchedPage(plan: Plan, filter: SearchFilter, isCounted: boolean): KeyPage {
    const { order, offset, limit } = filter;
    // What is left out follows from the difference, and reading on for a small result could take the whole time.
    const least = plan.without ? 0 : wholeResult;
    const wanted = Math.max(least, offset + limit + BEYOND_PAGE);
    const { found, isWhole } = candidates(plan, order, wanted);
    const isExact = isWhole || isCounted;
    const total = isWhole || !isCounted ? found.length : countAll(plan);
    if (found.length <= offset) return { keys: [], total, isExact };

    const end = Math.min(offset + limit, found.length);
    const firstHour = hourOfKey(found[offset] as number);
    const lastHour = hourOfKey(found[end - 1] as number);
    const window = found.filter((key) => isBetween(hourOfKey(key), firstHour, lastHour));
    const skipped = offset - found.indexOf(window[0] as number);
    const asked = { wanted: skipped + limit, order };
    const isAll = isWhole || window.at(-1) !== found.at(-1);
    const sorted =
      inTimeOrder(window, { ...asked, isAll }) ??
      inTimeOrder(withAllOf(lastHour, window, plan, order), { ...asked, isAll: true });
    return { keys: sorted?.slice(skipped) ?? [], total, isExact };
  }

  function withAllOf(hour: number, keys: readonly number[], plan: Plan, order: Order): number[] {
    const before = keys.filter((key) => hourOfKey(key) !== hour);
    return [...before, ...listKeys(plan, order, ALL, hour)];
  }

  /** The best of the newest matches, all of them; undefined when no word can be weighed. */
  function bestKeys(filter: SearchFilter, isCounted: boolean): KeyPage | undefined {
    const words = ranking.weighedWords(parseQuery(filter.query ?? ''));
    if (words.length === 0) return undefined;
    const limit = ranking.mostRanked;
    const newest = { offset: 0, limit, order: 'descending', isRanked: false } as const;
    const { keys, ...counted } = keyPage({ ...filter, ...newest }, isCounted);
    parts.assertWanted();
    const best = ranking.rank(keys, words);
    return { ...counted, keys: best, ranked: best.length };
  }

  function rankedPage(filter: SearchFilter, isCounted: boolean): KeyPage {
    const { offset, limit } = filter;
    const best = bestKeys(filter, isCounted);
    if (best) return { ...best, keys: best.keys.slice(offset, offset + limit) };
    return { ...keyPage({ ...filter, isRanked: false }, isCounted), ranked: 0 };
  }

  function keyPage(filter: SearchFilter, isCounted = true): KeyPage {
    if (isByMatch(filter)) return rankedPage(filter, isCounted);
    const plan = planSearch(filter, parts);
    if (!plan) return { keys: [], total: 0, isExact: true };
    return plan.isTallied && !plan.without
      ? { ...tallies.page(plan, filter), isExact: true }
      : matchedPage(plan, filter, isCounted);
  }

  function documentPage(filter: SearchFilter): Page<Item> {
    const { keys, total, ranked } = keyPage(filter);
    return { items: parts.items.list(keys), total, ...(ranked !== undefined && { ranked }) };
  }

  return {
    /** The keys of the documents on the page; input events have none. */
    keyPage,
    bestKeys,
    search(filter: SearchFilter): Page<Item> {
      if (!filter.kinds.includes('input')) return documentPage(filter);
      if (filter.kinds.every((kind) => kind === 'input')) return parts.inputEvents.search(filter);
      // Input events have their own table: both lists up to the end of the page, merged.
      const upToPage = { ...filter, offset: 0, limit: filter.offset + filter.limit };
      const documents = documentPage(upToPage);
      const events = parts.inputEvents.search(upToPage);
      const sign = filter.order === 'ascending' ? 1 : -1;
      const isEvent = (item: Item) => Number(item.kind === 'input');
      const merged = [...documents.items, ...events.items].sort(
        (a, b) => sign * (a.atMs - b.atMs || isEvent(a) - isEvent(b)),
      );
      return {
        items: merged.slice(filter.offset, filter.offset + filter.limit),
        total: documents.total + events.total,
      };
    },
  };
}

/** Lists the keys of a plan that also hold its short prefixes. */
function candidateLister({
  db,
  listKeys,
  prepare,
  parts,
}: Pick<ReadKernel, 'db'> & {
  listKeys: ReturnType<typeof keyLister>;
  prepare: (sql: string) => Statement;
  parts: SearchParts;
}) {
  const textsOf = db
    .prepare(
      `SELECT d.key, ${FRAME_TEXT} FROM json_each(?) j JOIN document d ON d.key = j.value
       LEFT JOIN document_text t ON t.key = d.key ${PACK_JOINS('CASE d.key % 4 WHEN 0 THEN d.ref END')}
       WHERE d.length > 0`,
    )
    .raw();

  /**
   * Very short prefixes next to words live in another index. A short list of candidates is checked
   * word by word; a long one is intersected with the list of the prefixes, and then is whole.
   */
  function candidates(
    plan: Plan,
    order: Order,
    limit: number,
  ): { found: number[]; isWhole: boolean } {
    const found = listKeys(plan, order, limit);
    const isWhole = found.length < limit;
    if (plan.prefixes.length === 0) return { found, isWhole };
    if (isWhole) return { found: withPrefixes(found, plan.prefixes), isWhole };
    return { found: intersected(listKeys(plan, order, ALL), plan.prefixes), isWhole: true };
  }

  /** Piece by piece: the list of a one-letter prefix holds nearly every document. */
  function intersected(keys: readonly number[], prefixes: readonly string[]): number[] {
    const having = prepare(
      `SELECT s.rowid FROM prefix_fts s WHERE prefix_fts MATCH ? AND ${KEYS_BETWEEN} ORDER BY s.rowid`,
    );
    const kept: number[] = [];
    for (let from = 0; from < keys.length; from += KEYS_PER_PIECE) {
      parts.assertWanted();
      const piece = keys.slice(from, from + KEYS_PER_PIECE);
      const ends = [piece[0] ?? 0, piece.at(-1) ?? 0].sort((a, b) => a - b);
      const list = having.all(prefixExpression(prefixes), ...ends) as number[];
      kept.push(...intersection(piece, list));
    }
    return kept;
  }

  function withPrefixes(keys: number[], prefixes: readonly string[]): number[] {
    const texts = textsOf.all(JSON.stringify(keys)) as [number, string][];
    const passing = new Set<number>();
    for (const [key, text] of texts) {
      if (prefixes.every((prefix) => hasWordBeginning(text, prefix))) passing.add(key);
    }
    return keys.filter((key) => passing.has(key));
  }

  return candidates;
}

/** Counts the matches of a plan without listing them. */
function matchCounter({
  vocabulary,
  prepare,
  tallies,
  parts,
}: {
  vocabulary: Record<'document_fts' | 'prefix_fts', Statement>;
  prepare: (sql: string) => Statement;
  tallies: ReturnType<typeof tallyReader>;
  parts: SearchParts;
}) {
  /** What the vocabulary knows, all of it or nearly; undefined when everything has to be visited. */
  function countKnown({ table, onlyTerm, onlyWords }: Plan): number | undefined {
    if (onlyTerm !== undefined && table !== 'document') {
      return (vocabulary[table].get(onlyTerm) as number | undefined) ?? 0;
    }
    const counting = onlyWords && countingOf(onlyWords);
    if (counting?.match === undefined) return counting?.known;
    const sql = 'SELECT count(*) FROM document_fts WHERE document_fts MATCH ?';
    return counting.known + (prepare(sql).get(counting.match) as number);
  }

  /** All that passes the filters, less those of them that hold the words. */
  function countWithout(plan: Plan, having: Plan | undefined): number {
    const all = { ...plan, without: undefined };
    const nothing = { kinds: [], limit: 0, offset: 0, order: 'ascending' } as const;
    const total = all.isTallied ? tallies.page(all, nothing).total : countAll(all);
    return total - (having ? countAll(having) : 0);
  }

  function countAll(plan: Plan): number {
    if (plan.without) return countWithout(plan, plan.without.having);
    const known = countKnown(plan);
    if (known !== undefined) return known;
    let total = 0;
    const values = plan.countedValues ?? plan.values;
    for (const span of spansOf(plan, tallies.hours(), plan.isDivisible ? COUNTING_PIECES : 1)) {
      parts.assertWanted();
      const conditions = [...plan.conditions, span.condition];
      const sql = `SELECT count(*) FROM ${plan.table} s WHERE ${conditions.join(' AND ')}`;
      total += prepare(sql).get(...values, ...span.values) as number;
    }
    return total;
  }

  return countAll;
}

/** Lists the keys of a plan in order. */
function keyLister(
  tallies: ReturnType<typeof tallyReader>,
  parts: SearchParts,
  prepare: (sql: string) => Statement,
) {
  function listKeys(plan: Plan, order: Order, limit: number, hour?: number): number[] {
    if (hour !== undefined) return listKeysOf(plan, order, limit, [hour, hour]);
    return plan.without ? listWithout(plan, order, limit) : listKeysOf(plan, order, limit);
  }

  /** Piece by piece of the time, each longer than the last: what is to be left out is looked up no further than needed. */
  function listWithout(plan: Plan, order: Order, limit: number): number[] {
    const found: number[] = [];
    let [first, last] = tallies.hours();
    for (
      let length = FIRST_PIECE_HOURS;
      first <= last && (limit === ALL || found.length < limit);
      length *= 2
    ) {
      parts.assertWanted();
      const most = limit === ALL ? ALL : limit - found.length;
      if (order === 'ascending') {
        found.push(...listKeysOf(plan, order, most, [first, Math.min(last, first + length - 1)]));
        first += length;
      } else {
        found.push(...listKeysOf(plan, order, most, [Math.max(first, last - length + 1), last]));
        last -= length;
      }
    }
    return found;
  }

  function listKeysOf(
    plan: Plan,
    order: Order,
    limit: number,
    hours?: readonly [number, number],
  ): number[] {
    const span = wholeSpan(plan);
    const conditions = [...plan.conditions, span.condition, stillWanted('s.rowid')];
    const values = [...plan.values, ...span.values];
    if (hours) {
      const keys = [firstKeyOfHour(hours[0]), lastKeyOfHour(hours[1])];
      conditions.push(KEYS_BETWEEN);
      values.push(...keys);
      if (plan.without) {
        conditions.push(`+s.rowid NOT IN (${MATCHING_BETWEEN})`);
        values.push(plan.without.match, ...keys);
      }
    }
    const direction = order === 'ascending' ? 'ASC' : 'DESC';
    const sql = `SELECT s.rowid FROM ${plan.table} s WHERE ${conditions.join(' AND ')} ORDER BY s.rowid ${direction} LIMIT ?`;
    return prepare(sql).all(...values, limit) as number[];
  }

  return listKeys;
}

/** Without words nothing is a better match than another. */
export function isByMatch({ isRanked, query }: SearchFilter): boolean {
  return isRanked === true && Boolean(query?.trim());
}

/** `keys` in their order, `ascending` in that one. */
function intersection(keys: readonly number[], ascending: readonly number[]): number[] {
  const isDescending = (keys[0] ?? 0) > (keys.at(-1) ?? 0);
  let at = isDescending ? ascending.length - 1 : 0;
  return keys.filter((key) => {
    if (isDescending) while (at >= 0 && (ascending[at] as number) > key) at -= 1;
    else while (at < ascending.length && (ascending[at] as number) < key) at += 1;
    return ascending[at] === key;
  });
}

function isBetween(value: number, a: number, b: number): boolean {
  return value >= Math.min(a, b) && value <= Math.max(a, b);
}
