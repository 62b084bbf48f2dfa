/** Moments like this one: what is near to the passages of a frame or a recording, apart from itself. Runs in a reader thread. */
import type { ReadKernel } from '../kernel/kernel.ts';
import type { Found } from './best-passage.ts';
import { DIMENSIONS } from './codes.ts';
import { meantReader } from './meant.ts';
import { asInt8, passageIndex } from './passage-index.ts';
import { type IsPlaceMeant, type PlaceFilter, placeFilters } from './places/place-filter.ts';
import type { MeantPage, RelatedFilter } from './records.ts';
import { passageSources } from './sources.ts';

/** The longest passages of a moment say what it is about. */
const MOST_PASSAGES = 6;
const MOST_FOUND = 60;
/** Below this, most pairs of texts have only their tone or a word in common. */
const LEAST_SIMILARITY = 0.45;
/** The same window within this time is the same moment. */
const SAME_MOMENT_MS = 30 * 60_000;

interface Origin {
  key: number;
  atMs: number;
  contextId: number;
}

export function relatedReader({ db, part }: ReadKernel) {
  const index = part(passageIndex);
  const filters = part(placeFilters);
  const sources = part(passageSources);
  const meant = part(meantReader);
  const columns = 'd.key, d.at_ms AS atMs, d.context_id AS contextId';
  const sql = {
    frame: db.prepare(
      `SELECT ${columns} FROM frame f JOIN document d ON d.key = f.key WHERE f.id = ?`,
    ),
    said: db.prepare(
      `SELECT ${columns} FROM transcription a JOIN document d ON d.key = a.key WHERE a.audio_chunk_id = ?`,
    ),
    vector: db.prepare('SELECT vector FROM passage WHERE hash = ?').pluck(),
  };

  function vectorsOf(origins: readonly Origin[]): Int8Array[] {
    const passages = origins.flatMap(({ key }) => sources.passagesAt(key));
    return passages
      .sort((a, b) => b.text.length - a.text.length)
      .map(({ hash }) => sql.vector.get(hash) as Buffer | undefined)
      .filter((vector) => vector?.length === DIMENSIONS)
      .slice(0, MOST_PASSAGES)
      .map((vector) => asInt8(vector as Buffer));
  }

  /** The nearest to any of the vectors, each passage once. */
  function nearest(vectors: readonly Int8Array[], filter: PlaceFilter): Found[] {
    const best = new Map<number, Found>();
    for (const one of vectors.flatMap((vector) => index.rank(vector, MOST_FOUND, filter))) {
      const { hash, similarity } = one;
      if (similarity <= (best.get(hash)?.similarity ?? LEAST_SIMILARITY)) continue;
      best.set(hash, { ...one, score: similarity, coverage: 0, passage: undefined });
    }
    return [...best.values()].sort((a, b) => b.score - a.score).slice(0, MOST_FOUND);
  }

  return {
    /** Undefined when there is no such frame or recording. */
    findRelated(filter: RelatedFilter): MeantPage | undefined {
      const { frameId, chunkId, offset, limit } = filter;
      const rows = frameId === undefined ? sql.said.all(chunkId) : sql.frame.all(frameId);
      const origins = rows as Origin[];
      if (origins.length === 0) return undefined;
      const page = { offset, limit, withWords: false };
      const places = filters({ ...filter, order: 'descending' }, false);
      if (!places.isPossible) return meant.pageOf([], page);
      const elsewhere =
        (isMeant: IsPlaceMeant): IsPlaceMeant =>
        (...place) =>
          !origins.some((origin) => isSameMoment(origin, ...place)) && isMeant(...place);
      const found = nearest(vectorsOf(origins), {
        ...places,
        isTimeOnly: false,
        isMeant: elsewhere(places.isMeant),
        mayBeMeant: elsewhere(places.mayBeMeant ?? places.isMeant),
      });
      return meant.pageOf(found.map(meant.filled), page);
    },
  };
}

function isSameMoment(origin: Origin, key: number, contextId: number, atMs: number): boolean {
  if (origin.key === key) return true;
  return origin.contextId === contextId && Math.abs(origin.atMs - atMs) <= SAME_MOMENT_MS;
}
