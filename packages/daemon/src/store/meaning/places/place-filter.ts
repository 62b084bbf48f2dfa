/**
 * A search filter → which places of passages it means, decided from key, context and time. A place names the first document of an hour
 * that shows a passage in one window; others of that hour may be the ones that are meant. Runs in a reader thread.
 */
import { DOCUMENT_KINDS, HOUR_MS, hourOf, hourOfKey } from '../../content/keys.ts';
import type { ReadKernel } from '../../kernel/kernel.ts';
import type { SearchFilter } from '../../records.ts';
import { planParts } from '../../search/plan-parts.ts';
import { planSearch } from '../../search/search-plan.ts';
import { anyExpression, parseQuery } from '../../search/words/query-syntax.ts';

export type IsPlaceMeant = (key: number, contextId: number, atMs: number) => boolean;

export interface PlaceFilter {
  /** False when nothing can pass. */
  isPossible: boolean;
  /** Whether this very document passes. */
  isMeant: IsPlaceMeant;
  /** Whether this document, or a later one of the same hour and window, may pass. Undefined when all may. */
  mayBeMeant: IsPlaceMeant | undefined;
  /** The filter excludes all places outside this range. */
  fromMs: number;
  toMs: number;
  /** Whether the filter includes every place of captured content within it. */
  isTimeOnly: boolean;
}

export function placeFilters({ db, part }: ReadKernel) {
  const parts = part(planParts);
  const sql = {
    lengths: db.prepare('SELECT key FROM document WHERE length BETWEEN ? AND ?').pluck(),
    matching: db.prepare('SELECT rowid FROM document_fts WHERE document_fts MATCH ?').pluck(),
  };

  /** Lists of keys that have to hold a place, or must not. */
  function keyLists({ tags, minLength, maxLength, exclude }: SearchFilter) {
    const within: ReadonlySet<number>[] = [];
    if (tags?.length) within.push(new Set(parts.listTaggedKeys(tags)));
    if (minLength !== undefined || maxLength !== undefined) {
      const range = [minLength ?? 0, maxLength ?? Number.MAX_SAFE_INTEGER];
      within.push(new Set(sql.lengths.all(...range) as number[]));
    }
    const excluded = exclude === undefined ? [] : parseQuery(exclude);
    const without =
      excluded.length > 0
        ? new Set(sql.matching.all(anyExpression(excluded)) as number[])
        : undefined;
    return { within, without };
  }

  /** `withNotes`: notes count too, where nothing asks for what only captured content has. */
  return (filter: SearchFilter, withNotes: boolean): PlaceFilter => {
    const plan = planSearch({ ...filter, query: undefined, exclude: undefined }, parts);
    if (!plan) return NOTHING_PASSES;
    const { within, without } = keyLists(filter);
    const contexts = plan.contexts && flagsOf(plan.contexts.map(({ id }) => id));
    const kinds = Uint8Array.from(DOCUMENT_KINDS, (kind) => Number(plan.kinds.has(kind)));
    const hasLists = within.length > 0 || without !== undefined;
    const hours = within.map((keys) => new Set([...keys].map(hourOfKey)));
    const startMs = filter.startMs ?? -Infinity;
    const endMs = filter.endMs ?? Infinity;
    /** A place of that hour may stand for a document after the start. */
    const firstMs = hourOf(startMs) * HOUR_MS;
    const areNotesMeant = withNotes && !contexts && within.length === 0;
    const isInLists = (key: number) =>
      within.every((keys) => keys.has(key)) && without?.has(key) !== true;
    const areAllKinds = !kinds.includes(0);
    const isOfPlan = (key: number, contextId: number) =>
      (areAllKinds || kinds[key - 4 * Math.floor(key / 4)] === 1) &&
      (!contexts || contexts[contextId] === 1);
    const isMeant: IsPlaceMeant = (key, contextId, atMs) => {
      if (atMs < startMs || atMs > endMs) return false;
      if (key < 0) return areNotesMeant;
      return isOfPlan(key, contextId) && (!hasLists || isInLists(key));
    };
    const mayBeMeant: IsPlaceMeant = (key, contextId, atMs) => {
      if (key < 0) return isMeant(key, contextId, atMs);
      if (atMs < firstMs || atMs > endMs) return false;
      if (!isOfPlan(key, contextId)) return false;
      return !hasLists || hours.every((some) => some.has(hourOfKey(key)));
    };
    const isTimeOnly = !contexts && !hasLists && areAllKinds;
    const isEverything = isTimeOnly && firstMs === -Infinity && endMs === Infinity;
    return {
      ...{ isPossible: true, isMeant, mayBeMeant: isEverything ? undefined : mayBeMeant },
      ...{ fromMs: firstMs, toMs: endMs, isTimeOnly },
    };
  };
}

const NOTHING_PASSES: PlaceFilter = {
  isPossible: false,
  isMeant: () => false,
  mayBeMeant: () => false,
  fromMs: Infinity,
  toMs: -Infinity,
  isTimeOnly: false,
};

/** A 1 at each of these numbers: asked a million times, which a set would answer slowly. */
function flagsOf(ids: readonly number[]): Uint8Array {
  const flags = new Uint8Array(ids.reduce((most, id) => Math.max(most, id), 0) + 1);
  for (const id of ids) flags[id] = 1;
  return flags;
}
