/**
 * Ranks passages by their similarity to a query. Codes and places of all passages are in memory while somebody asks, and are given back
 * afterwards; filters decide which passages count before any is ranked. What was deleted since is left out when the stored rows are read.
 * Runs in a reader thread.
 */
import type { ReadKernel } from '../kernel/kernel.ts';
import { type Codes, DIMENSIONS, openCodes, similarityOf } from './codes.ts';
import { type PlaceColumns, placeColumns } from './places/place-columns.ts';
import type { PlaceFilter } from './places/place-filter.ts';
import { placeFinders } from './places/place-finder.ts';
import { type Column, numberColumn } from './scan/column.ts';

/** Compared exactly, of those with the best codes. */
const RESCORED = 256;
/** Memory is given back when nobody has asked for this long. */
const IDLE_MS = 5 * 60_000;
/** Reading a larger index again takes longer than a question should: then not after every deletion. */
const SMALL = 50_000;
const READ_AGAIN_AFTER_MS = 60_000;
const ROWS_AT_ONCE = 1_024;

export interface RankedPassage {
  passageId: number;
  hash: number;
  similarity: number;
  /** The newest place that passes the filter. */
  key: number;
  contextId: number;
}

interface Loaded {
  codes: Codes;
  /** Ascending. */
  ids: Column<Uint32Array>;
  places: PlaceColumns;
  lastPlaceId: number;
  revision: unknown;
  readAtMs: number;
}

export function passageIndex({ db, part, assertWanted }: ReadKernel) {
  const finders = part(placeFinders);
  const sql = {
    revision: db.prepare("SELECT value FROM meta WHERE name = 'passages_revision'").pluck(),
    vectors: db.prepare('SELECT id, vector FROM passage WHERE id > ? ORDER BY id').raw(),
    places: db
      .prepare(
        `SELECT p.id, p.passage_id, p.key, coalesce(d.context_id, 0),
         coalesce(d.at_ms, (SELECT unixepoch(created_at) * 1000 FROM memories WHERE id = -p.key), 0)
         FROM passage_place p LEFT JOIN document d ON d.key = p.key WHERE p.id > ? ORDER BY p.id`,
      )
      .raw(),
    some: db
      .prepare('SELECT id, hash, vector FROM passage WHERE id IN (SELECT value FROM json_each(?))')
      .raw(),
  };
  let loaded: Loaded | undefined;
  let release: NodeJS.Timeout | undefined;

  function current(): Loaded {
    const revision = sql.revision.get();
    if (loaded && loaded.revision !== revision) {
      const isDue = Date.now() - loaded.readAtMs > READ_AGAIN_AFTER_MS;
      if (isDue || loaded.ids.length() < SMALL) loaded = undefined;
    }
    loaded ??= {
      codes: openCodes(),
      ids: numberColumn(Uint32Array),
      places: placeColumns(),
      lastPlaceId: 0,
      revision,
      readAtMs: Date.now(),
    };
    clearTimeout(release);
    release = setTimeout(() => {
      loaded = undefined;
    }, IDLE_MS).unref();
    readNew(loaded);
    return loaded;
  }

  /** An asker who leaves stops it; the next one goes on from there. */
  function readNew(index: Loaded): void {
    const { codes, ids, places } = index;
    let rows = 0;
    const takeTurn = () => {
      rows += 1;
      if (rows % ROWS_AT_ONCE === 0) assertWanted();
    };
    const lastId = ids.values()[ids.length() - 1] ?? 0;
    for (const row of sql.vectors.iterate(lastId) as Iterable<[number, Buffer]>) {
      takeTurn();
      const [id, vector] = row;
      if (vector.length !== DIMENSIONS) continue;
      ids.push(id);
      codes.add(asInt8(vector));
    }
    type PlaceRow = [number, number, number, number, number];
    for (const row of sql.places.iterate(index.lastPlaceId) as Iterable<PlaceRow>) {
      takeTurn();
      const [placeId, passageId, key, contextId, atMs] = row;
      index.lastPlaceId = placeId;
      const slot = slotOf(ids, passageId);
      if (slot !== undefined) places.add({ slot, key, contextId, atMs });
    }
  }

  /** The most similar first, without those that were deleted or belong to no window. */
  function compare(query: Int8Array, ids: readonly number[]) {
    const rows = sql.some.all(JSON.stringify(ids)) as [number, number, Buffer][];
    return rows
      .filter(([, , vector]) => vector.length === DIMENSIONS)
      .map(([id, hash, vector]) => ({ id, hash, similarity: similarityOf(query, asInt8(vector)) }))
      .sort((a, b) => b.similarity - a.similarity);
  }

  return {
    /** The most similar first, at most `most`. Without a filter every place counts. */
    rank(query: Int8Array, most: number, filter: PlaceFilter | undefined): RankedPassage[] {
      const index = current();
      if (index.ids.length() === 0) return [];
      const mask = filter && index.places.passing(filter, index.ids.length());
      assertWanted();
      const slots = index.codes.best(query, Math.max(RESCORED, most), mask);
      const ids = index.ids.values();
      const compared = compare(
        query,
        slots.map((slot) => ids[slot] as number),
      );
      const findPlace = finders(filter);
      const ranked: RankedPassage[] = [];
      for (const { id, hash, similarity } of compared) {
        if (ranked.length === most) break;
        const place = findPlace(id, hash);
        if (!place) continue;
        const [key, contextId] = place;
        ranked.push({ passageId: id, hash, similarity, key, contextId });
      }
      return ranked;
    },
  };
}

/** Undefined when it is not there. */
function slotOf(ids: Column<Uint32Array>, id: number): number | undefined {
  const values = ids.values();
  let [from, to] = [0, ids.length() - 1];
  while (from <= to) {
    const middle = (from + to) >> 1;
    const found = values[middle] as number;
    if (found === id) return middle;
    if (found < id) from = middle + 1;
    else to = middle - 1;
  }
  return undefined;
}

export function asInt8(blob: Buffer): Int8Array {
  return new Int8Array(blob.buffer, blob.byteOffset, blob.length);
}
