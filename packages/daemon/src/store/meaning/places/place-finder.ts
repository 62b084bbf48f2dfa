/**
 * Finds the document that stands for a passage under a filter: the newest place that passes, or a later document of that hour and window
 * that shows the passage too. Runs in a reader thread.
 */
import { hourOfKey, lastKeyOfHour } from '../../content/keys.ts';
import type { ReadKernel } from '../../kernel/kernel.ts';
import { passageSources } from '../sources.ts';
import type { PlaceFilter } from './place-filter.ts';

/** Documents that are read for one question. */
const MOST_READ = 200;

export type Place = [key: number, contextId: number, atMs: number];

/** Undefined when no place passes. */
export type FindPlace = (passageId: number, hash: number) => Place | undefined;

export function placeFinders({ db, part, assertWanted }: ReadKernel) {
  const sources = part(passageSources);
  const sql = {
    placesOf: db
      .prepare(
        `SELECT p.key, coalesce(d.context_id, 0),
         coalesce(d.at_ms, (SELECT unixepoch(created_at) * 1000 FROM memories WHERE id = -p.key), 0) AS at_ms
         FROM passage_place p LEFT JOIN document d ON d.key = p.key WHERE p.passage_id = ? ORDER BY at_ms DESC`,
      )
      .raw(),
    showings: db
      .prepare(
        'SELECT key, at_ms FROM document WHERE key > ? AND key <= ? AND context_id = ? ORDER BY key DESC',
      )
      .raw(),
  };

  /** For one question: what it has read serves all its passages. */
  return (filter: PlaceFilter | undefined): FindPlace => {
    const hashesAt = new Map<number, ReadonlySet<number>>();

    function shows(key: number, hash: number): boolean {
      let hashes = hashesAt.get(key);
      if (!hashes) {
        if (hashesAt.size === MOST_READ) return false;
        assertWanted();
        hashes = new Set(sources.passagesAt(key).map((passage) => passage.hash));
        hashesAt.set(key, hashes);
      }
      return hashes.has(hash);
    }

    /** The newest that passes; the first one of the hour is the place itself. */
    function showing(hash: number, [first, contextId]: Place): Place | undefined {
      const last = lastKeyOfHour(hourOfKey(first));
      const rows = sql.showings.all(first, last, contextId) as [number, number][];
      const found = rows.find(
        ([key, atMs]) => filter?.isMeant(key, contextId, atMs) && shows(key, hash),
      );
      return found && [found[0], contextId, found[1]];
    }

    function standIn(hash: number, place: Place): Place | undefined {
      if (!filter || filter.isMeant(...place)) return place;
      const mayBeMeant = place[0] >= 0 && (filter.mayBeMeant?.(...place) ?? true);
      return mayBeMeant ? showing(hash, place) : undefined;
    }

    return (passageId, hash) => {
      for (const place of sql.placesOf.all(passageId) as Place[]) {
        const found = standIn(hash, place);
        if (found) return found;
      }
      return undefined;
    };
  };
}
