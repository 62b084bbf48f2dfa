/**
 * The queue of documents whose passages are not known yet, and the storing of passages. The queue is filled by triggers in the
 * transaction that stores the content, so it survives every kill. Called by `ingest/meaning`.
 */
import { firstKeyOfHour, HOUR_MS, hourOfKey, lastKeyOfHour } from '../content/keys.ts';
import type { ReadKernel, WriteKernel } from '../kernel/kernel.ts';
import type { DueDocument, DuePassages, NewVector, WaitingPassages } from './records.ts';
import { passageSources } from './sources.ts';

/** A text that stands in more windows than this is furniture: menus, toolbars, lists of channels. */
const MOST_CONTEXTS = 16;

export function queueReader({ db, part, assertWanted }: ReadKernel) {
  const sources = part(passageSources);
  const sql = {
    notes: db.prepare('SELECT key, turn FROM passage_queue WHERE key < 0 LIMIT ?').raw(),
    newest: db
      .prepare('SELECT key, turn FROM passage_queue WHERE key >= 0 ORDER BY key DESC LIMIT ?')
      .raw(),
    isKnown: db.prepare('SELECT 1 FROM passage WHERE hash = ?').pluck(),
    count: db.prepare('SELECT count(*) FROM passage_queue').pluck(),
    oldest: db.prepare('SELECT min(key) FROM passage_queue WHERE key >= 0').pluck(),
  };
  return {
    /** The next documents, notes first and then the newest, with the texts that have no vector yet. */
    listDue(limit: number): DuePassages {
      const notes = sql.notes.all(limit) as [number, number][];
      const newest = sql.newest.all(limit - notes.length) as [number, number][];
      const unknown = new Map<number, string>();
      const documents = [...notes, ...newest].map(([key, turn]): DueDocument => {
        assertWanted();
        const passages = sources.passagesAt(key);
        for (const { hash, text } of passages) {
          if (sql.isKnown.get(hash) === undefined) unknown.set(hash, text);
        }
        return { key, turn, hashes: passages.map(({ hash }) => hash) };
      });
      return { documents, unknown: [...unknown].map(([hash, text]) => ({ hash, text })) };
    },
    waiting(): WaitingPassages {
      const oldest = sql.oldest.get() as number | null;
      return {
        documents: sql.count.get() as number,
        oldestAtMs: oldest === null ? null : hourOfKey(oldest) * HOUR_MS,
      };
    },
  };
}

export function queueWriter({ db }: WriteKernel) {
  const sql = {
    turn: db.prepare('SELECT turn FROM passage_queue WHERE key = ?').pluck(),
    done: db.prepare('DELETE FROM passage_queue WHERE key = ?'),
    find: db.prepare('SELECT id FROM passage WHERE hash = ?').pluck(),
    add: db.prepare('INSERT INTO passage (hash, vector) VALUES (?, ?)'),
    contextOf: db.prepare('SELECT context_id FROM document WHERE key = ?').pluck(),
    isPlaced: db
      .prepare(
        `SELECT 1 FROM passage_place p LEFT JOIN document d ON d.key = p.key
         WHERE p.passage_id = ? AND p.key BETWEEN ? AND ? AND d.context_id IS ?`,
      )
      .pluck(),
    place: db.prepare('INSERT INTO passage_place (passage_id, key) VALUES (?, ?)'),
    countPlaces: db.prepare('SELECT count(*) FROM passage_place WHERE passage_id = ?').pluck(),
    countContexts: db
      .prepare(
        `SELECT count(DISTINCT d.context_id) FROM passage_place p JOIN document d ON d.key = p.key
         WHERE p.passage_id = ?`,
      )
      .pluck(),
    blank: db.prepare("UPDATE passage SET vector = x'' WHERE id = ?"),
  };

  function placeAt(passageId: number, key: number): void {
    const hour = hourOfKey(key);
    const range = key < 0 ? [key, key] : [firstKeyOfHour(hour), lastKeyOfHour(hour)];
    const contextId = sql.contextOf.get(key) ?? null;
    if (sql.isPlaced.get(passageId, ...range, contextId) !== undefined) return;
    sql.place.run(passageId, key);
    const isOften = (sql.countPlaces.get(passageId) as number) > MOST_CONTEXTS;
    if (isOften && (sql.countContexts.get(passageId) as number) > MOST_CONTEXTS) {
      sql.blank.run(passageId);
    }
  }

  /** True when all of them are there now. One that was deleted since it was found has to be computed again. */
  function placeAll(
    key: number,
    hashes: readonly number[],
    known: ReadonlyMap<number, Int8Array>,
  ): boolean {
    let isWhole = true;
    for (const hash of hashes) {
      const vector = known.get(hash);
      const found = sql.find.get(hash) as number | undefined;
      if (found !== undefined) placeAt(found, key);
      else if (vector) placeAt(Number(sql.add.run(hash, vector).lastInsertRowid), key);
      else isWhole = false;
    }
    return isWhole;
  }

  return {
    /** A document that was changed or deleted meanwhile is left alone; it is in the queue again, or deleted. */
    save(documents: readonly DueDocument[], vectors: readonly NewVector[]): void {
      const known = new Map(vectors.map(({ hash, vector }) => [hash, vector]));
      for (const { key, turn, hashes } of documents) {
        if (sql.turn.get(key) === turn && placeAll(key, hashes, known)) sql.done.run(key);
      }
    },
  };
}
