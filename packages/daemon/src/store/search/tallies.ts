/**
 * Timeline pages and exact totals from the hourly tallies: whole hours are skipped by their counts,
 * so a deep page costs no more than the first, and no document is counted one by one except in the
 * two hours at the ends of a time range.
 */
import type { Context } from '../content/contexts.ts';
import {
  DOCUMENT_KINDS,
  type DocumentKind,
  firstKeyOfHour,
  hourOf,
  hourOfKey,
  lastKeyOfHour,
} from '../content/keys.ts';
import type { Connection } from '../kernel/connection.ts';
import type { SearchFilter } from '../records.ts';
import type { LateHours } from './matching/time-order.ts';
import type { Plan } from './search-plan.ts';

/** Read at once; then four times as many, and so on. */
const FIRST_HOURS = 64;
/** A page that is expected in more hours than this is looked up by its contexts. */
const MOST_FIRST_HOURS = 500;
/** How many times the hours that a page would take if all had as many documents. */
const ROOM = 3;

interface HourCount {
  hour: number;
  documents: number;
}

export function tallyReader(db: Connection) {
  const { lateHours, hours, documents, hasMoreThan } = hourTallies(db);
  const ofContexts = contextTallies(db);

  /** Documents per hour that pass the plan, in order of time, read no further than is wanted. Hours at the ends of a range are counted. */
  function* hoursInOrder(plan: Plan, order: SearchFilter['order']): Generator<HourCount> {
    let [from, to] = rangeOf(plan);
    const isAscending = order === 'ascending';
    const read = db
      .prepare(
        `SELECT hour, ${[...plan.kinds].join(' + ')} AS documents FROM hour
         WHERE hour BETWEEN ? AND ? AND documents > 0 ORDER BY hour ${isAscending ? 'ASC' : 'DESC'} LIMIT ?`,
      )
      .raw();
    for (let length = FIRST_HOURS; ; length *= 4) {
      const rows = read.all(from, to, length) as [number, number][];
      yield* exactly(rows, plan);
      const last = rows.at(-1);
      if (!last || rows.length < length) return;
      if (isAscending) from = last[0] + 1;
      else to = last[0] - 1;
    }
  }

  /** The same for the contexts of a plan. */
  function listHoursOfContexts(
    plan: Plan,
    contexts: readonly Context[],
    order: SearchFilter['order'],
  ): HourCount[] {
    const direction = order === 'ascending' ? 'ASC' : 'DESC';
    const rows = db
      .prepare(
        `SELECT hour, sum(documents) AS documents FROM context_hour
         WHERE context_id IN (SELECT value FROM json_each(?)) AND hour BETWEEN ? AND ?
         GROUP BY hour ORDER BY hour ${direction}`,
      )
      .raw()
      .all(JSON.stringify(contexts.map((context) => context.id)), ...rangeOf(plan));
    return exactly(rows as [number, number][], plan);
  }

  function exactly(rows: readonly [number, number][], plan: Plan): HourCount[] {
    return rows
      .map(([hour, documents]) =>
        isCut(hour, plan) ? { hour, documents: countHour(hour, plan) } : { hour, documents },
      )
      .filter(({ documents }) => documents > 0);
  }

  /** Of a plan without contexts. */
  function totalOf(plan: Plan): number {
    const kinds = [...plan.kinds];
    const ends = [plan.startMs, plan.endMs].flatMap((ms) => (ms === undefined ? [] : hourOf(ms)));
    return [...new Set(ends)].reduce(
      (total, hour) => total - documents(kinds, [hour, hour]) + countHour(hour, plan),
      documents(kinds, rangeOf(plan)),
    );
  }

  function countHour(hour: number, plan: Plan): number {
    const { sql, values } = withinHour(hour, plan);
    return db
      .prepare(`SELECT count(*) ${sql}`)
      .pluck()
      .get(...values) as number;
  }

  function listKeysOfHour(
    hour: number,
    plan: Plan,
    window: { order: SearchFilter['order']; offset: number; limit: number; isLate: boolean },
  ): number[] {
    const { sql, values } = withinHour(hour, plan);
    const direction = window.order === 'ascending' ? 'ASC' : 'DESC';
    const by = window.isLate ? `s.at_ms ${direction}, s.key ${direction}` : `s.key ${direction}`;
    return db
      .prepare(`SELECT s.key ${sql} ORDER BY ${by} LIMIT ? OFFSET ?`)
      .pluck()
      .all(...values, window.limit, window.offset) as number[];
  }

  function keysOf(counts: Iterable<HourCount>, plan: Plan, filter: SearchFilter): number[] {
    const { order, limit } = filter;
    let skip = filter.offset;
    const needed: HourCount[] = [];
    let available = 0;
    for (const entry of counts) {
      if (needed.length === 0 && skip >= entry.documents) {
        skip -= entry.documents;
      } else {
        needed.push(entry);
        available += entry.documents;
      }
      if (available >= skip + limit) break;
    }
    const isLate = lateHours(needed.map(({ hour }) => firstKeyOfHour(hour)));
    const keys: number[] = [];
    for (const { hour } of needed) {
      const window = { order, offset: skip, limit: limit - keys.length };
      keys.push(...listKeysOfHour(hour, plan, { ...window, isLate: isLate.has(hour) }));
      skip = 0;
    }
    return keys;
  }

  return {
    lateHours,
    hours,
    documents,
    hasMoreThan,
    page(plan: Plan, filter: SearchFilter): { keys: number[]; total: number } {
      const { contexts, startMs, endMs } = plan;
      const { order } = filter;
      if (!contexts) {
        return { keys: keysOf(hoursInOrder(plan, order), plan, filter), total: totalOf(plan) };
      }
      if (startMs !== undefined || endMs !== undefined) {
        const counts = listHoursOfContexts(plan, contexts, order);
        const total = counts.reduce((sum, entry) => sum + entry.documents, 0);
        return { keys: keysOf(counts, plan, filter), total };
      }
      const ids = JSON.stringify(contexts.map(({ id }) => id));
      const total = ofContexts.total(ids);
      const counts =
        ofContexts.firstHours(ids, { hours: hours(), total, filter }) ??
        listHoursOfContexts(plan, contexts, order);
      return { keys: keysOf(counts, plan, filter), total };
    },
  };
}

/** Of every hour, whatever is asked for. */
function hourTallies(db: Connection) {
  const late = db
    .prepare('SELECT hour, late_ms FROM hour WHERE late_ms > 0 AND hour BETWEEN ? AND ?')
    .raw();

  // Asked for at once, the two would take a walk over all hours.
  const firstHour = db.prepare('SELECT min(hour) FROM hour').pluck();
  const lastHour = db.prepare('SELECT max(hour) FROM hour').pluck();
  const newest = db.prepare('SELECT ocr + audio + ui FROM hour ORDER BY hour DESC').pluck();

  function lateHours(keys: readonly number[]): LateHours {
    const first = hourOfKey(keys[0] ?? 0);
    const last = hourOfKey(keys.at(-1) ?? 0);
    return new Map(late.all(Math.min(first, last), Math.max(first, last)) as [number, number][]);
  }

  /** The first and the last hour that have documents. */
  function hours(): [number, number] {
    const [first, last] = [firstHour.get(), lastHour.get()] as (number | null)[];
    return [first ?? 0, last ?? 0];
  }

  /** How many there are of these kinds in these hours. */
  function documents(kinds: readonly DocumentKind[], span: readonly [number, number]): number {
    return db
      .prepare(`SELECT coalesce(sum(${kinds.join(' + ')}), 0) FROM hour WHERE hour BETWEEN ? AND ?`)
      .pluck()
      .get(...span) as number;
  }

  /** Whether all hours together have more; reads no further than to that. */
  function hasMoreThan(count: number): boolean {
    let sum = 0;
    for (const documentsOfHour of newest.iterate() as Iterable<number>) {
      sum += documentsOfHour;
      if (sum > count) return true;
    }
    return false;
  }

  return { lateHours, hours, documents, hasMoreThan };
}

interface AskedPage {
  /** The first and the last that have documents of any context. */
  hours: readonly [number, number];
  /** Of these contexts. */
  total: number;
  filter: SearchFilter;
}

/** Tallies of contexts, whose ids come as a JSON list, over all of the time. */
function contextTallies(db: Connection) {
  const totalOf = db
    .prepare(
      `SELECT coalesce(sum(t.documents), 0) FROM json_each(?) j CROSS JOIN context_total t ON t.context_id = j.value`,
    )
    .pluck();
  /** By the index of hours: for few of them, whatever the number of contexts. */
  const hoursOfContexts = db
    .prepare(
      `SELECT hour, sum(documents) FROM context_hour INDEXED BY context_hour_by_hour
       WHERE hour BETWEEN ? AND ? AND context_id IN (SELECT value FROM json_each(?)) GROUP BY hour`,
    )
    .raw();

  /** The hours at the end where the page begins; undefined when they do not hold it. */
  function firstHours(ids: string, asked: AskedPage): HourCount[] | undefined {
    const {
      hours: [first, last],
      total,
      filter: { order, offset, limit },
    } = asked;
    const wanted = offset + limit;
    const all = last - first + 1;
    const length = Math.min(all, Math.ceil((wanted / Math.max(1, total)) * all * ROOM));
    if (length > MOST_FIRST_HOURS) return undefined;
    const span = order === 'ascending' ? [first, first + length - 1] : [last - length + 1, last];
    const rows = hoursOfContexts.all(...span, ids) as [number, number][];
    const found = rows.map(([hour, documents]) => ({ hour, documents }));
    const documents = found.reduce((sum, entry) => sum + entry.documents, 0);
    if (documents < Math.min(wanted, total)) return undefined;
    return order === 'ascending' ? found : found.reverse();
  }

  return { total: (ids: string) => totalOf.get(ids) as number, firstHours };
}

/** The first and the last hour that a plan may ask for. */
function rangeOf({ startMs, endMs }: Plan): [number, number] {
  return [
    startMs === undefined ? Number.MIN_SAFE_INTEGER : hourOf(startMs),
    endMs === undefined ? Number.MAX_SAFE_INTEGER : hourOf(endMs),
  ];
}

/** Whether the range begins or ends inside this hour. */
function isCut(hour: number, plan: Plan): boolean {
  const beginsInside = plan.startMs !== undefined && hourOf(plan.startMs) === hour;
  const endsInside = plan.endMs !== undefined && hourOf(plan.endMs) === hour;
  return beginsInside || endsInside;
}

function withinHour(hour: number, plan: Plan): { sql: string; values: (string | number)[] } {
  const conditions = ['s.key BETWEEN ? AND ?'];
  const values: (string | number)[] = [firstKeyOfHour(hour), lastKeyOfHour(hour)];
  if (plan.kinds.size < DOCUMENT_KINDS.length) {
    const numbers = [...plan.kinds].map((kind) => DOCUMENT_KINDS.indexOf(kind));
    conditions.push(`s.key % 4 IN (${numbers.join(', ')})`);
  }
  if (plan.contexts) {
    conditions.push('s.context_id IN (SELECT value FROM json_each(?))');
    values.push(JSON.stringify(plan.contexts.map((context) => context.id)));
  }
  if (isCut(hour, plan)) {
    conditions.push('s.at_ms BETWEEN ? AND ?');
    values.push(plan.startMs ?? 0, plan.endMs ?? Number.MAX_SAFE_INTEGER);
  }
  return { sql: `FROM document s WHERE ${conditions.join(' AND ')}`, values };
}
