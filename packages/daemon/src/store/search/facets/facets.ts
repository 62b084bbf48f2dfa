/**
 * How many of the matching items there are per day, app, site, window, device and speaker. Without words the hourly
 * tallies know it, whatever the number of items; with words the newest matches are counted, and the answer says how many.
 * Runs in a reader thread.
 */
import { HOUR_MS } from '../../content/keys.ts';
import type { ReadKernel } from '../../kernel/kernel.ts';
import type {
  FacetCount,
  FacetField,
  FacetFilter,
  Facets,
} from '../../timeline/overview-records.ts';
import { planParts } from '../plan-parts.ts';
import { searchReader } from '../search.ts';
import { type Plan, planSearch } from '../search-plan.ts';
import {
  add,
  addTallies,
  facetTallyReader,
  newTallies,
  QUARTER_MS,
  type Tally,
} from './facet-tallies.ts';
import { facetValues } from './facet-values.ts';

/** Reading the contexts of more takes longer than a person wants to wait for a number. */
const MAX_COUNTED = 10_000;

/** Whatever the clocks do, and less the hour that has begun. */
const SHORTEST_DAY_HOURS = 21;

export function facetReader({ db, part, assertWanted }: ReadKernel) {
  const parts = { ...part(planParts), search: part(searchReader), assertWanted };
  const { contexts, search } = parts;
  const { tally } = part(facetTallyReader);
  const sql = {
    contextsOf: db
      .prepare(
        `SELECT d.context_id, d.at_ms / ${QUARTER_MS} * ${QUARTER_MS}, 1
         FROM json_each(?) j JOIN document d ON d.key = j.value`,
      )
      .raw(),
    speaker: db.prepare('SELECT name FROM speakers WHERE id = ?').pluck(),
  };

  function matched(filter: FacetFilter): { tallies: Tally[]; total: number; isExact: boolean } {
    const newest = { ...filter, limit: MAX_COUNTED, offset: 0, order: 'descending' } as const;
    const { keys, total, isExact } = search.keyPage(newest, true);
    parts.assertWanted();
    return { tallies: sql.contextsOf.all(JSON.stringify(keys)) as Tally[], total, isExact };
  }

  function labelOf(field: FacetField, value: string): string {
    return field === 'speaker' ? String(sql.speaker.get(Number(value)) ?? '') : value;
  }

  const values = facetValues(contexts);

  function countField(
    field: Exclude<FacetField, 'day'>,
    perContext: ReadonlyMap<number, number>,
    most: number,
  ): FacetCount[] {
    return values
      .count(field, perContext, most)
      .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
      .slice(0, most)
      .map(([value, count]) => ({ value, label: labelOf(field, value), count }));
  }

  return {
    countFacets(filter: FacetFilter): Facets {
      const plan = planSearch({ ...filter, limit: 1, offset: 0, order: 'descending' }, parts);
      const found = plan && isTallied(plan) ? undefined : matched(filter);
      const { perContext, perStart } = found
        ? addTallies(found.tallies, newTallies())
        : plan
          ? tally(plan, midnightFinder(filter.timeZone))
          : newTallies();
      const counted = [...perContext.values()].reduce((sum, documents) => sum + documents, 0);
      const fields: Facets['fields'] = {};
      for (const field of filter.fields) {
        parts.assertWanted();
        fields[field] =
          field === 'day'
            ? countDays(perStart, filter.timeZone)
            : countField(field, perContext, filter.most);
      }
      return {
        total: found?.total ?? counted,
        counted,
        fields,
        ...(found?.isExact === false && { isEstimated: true }),
      };
    },
  };
}

function isTallied(plan: Plan): boolean {
  return plan.isTallied && !plan.without;
}

/** The one locale that writes dates as ISO does. */
function dateFormat(timeZone: string): Intl.DateTimeFormat {
  const date = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  return new Intl.DateTimeFormat('sv-SE', { timeZone, ...date });
}

/** Whether a day begins within an hour and not with it, as where clocks differ from others by half an hour. */
function midnightFinder(timeZone: string): (hour: number) => boolean {
  const minute = new Intl.DateTimeFormat('en', { timeZone, minute: 'numeric' });
  const thisHourMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  // Hours begin where those of UTC do, then and now.
  if ([0, thisHourMs].every((atMs) => Number(minute.format(atMs)) === 0)) return () => false;
  const date = dateFormat(timeZone);
  const known = new Map<number, boolean>();
  return (hour) => {
    const startMs = hour * HOUR_MS;
    const isSplit = known.get(hour) ?? date.format(startMs) !== date.format(startMs + HOUR_MS - 1);
    known.set(hour, isSplit);
    return isSplit;
  };
}

/** Oldest first. Asking for the date of a time is slow, so one answer serves for all times that are surely of the same day. */
function countDays(perStart: ReadonlyMap<number, number>, timeZone: string): FacetCount[] {
  const format = dateFormat(timeZone);
  const hourOfDay = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' });
  const days = new Map<string, number>();
  let day = '';
  let sameUntilMs = Number.NEGATIVE_INFINITY;
  for (const [startMs, documents] of [...perStart].sort(([a], [b]) => a - b)) {
    if (startMs >= sameUntilMs) {
      day = format.format(startMs);
      sameUntilMs = startMs + (SHORTEST_DAY_HOURS - Number(hourOfDay.format(startMs))) * HOUR_MS;
    }
    add(days, day, documents);
  }
  return [...days].map(([value, count]) => ({ value, label: value, count }));
}
