/**
 * Lists the keys of a plan in order, as many as are wanted: a search whose matches lie far apart ends when its page is full.
 * Runs in a reader thread.
 */
import { firstKeyOfHour, hourOf, lastKeyOfHour } from '../../content/keys.ts';
import { stillWanted } from '../../kernel/cancellation.ts';
import type { Statement } from '../../kernel/connection.ts';
import type { SearchFilter } from '../../records.ts';
import type { Plan } from '../search-plan.ts';
import { KEYS_BETWEEN, type Value, wholeSpan } from '../search-spans.ts';
import type { tallyReader } from '../tallies.ts';
import type { CpuMeter } from './cpu-meter.ts';

/** Of the time in which words to leave out are looked up first; the next is twice as long. */
const FIRST_PIECE_HOURS = 1;
/** What a search may cost before it stops at a full page. */
const LISTING_MS = 10;
/** Keys after which the cost is looked at. */
const KEYS_PER_LOOK = 64;
const MATCHING_BETWEEN =
  'SELECT x.rowid FROM document_fts x WHERE document_fts MATCH ? AND x.rowid BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER)';
/** LIMIT -1 is no limit. */
export const ALL = -1;

export type Order = SearchFilter['order'];

export interface Wanted {
  /** So many and a full page are enough, once they have cost enough. */
  readonly needed: number;
  readonly most: number;
  readonly meter: CpuMeter;
}

export type KeyLister = ReturnType<typeof keyLister>;

export function keyLister(
  tallies: ReturnType<typeof tallyReader>,
  assertWanted: () => void,
  prepare: (sql: string) => Statement,
) {
  function listKeys(plan: Plan, order: Order, limit: number, hour?: number): number[] {
    if (hour !== undefined) return listKeysOf(plan, order, limit, [hour, hour]);
    if (!plan.without) return listKeysOf(plan, order, limit);
    return listWithout(plan, order, limit);
  }

  /** The first keys, and whether these are all. */
  function listFirst(
    plan: Plan,
    order: Order,
    { needed, most, meter }: Wanted,
  ): { found: number[]; isWhole: boolean } {
    // Row by row only where it can end early, since it is slower: not for one word, of which every document is a match.
    if (plan.without || plan.onlyTerm !== undefined || needed >= most) {
      const found = listKeys(plan, order, most);
      return { found, isWhole: found.length < most };
    }
    const found: number[] = [];
    const { sql, values } = statementOf(plan, order);
    for (const key of prepare(sql).iterate(...values, most) as Iterable<number>) {
      found.push(key);
      const isLook = found.length >= needed && found.length % KEYS_PER_LOOK === 0;
      if (isLook && meter.elapsedMs() > LISTING_MS) return { found, isWhole: false };
    }
    return { found, isWhole: found.length < most };
  }

  /** Piece by piece of the time, each longer than the last: what is to be left out is looked up no further than needed. */
  function listWithout(plan: Plan, order: Order, limit: number): number[] {
    const found: number[] = [];
    for (const hours of piecesOf(tallies.hours(), order, { first: FIRST_PIECE_HOURS, growth: 2 })) {
      assertWanted();
      const most = limit === ALL ? ALL : limit - found.length;
      found.push(...listKeysOf(plan, order, most, hours));
      if (found.length === limit) break;
    }
    return found;
  }

  function listKeysOf(
    plan: Plan,
    order: Order,
    limit: number,
    hours?: readonly [number, number],
  ): number[] {
    const { sql, values } = statementOf(plan, order, hours);
    return prepare(sql).all(...values, limit) as number[];
  }

  /** Its last value is the limit. */
  function statementOf(
    plan: Plan,
    order: Order,
    hours?: readonly [number, number],
  ): { sql: string; values: Value[] } {
    const span = wholeSpan(plan);
    const keys = hours && [firstKeyOfHour(hours[0]), lastKeyOfHour(hours[1])];
    // The piece before the range: FTS5 seeks by the first bounds that it is given.
    const conditions = [...plan.conditions, ...(keys ? [KEYS_BETWEEN] : []), span.condition];
    const values = [...plan.values, ...(keys ?? []), ...span.values];
    if (keys && plan.without) {
      conditions.push(`+s.rowid NOT IN (${MATCHING_BETWEEN})`);
      values.push(plan.without.match, ...keys);
    }
    conditions.push(stillWanted('s.rowid'));
    const direction = order === 'ascending' ? 'ASC' : 'DESC';
    const sql = `SELECT s.rowid FROM ${plan.table} s WHERE ${conditions.join(' AND ')} ORDER BY s.rowid ${direction} LIMIT ?`;
    return { sql, values };
  }

  return { listKeys, listFirst };
}

/** The hours of the plan's range in which there is something. */
export function hoursOf(
  { startMs, endMs }: Pick<Plan, 'startMs' | 'endMs'>,
  [first, last]: readonly [number, number],
): [number, number] {
  return [
    startMs === undefined ? first : Math.max(first, hourOf(startMs)),
    endMs === undefined ? last : Math.min(last, hourOf(endMs)),
  ];
}

/** The hours in pieces, from the end at which the order begins. */
export function* piecesOf(
  hours: readonly [number, number],
  order: Order,
  { first, growth }: { first: number; growth: number },
): Generator<[number, number]> {
  let [from, to] = hours;
  for (let length = first; from <= to; length *= growth) {
    if (order === 'ascending') {
      yield [from, Math.min(to, from + length - 1)];
      from += length;
    } else {
      yield [Math.max(from, to - length + 1), to];
      to -= length;
    }
  }
}
