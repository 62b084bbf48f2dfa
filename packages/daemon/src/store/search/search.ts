/**
 * Search and timeline: the page asked for, in order of time with ties by id, and the total (match-counter.ts).
 * Runs in a reader thread, inside one read transaction, so page and total belong together.
 */
import { itemReader } from '../content/items.ts';
import { hourOfKey } from '../content/keys.ts';
import { inputEventReader } from '../input/input-events.ts';
import type { Statement } from '../kernel/connection.ts';
import type { ReadKernel } from '../kernel/kernel.ts';
import type { Item, Page, SearchFilter } from '../records.ts';
import { candidateLister } from './matching/candidates.ts';
import { startCpuMeter } from './matching/cpu-meter.ts';
import { keyLister, type Order } from './matching/key-lister.ts';
import { matchCounter, type Total } from './matching/match-counter.ts';
import { timeOrder } from './matching/time-order.ts';
import { planParts } from './plan-parts.ts';
import { ranker } from './ranking.ts';
import { type Plan, type PlanParts, planSearch } from './search-plan.ts';
import { tallyReader } from './tallies.ts';
import { parseQuery } from './words/query-syntax.ts';

/** Results up to this size are read whole: their total needs no second pass over the index. */
const WHOLE_RESULT = 4_000;
/** Beyond the page, so that its last hour is usually complete. */
const BEYOND_PAGE = 256;

export interface SearchParts extends PlanParts {
  items: ReturnType<typeof itemReader>;
  inputEvents: ReturnType<typeof inputEventReader>;
  /** Throws when nobody waits for the answer any more. */
  assertWanted: () => void;
}

export interface KeyPage extends Total, Pick<Page<Item>, 'ranked'> {
  keys: number[];
}

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
  const counter = matchCounter({
    ...parts,
    db,
    prepare,
    tallies,
    bounds: tuning.counting,
  });
  const ranking = ranker(db, { ...parts, countDocuments: counter.countDocuments }, tuning.ranking);
  const inTimeOrder = timeOrder(db, tallies.lateHours);
  const lister = keyLister(tallies, assertWanted, prepare);
  const candidates = candidateLister({ db, lister, prepare, assertWanted });

  /** `share`: how many of the plan's matches hold its short prefixes too. */
  function totalOf(plan: Plan, found: readonly number[], share: number, filter: Counted): Total {
    if (filter.isCounted === false) return { total: found.length, isExact: false };
    if (filter.isCounted === true) return counter.countExactly(plan);
    const { total, isExact } = counter.countBounded(plan, found);
    if (isExact && plan.prefixes.length === 0) return { total, isExact };
    return { total: Math.max(found.length, Math.round(total * share)), isExact: false };
  }

  function matchedPage(plan: Plan, filter: SearchFilter, isInAnyOrder: boolean): KeyPage {
    const { order, offset, limit } = filter;
    const needed = offset + limit + BEYOND_PAGE;
    // What is left out follows from the difference, and reading on for a small result could take the whole time.
    const least = plan.without ? 0 : wholeResult;
    const wanted = { needed, most: Math.max(least, needed), meter: startCpuMeter() };
    const isListedWhole =
      filter.isCounted === true || (filter.isCounted !== false && counter.isSmall());
    const { found, isWhole, share } = candidates.listFirst(plan, order, wanted, isListedWhole);
    const { total, isExact } = isWhole
      ? { total: found.length, isExact: true }
      : totalOf(plan, found, share, filter);
    if (found.length <= offset) return { keys: [], total, isExact };
    const end = Math.min(offset + limit, found.length);
    if (isInAnyOrder) return { keys: found.slice(offset, end), total, isExact };

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
    return [...before, ...candidates.listHour(plan, order, hour)];
  }

  /** The best of the newest matches, all of them; undefined when no word can be weighed. */
  function bestKeys(filter: SearchFilter): KeyPage | undefined {
    const words = ranking.weighedWords(parseQuery(filter.query ?? ''));
    if (words.length === 0) return undefined;
    const limit = ranking.mostRanked;
    const newest = { offset: 0, limit, order: 'descending', isRanked: false } as const;
    const { keys, ...counted } = keyPage({ ...filter, ...newest });
    parts.assertWanted();
    const best = ranking.rank(keys, words);
    return { ...counted, keys: best, ranked: best.length };
  }

  function rankedPage(filter: SearchFilter): KeyPage {
    const { offset, limit } = filter;
    const best = bestKeys(filter);
    if (best) return { ...best, keys: best.keys.slice(offset, offset + limit) };
    return { ...keyPage({ ...filter, isRanked: false }), ranked: 0 };
  }

  /** `isInAnyOrder`: for counting, which can do without sorting late documents. */
  function keyPage(filter: SearchFilter, isInAnyOrder = false): KeyPage {
    if (isByMatch(filter)) return rankedPage(filter);
    const plan = planSearch(filter, parts);
    if (!plan) return { keys: [], total: 0, isExact: true };
    return plan.isTallied && !plan.without
      ? { ...tallies.page(plan, filter), isExact: true }
      : matchedPage(plan, filter, isInAnyOrder);
  }

  function documentPage(filter: SearchFilter): Page<Item> {
    const { keys, total, isExact, ranked } = keyPage(filter);
    return {
      items: parts.items.list(keys),
      total,
      ...(!isExact && { isEstimated: true }),
      ...(ranked !== undefined && { ranked }),
    };
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
        ...(documents.isEstimated && { isEstimated: true }),
      };
    },
  };
}

type Counted = Pick<SearchFilter, 'isCounted'>;

/** Without words nothing is a better match than another. */
export function isByMatch({ isRanked, query }: SearchFilter): boolean {
  return isRanked === true && Boolean(query?.trim());
}

function isBetween(value: number, a: number, b: number): boolean {
  return value >= Math.min(a, b) && value <= Math.max(a, b);
}
