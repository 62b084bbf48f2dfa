/**
 * Decides whether a copy was made of this database or of another one. A database gets a random id when it is
 * created. Copies from before there were ids are compared by their counters: those of a database only grow, whatever is deleted.
 */
import { randomUUID } from 'node:crypto';
import type { Connection } from './connection.ts';

/** The canary also moves the counter of UI texts, so that one says nothing. */
const COUNTED = ['frame', 'transcription', 'input_event', 'memories'] as const;

export interface StoreIdentity {
  readonly id: string | undefined;
  /** When the database was created; not known of databases from before there were ids. */
  readonly createdAtMs: number | undefined;
  /** The last id that each table has given out. */
  readonly counters: readonly number[];
  /** Whether there is nothing in it that a person could miss. */
  readonly isEmpty: boolean;
}

export function readIdentity(db: Connection): StoreIdentity {
  const meta = db.prepare('SELECT value FROM meta WHERE name = ?').pluck();
  const counter = db.prepare('SELECT seq FROM sqlite_sequence WHERE name = ?').pluck();
  const rows = db
    .prepare(
      `SELECT EXISTS (SELECT 1 FROM document) OR EXISTS (SELECT 1 FROM input_event)
       OR EXISTS (SELECT 1 FROM memories)`,
    )
    .pluck();
  const createdAtMs = meta.get('created_ms') as string | undefined;
  return {
    id: meta.get('store_id') as string | undefined,
    createdAtMs: createdAtMs === undefined ? undefined : Number(createdAtMs),
    counters: COUNTED.map((table) => (counter.get(table) as number | undefined) ?? 0),
    isEmpty: rows.get() === 0,
  };
}

/** Keeps the identity that a database has already. */
export function giveIdentity(db: Connection, isNew: boolean): void {
  const keep = db.prepare('INSERT OR IGNORE INTO meta (name, value) VALUES (?, ?)');
  keep.run('store_id', randomUUID());
  if (isNew) keep.run('created_ms', String(Date.now()));
}

export function isOfAnotherStore(copy: StoreIdentity, live: StoreIdentity): boolean {
  if (copy.id !== undefined && live.id !== undefined) return copy.id !== live.id;
  return copy.counters.some((last, at) => last > (live.counters[at] ?? 0));
}
