/**
 * Counts the matches of a plan without listing them: exactly, or within a bound of what that may cost. The newest are then counted, and the
 * total is estimated from their share of the documents of that time. Small stores are always counted to the end. Runs in a reader thread.
 */
import { firstKeyOfHour, hourOfKey, lastKeyOfHour } from '../../content/keys.ts';
import type { Connection, Statement } from '../../kernel/connection.ts';
import type { CountingBounds } from '../../kernel/kernel.ts';
import { countingOf, type Word } from '../beginnings.ts';
import type { Plan } from '../search-plan.ts';
import { KEYS_BETWEEN, spansOf, wholeSpan } from '../search-spans.ts';
import type { tallyReader } from '../tallies.ts';
import { startCpuMeter } from './cpu-meter.ts';
import { hoursOf, piecesOf } from './key-lister.ts';

/**
 * Exact counts go piece by piece of the time, and a cancelled one ends with its piece: cheaper than asking in
 * SQL, and it stops queries that find nothing too. More pieces would cost more in beginning each.
 */
const COUNTING_PIECES = 8;
/** Bounded counts begin with a week; the next piece is four times as long. */
const FIRST_HOURS = 168;
const GROWTH = 4;
/** What a bounded count may cost. */
const COUNTING_MS = 15;
/** What the vocabulary takes for a document of a word. */
const KNOWN_NS = 30;
/** Documents among which matches are counted whatever that costs. */
const ALWAYS_COUNTED = 200_000;

export interface Total {
  readonly total: number;
  readonly isExact: boolean;
}

export function matchCounter(deps: {
  db: Connection;
  prepare: (sql: string) => Statement;
  tallies: ReturnType<typeof tallyReader>;
  listWords: (beginning: string) => Word[] | undefined;
  assertWanted: () => void;
  bounds?: Partial<CountingBounds> | undefined;
}) {
  const { db, prepare, tallies, listWords, assertWanted, bounds } = deps;
  const { countingMs = COUNTING_MS, alwaysCounted = ALWAYS_COUNTED } = bounds ?? {};
  const vocabulary = {
    document_fts: db.prepare('SELECT doc FROM temp.word_vocabulary WHERE term = ?').pluck(),
    prefix_fts: db.prepare('SELECT doc FROM temp.prefix_vocabulary WHERE term = ?').pluck(),
  };

  /** What the vocabulary knows, all of it or nearly; undefined when everything has to be visited. */
  function countKnown({ table, onlyTerm, onlyBeginning }: Plan): number | undefined {
    if (onlyTerm !== undefined && table !== 'document') {
      return (vocabulary[table].get(onlyTerm) as number | undefined) ?? 0;
    }
    const words = onlyBeginning === undefined ? undefined : listWords(onlyBeginning);
    const counting = words && countingOf(words);
    if (counting?.match === undefined) return counting?.known;
    const sql = 'SELECT count(*) FROM document_fts WHERE document_fts MATCH ?';
    return counting.known + (prepare(sql).get(counting.match) as number);
  }

  /** All that passes the filters, less those of them that hold the words. */
  function countWithout(plan: Plan, count: (plan: Plan) => Total): Total {
    const all = { ...plan, without: undefined };
    const nothing = { kinds: [], limit: 0, offset: 0, order: 'ascending' } as const;
    const filtered = all.isTallied
      ? { total: tallies.page(all, nothing).total, isExact: true }
      : count(all);
    const having = plan.without?.having;
    const held = having ? count(having) : { total: 0, isExact: true };
    return {
      total: Math.max(0, filtered.total - held.total),
      isExact: filtered.isExact && held.isExact,
    };
  }

  function countExactly(plan: Plan): Total {
    if (plan.without) return countWithout(plan, countExactly);
    const known = countKnown(plan);
    if (known !== undefined) return { total: known, isExact: true };
    let total = 0;
    const values = plan.countedValues ?? plan.values;
    for (const span of spansOf(plan, tallies.hours(), plan.isDivisible ? COUNTING_PIECES : 1)) {
      assertWanted();
      const conditions = [...plan.conditions, span.condition];
      const sql = `SELECT count(*) FROM ${plan.table} s WHERE ${conditions.join(' AND ')}`;
      total += prepare(sql).get(...values, ...span.values) as number;
    }
    return { total, isExact: true };
  }

  function countPiece(plan: Plan, [first, last]: readonly [number, number]): number {
    const span = wholeSpan(plan);
    const conditions = [...plan.conditions, KEYS_BETWEEN, span.condition];
    const sql = `SELECT count(*) FROM ${plan.table} s WHERE ${conditions.join(' AND ')}`;
    const keys = [firstKeyOfHour(first), lastKeyOfHour(last)];
    return prepare(sql).get(...plan.values, ...keys, ...span.values) as number;
  }

  /** Of a single word whose first matches are `found`: whether the vocabulary counts it within the bound. */
  function isQuicklyKnown(plan: Plan, found: readonly number[], all: number): boolean {
    const [first, last] = [found[0], found.at(-1)];
    if (plan.onlyTerm === undefined || first === undefined || last === undefined) return false;
    const ends = [hourOfKey(first), hourOfKey(last)].sort((a, b) => a - b) as [number, number];
    const expected = (found.length / tallies.documents([...plan.kinds], ends)) * all;
    return (expected * KNOWN_NS) / 1e6 <= countingMs;
  }

  /** `found`: its first matches, where these are known. */
  function countBounded(plan: Plan, found: readonly number[] = []): Total {
    if (plan.without) return countWithout(plan, (part) => countBounded(part));
    const hours = hoursOf(plan, tallies.hours());
    const all = tallies.documents([...plan.kinds], hours);
    const isExact = all <= alwaysCounted || !plan.isListDivisible;
    if (isExact || isQuicklyKnown(plan, found, all)) return countExactly(plan);
    const { counted, covered } = countNewest(plan, hours);
    if (covered === all) return { total: counted, isExact: true };
    return { total: Math.round((counted / covered) * all), isExact: false };
  }

  /** How many matches the newest documents have, and how many documents these are: as many as can be looked at within the bound. */
  function countNewest(
    plan: Plan,
    hours: readonly [number, number],
  ): { counted: number; covered: number } {
    const meter = startCpuMeter();
    let counted = 0;
    let covered = 0;
    for (const piece of piecesOf(hours, 'descending', { first: FIRST_HOURS, growth: GROWTH })) {
      assertWanted();
      const upTo = covered + tallies.documents([...plan.kinds], piece);
      const expectedMs = (meter.elapsedMs() * upTo) / covered;
      if (covered > 0 && upTo > alwaysCounted && expectedMs > countingMs) break;
      counted += countPiece(plan, piece);
      covered = upTo;
    }
    return { counted, covered };
  }

  /** Whether all there is would be counted. */
  function isSmall(): boolean {
    return !tallies.hasMoreThan(alwaysCounted);
  }

  return { countExactly, countBounded, countDocuments, isSmall };

  function countDocuments(term: string): number {
    return (vocabulary.document_fts.get(term) as number | undefined) ?? 0;
  }
}
