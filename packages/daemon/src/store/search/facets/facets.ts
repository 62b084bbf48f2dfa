/**
 * How many of the matching items there are per day, app, site, window, device and speaker. Without words the hourly
 * tallies know it, whatever the number of items; with words the newest matches are counted, and the answer says how many.
 * Runs in a reader thread.
 */
import type { ReadKernel } from '../../kernel/kernel.ts';
import type {
  FacetCount,
  FacetField,
  FacetFilter,
  Facets,
} from '../../timeline/overview-records.ts';
import { planParts } from '../plan-parts.ts';
import { searchReader } from '../search.ts';
import { planSearch } from '../search-plan.ts';
import { countDays, dayFinder, midnightFinder } from './days.ts';
import {
  addTallies,
  type FacetTallies,
  facetTallyReader,
  newTallies,
  QUARTER_MS,
  type Tally,
} from './facet-tallies.ts';
import { facetValues } from './facet-values.ts';

/** Reading the contexts of more takes longer than a person wants to wait for a number. */
const MAX_COUNTED = 10_000;

interface Found {
  readonly tallies: FacetTallies;
  /** Undefined: what was counted. */
  readonly total: number | undefined;
  readonly isExact: boolean;
}

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

  /** Undefined where items have to be looked at. */
  function tallied(filter: FacetFilter): Found | undefined {
    const plan = planSearch({ ...filter, limit: 1, offset: 0, order: 'descending' }, parts);
    if (!plan?.isTallied || plan.without) return undefined;
    const withDays = filter.fields.includes('day');
    const tallies = tally(plan, withDays ? midnightFinder(filter.timeZone) : undefined);
    return { tallies, total: undefined, isExact: true };
  }

  function matched(filter: FacetFilter): Found {
    const newest = { ...filter, limit: MAX_COUNTED, offset: 0, order: 'descending' } as const;
    const { keys, total, isExact } = search.keyPage(newest, true);
    parts.assertWanted();
    const rows = sql.contextsOf.all(JSON.stringify(keys)) as Tally[];
    return { tallies: addTallies(rows, newTallies()), total, isExact };
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
      const found = tallied(filter) ?? matched(filter);
      const { perContext, starts } = found.tallies;
      const counted = [...perContext.values()].reduce((sum, documents) => sum + documents, 0);
      const fields: Facets['fields'] = {};
      for (const field of filter.fields) {
        parts.assertWanted();
        fields[field] =
          field === 'day'
            ? countDays(starts, dayFinder(filter.timeZone))
            : countField(field, perContext, filter.most);
      }
      return {
        total: found.total ?? counted,
        counted,
        fields,
        ...(!found.isExact && { isEstimated: true }),
      };
    },
  };
}
