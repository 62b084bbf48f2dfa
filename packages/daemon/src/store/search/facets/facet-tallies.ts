/**
 * Counts of items per context and per hour, from the hourly tallies: SQLite sums them up, so no item and few tallies are read. Only hours that
 * the range or a day divides are counted item by item. Used by `facets.ts`.
 */

import type { Context } from '../../content/contexts.ts';
import {
  DOCUMENT_KINDS,
  firstKeyOfHour,
  HOUR_MS,
  hourOf,
  lastKeyOfHour,
} from '../../content/keys.ts';
import type { ReadKernel } from '../../kernel/kernel.ts';
import { planParts } from '../plan-parts.ts';
import type { Plan } from '../search-plan.ts';

/** Days begin at quarters of an hour everywhere. */
export const QUARTER_MS = HOUR_MS / 4;

/** Items of one context in the hour, or the quarter of an hour, that begins at a time. */
export type Tally = [contextId: number, startMs: number, documents: number];

export interface FacetTallies {
  readonly perContext: Map<number, number>;
  /** Several may begin at the same time. */
  readonly starts: [startMs: number, documents: number][];
}

type HourRow = [hour: number, documents: number];

interface Hours {
  readonly from: number;
  readonly to: number;
  /** Those that have to be counted item by item. */
  readonly cut: Set<number>;
}

export function facetTallyReader({ db, part }: ReadKernel) {
  const { contexts } = part(planParts);
  const sql = {
    perContext: db.prepare('SELECT context_id, documents FROM context_total').raw(),
    perContextWithin: db
      .prepare(
        `SELECT context_id, sum(documents) FROM context_hour INDEXED BY context_hour_by_hour
         WHERE hour BETWEEN ? AND ? AND hour NOT IN (SELECT value FROM json_each(?)) GROUP BY context_id`,
      )
      .raw(),
    totalsOf: db
      .prepare(
        `SELECT t.context_id, t.documents FROM json_each(?) j CROSS JOIN context_total t ON t.context_id = j.value`,
      )
      .raw(),
    hoursOfApps: db
      .prepare(
        `SELECT a.hour, a.documents FROM json_each(?) j CROSS JOIN app_hour a ON a.app_id = j.value`,
      )
      .raw(),
    hoursOfContexts: db
      .prepare(
        `SELECT c.hour, c.documents FROM json_each(?) j CROSS JOIN context_hour c ON c.context_id = j.value`,
      )
      .raw(),
    ofContexts: db
      .prepare(
        `SELECT c.context_id, c.hour, c.documents FROM json_each(?) j CROSS JOIN context_hour c ON c.context_id = j.value
         WHERE c.hour BETWEEN ? AND ?`,
      )
      .raw(),
    cutHour: db
      .prepare(
        `SELECT context_id, at_ms / ${QUARTER_MS} * ${QUARTER_MS}, count(*) FROM document
         WHERE key BETWEEN ? AND ? AND at_ms BETWEEN ? AND ? GROUP BY 1, 2`,
      )
      .raw(),
  };

  function countContexts(wanted: readonly Context[], hours: Hours, into: FacetTallies): void {
    const { from, to, cut } = hours;
    const ids = JSON.stringify(wanted.map(({ id }) => id));
    const rows = sql.ofContexts.all(ids, from, to) as Tally[];
    const whole = rows.filter(([, hour]) => !cut.has(hour));
    addTallies(
      whole.map(([id, hour, documents]) => [id, hour * HOUR_MS, documents]),
      into,
    );
  }

  /** Of all of the time: apps of which every context is wanted have tallies themselves. */
  function countAlways(wanted: readonly Context[], withDays: boolean, into: FacetTallies): void {
    const ids = JSON.stringify(wanted.map(({ id }) => id));
    for (const [id, documents] of sql.totalsOf.all(ids) as [number, number][]) {
      add(into.perContext, id, documents);
    }
    if (!withDays) return;
    const byApp = Map.groupBy(wanted, ({ appId }) => appId);
    const apps = [...byApp].filter(([id, of]) => of.length === contexts.countOfApp(id));
    for (const [id] of apps) byApp.delete(id);
    const others = [...byApp.values()].flat().map(({ id }) => id);
    const hours = [
      ...sql.hoursOfApps.all(JSON.stringify(apps.map(([id]) => id))),
      ...(others.length > 0 ? sql.hoursOfContexts.all(JSON.stringify(others)) : []),
    ] as [number, number][];
    for (const [hour, documents] of hours) into.starts.push([hour * HOUR_MS, documents]);
  }

  function countKinds(
    plan: Plan,
    rows: readonly HourRow[],
    hours: Hours,
    into: FacetTallies,
  ): void {
    for (const [hour, documents] of rows) {
      if (documents > 0 && !hours.cut.has(hour)) into.starts.push([hour * HOUR_MS, documents]);
    }
    const { from, to, cut } = hours;
    const sums = isAlways(plan, hours)
      ? sql.perContext.all()
      : sql.perContextWithin.all(from, to, JSON.stringify([...cut]));
    const isEveryKind = plan.kinds.size === DOCUMENT_KINDS.length;
    for (const [id, documents] of sums as [number, number][]) {
      if (isEveryKind || plan.kinds.has(contexts.get(id).kind)) add(into.perContext, id, documents);
    }
  }

  function listHours({ kinds }: Plan, { from, to }: Hours): HourRow[] {
    const documents = [...kinds].join(' + ');
    return db
      .prepare(`SELECT hour, ${documents} FROM hour WHERE hour BETWEEN ? AND ? ORDER BY hour`)
      .raw()
      .all(from, to) as HourRow[];
  }

  function countHour(hour: number, { startMs, endMs }: Plan): Tally[] {
    const keys = [firstKeyOfHour(hour), lastKeyOfHour(hour)];
    const times = [startMs ?? 0, endMs ?? Number.MAX_SAFE_INTEGER];
    return sql.cutHour.all(...keys, ...times) as Tally[];
  }

  return {
    /** Of a plan without words. `holdsMidnight`: whether a day begins within that hour; undefined when days are not counted. */
    tally(plan: Plan, holdsMidnight: ((hour: number) => boolean) | undefined): FacetTallies {
      const counts = newTallies();
      const hours = hoursOf(plan);
      const rows = holdsMidnight ? listHours(plan, hours) : [];
      for (const [hour] of rows) if (holdsMidnight?.(hour)) hours.cut.add(hour);
      const wanted = plan.contexts && new Set(plan.contexts.map(({ id }) => id));
      if (!plan.contexts) countKinds(plan, rows, hours, counts);
      else if (isAlways(plan, hours))
        countAlways(plan.contexts, holdsMidnight !== undefined, counts);
      else countContexts(plan.contexts, hours, counts);
      const isWanted = (id: number) =>
        wanted ? wanted.has(id) : plan.kinds.has(contexts.get(id).kind);
      for (const hour of hours.cut) {
        addTallies(
          countHour(hour, plan).filter(([id]) => isWanted(id)),
          counts,
        );
      }
      return counts;
    },
  };
}

/** Whether nothing but whole hours is counted, and every one of them. */
function isAlways({ startMs, endMs }: Plan, { cut }: Hours): boolean {
  return startMs === undefined && endMs === undefined && cut.size === 0;
}

/** The first and the last hour, and those of them that the range does not fill. */
function hoursOf({ startMs, endMs }: Plan): Hours {
  const ends = [startMs, endMs].flatMap((atMs) => (atMs === undefined ? [] : hourOf(atMs)));
  return {
    from: startMs === undefined ? 0 : hourOf(startMs),
    to: endMs === undefined ? Number.MAX_SAFE_INTEGER : hourOf(endMs),
    cut: new Set(ends),
  };
}

export function newTallies(): FacetTallies {
  return { perContext: new Map(), starts: [] };
}

export function addTallies(tallies: readonly Tally[], into: FacetTallies): FacetTallies {
  for (const [id, startMs, documents] of tallies) {
    add(into.perContext, id, documents);
    into.starts.push([startMs, documents]);
  }
  return into;
}

function add<K>(counts: Map<K, number>, key: K, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}
