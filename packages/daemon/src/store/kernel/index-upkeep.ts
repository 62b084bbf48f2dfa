/** Upkeep that can wait for a pause between writes: merges index segments, then gives space back. Called by `open-writes.ts`. */
import type { Connection } from './connection.ts';

const INDEXES = ['document_fts', 'prefix_fts'] as const;
/** Index pages a slice may write: few, so that a write that comes meanwhile hardly waits. */
const PAGES_PER_SLICE = 64;
/** 1 MB: what some minutes of work take. */
const FREE_PAGES_KEPT = 128;

/** One slice; true when there is more. */
export function tidyIndexes(db: Connection): boolean {
  return INDEXES.map((index) => mergeSome(db, index)).some(Boolean) || giveBackSome(db);
}

/** FTS5 merges where four segments or more lie on one level; it says that it did by the number of changes. */
function mergeSome(db: Connection, index: (typeof INDEXES)[number]): boolean {
  const changes = db.prepare('SELECT total_changes()').pluck();
  const before = changes.get() as number;
  db.prepare(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ?)`).run(PAGES_PER_SLICE);
  return (changes.get() as number) - before >= 2;
}

/** Merging leaves free pages. Some stay: the next inserts take them. */
function giveBackSome(db: Connection): boolean {
  const free = db.pragma('freelist_count', { simple: true }) as number;
  if (free <= FREE_PAGES_KEPT) return false;
  db.pragma(`incremental_vacuum(${PAGES_PER_SLICE})`);
  return true;
}
