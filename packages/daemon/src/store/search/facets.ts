/**
 * How many of the matching items there are per day, app, site, window, device and speaker. Without words the hourly
 * tallies know it, whatever the number of items; with words the newest matches are counted, and the answer says how many.
 * Runs in a reader thread.
 */
import type { Context } from '../content/contexts.ts';
import { firstKeyOfHour, HOUR_MS, hourOf, lastKeyOfHour } from '../content/keys.ts';
import { siteOf } from '../content/site.ts';
import type { ReadKernel } from '../kernel/kernel.ts';
import type { FacetCount, FacetField, FacetFilter, Facets } from '../timeline/overview-records.ts';
import { planParts } from './plan-parts.ts';
import { searchReader } from './search.ts';
import { type Plan, planSearch } from './search-plan.ts';

/** Reading the contexts of more takes longer than a person wants to wait for a number. */
const MAX_COUNTED = 50_000;
/** Where words are to be left out: those are walked over too. */
const MAX_COUNTED_WITHOUT = 10_000;
const TYPES = { ocr: 'OCR', audio: 'Audio', ui: 'UI' } as const;

/** Days begin at quarters of an hour everywhere. */
const QUARTER_MS = HOUR_MS / 4;

/** Items of one context in the hour, or the quarter of an hour, that begins at a time. */
type Tally = [contextId: number, startMs: number, documents: number];

export function facetReader({ db, part, assertWanted }: ReadKernel) {
  const parts = { ...part(planParts), search: part(searchReader), assertWanted };
  const { contexts, search } = parts;
  const sql = {
    tallies: db
      .prepare('SELECT context_id, hour, documents FROM context_hour WHERE hour BETWEEN ? AND ?')
      .raw(),
    // For the hours in which the range, or a day, begins and ends.
    cutHour: db
      .prepare(
        `SELECT context_id, at_ms / ${QUARTER_MS} * ${QUARTER_MS}, count(*) FROM document
         WHERE key BETWEEN ? AND ? AND at_ms BETWEEN ? AND ? GROUP BY 1, 2`,
      )
      .raw(),
    contextsOf: db
      .prepare(
        `SELECT d.context_id, d.at_ms / ${QUARTER_MS} * ${QUARTER_MS}, 1
         FROM json_each(?) j JOIN document d ON d.key = j.value`,
      )
      .raw(),
    speaker: db.prepare('SELECT name FROM speakers WHERE id = ?').pluck(),
  };

  function* tallied(plan: Plan, timeZone: string): Generator<Tally> {
    const wanted = plan.contexts && new Set(plan.contexts.map(({ id }) => id));
    const isWanted = (id: number) =>
      wanted ? wanted.has(id) : plan.kinds.has(contexts.get(id).kind);
    const { from, to, cut } = hoursOf(plan);
    const holdsMidnight = midnightFinder(timeZone);
    for (const [id, hour, documents] of sql.tallies.iterate(from, to) as Iterable<Tally>) {
      if (holdsMidnight(hour)) cut.add(hour);
      if (!cut.has(hour) && isWanted(id)) yield [id, hour * HOUR_MS, documents];
    }
    for (const hour of cut) yield* countHour(hour, plan).filter(([id]) => isWanted(id));
  }

  function countHour(hour: number, { startMs, endMs }: Plan): Tally[] {
    const keys = [firstKeyOfHour(hour), lastKeyOfHour(hour)];
    const times = [startMs ?? 0, endMs ?? Number.MAX_SAFE_INTEGER];
    return sql.cutHour.all(...keys, ...times) as Tally[];
  }

  function matched(
    filter: FacetFilter,
    plan: Plan | undefined,
  ): { tallies: Tally[]; total: number } {
    const limit = plan?.without ? MAX_COUNTED_WITHOUT : MAX_COUNTED;
    const newest = { ...filter, limit, offset: 0, order: 'descending' } as const;
    const { keys, total } = search.keyPage(newest);
    parts.assertWanted();
    return { tallies: sql.contextsOf.all(JSON.stringify(keys)) as Tally[], total };
  }

  function facetValue(field: Exclude<FacetField, 'day'>, context: Context): string | undefined {
    switch (field) {
      case 'type':
        return TYPES[context.kind];
      case 'app':
        return context.appName || undefined;
      case 'window':
        return context.windowName || undefined;
      case 'site':
        return siteOf(context.browserUrl) ?? undefined;
      case 'device':
        return context.deviceName || undefined;
      case 'speaker':
        return context.speakerId === null ? undefined : String(context.speakerId);
    }
  }

  function labelOf(field: FacetField, value: string): string {
    return field === 'speaker' ? String(sql.speaker.get(Number(value)) ?? '') : value;
  }

  function countField(
    field: Exclude<FacetField, 'day'>,
    perContext: ReadonlyMap<number, number>,
    most: number,
  ): FacetCount[] {
    const counts = new Map<string, number>();
    for (const [id, documents] of perContext) {
      const value = facetValue(field, contexts.get(id));
      if (value !== undefined) add(counts, value, documents);
    }
    return [...counts]
      .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
      .slice(0, most)
      .map(([value, count]) => ({ value, label: labelOf(field, value), count }));
  }

  return {
    countFacets(filter: FacetFilter): Facets {
      const plan = planSearch({ ...filter, limit: 1, offset: 0, order: 'descending' }, parts);
      const found = plan && isTallied(plan) ? undefined : matched(filter, plan);
      const perContext = new Map<number, number>();
      const perStart = new Map<number, number>();
      let counted = 0;
      const tallies = plan ? (found?.tallies ?? tallied(plan, filter.timeZone)) : [];
      for (const [id, startMs, documents] of tallies) {
        add(perContext, id, documents);
        add(perStart, startMs, documents);
        counted += documents;
      }
      const fields: Facets['fields'] = {};
      for (const field of filter.fields) {
        parts.assertWanted();
        fields[field] =
          field === 'day'
            ? countDays(perStart, filter.timeZone)
            : countField(field, perContext, filter.most);
      }
      return { total: found?.total ?? counted, counted, fields };
    },
  };
}

function isTallied(plan: Plan): boolean {
  return plan.isTallied && !plan.without;
}

/** The first and the last hour, and those of them that the range does not fill. */
function hoursOf({ startMs, endMs }: Plan): { from: number; to: number; cut: Set<number> } {
  const ends = [startMs, endMs].flatMap((atMs) => (atMs === undefined ? [] : hourOf(atMs)));
  return {
    from: startMs === undefined ? 0 : hourOf(startMs),
    to: endMs === undefined ? Number.MAX_SAFE_INTEGER : hourOf(endMs),
    cut: new Set(ends),
  };
}

function add<K>(counts: Map<K, number>, key: K, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

/** The one locale that writes dates as ISO does. */
function dateFormat(timeZone: string): Intl.DateTimeFormat {
  const date = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  return new Intl.DateTimeFormat('sv-SE', { timeZone, ...date });
}

/** Whether a day begins within an hour and not with it, as where clocks differ from others by half an hour. */
function midnightFinder(timeZone: string): (hour: number) => boolean {
  const minute = new Intl.DateTimeFormat('en', { timeZone, minute: 'numeric' });
  if (Number(minute.format(0)) === 0 && Number(minute.format(Date.now())) === 0) return () => false;
  const date = dateFormat(timeZone);
  const known = new Map<number, boolean>();
  return (hour) => {
    const startMs = hour * HOUR_MS;
    const isSplit = known.get(hour) ?? date.format(startMs) !== date.format(startMs + HOUR_MS - 1);
    known.set(hour, isSplit);
    return isSplit;
  };
}

/** Oldest first. */
function countDays(perStart: ReadonlyMap<number, number>, timeZone: string): FacetCount[] {
  const format = dateFormat(timeZone);
  const days = new Map<string, number>();
  for (const [startMs, documents] of perStart) add(days, format.format(startMs), documents);
  return [...days]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([value, count]) => ({ value, label: value, count }));
}
