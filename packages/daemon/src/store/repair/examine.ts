/**
 * Looks at a database file without changing it: can it be read, is it whole, do the tallies and the
 * index agree with the documents. For `hindcast doctor`; works while the service runs.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { INDEXED_COLUMNS, inputIndexEntry } from '../input/input-events.ts';
import { Connection } from '../kernel/connection.ts';
import { DATABASE_FILE_NAME, findIdentity, useKey } from '../kernel/database.ts';
import { assertNotLost, assertNotReplaced } from '../kernel/lost-database.ts';
import { allKeys, strayPassages } from '../meaning/stray-passages.ts';
import { examinePacks } from '../packing/examine-packs.ts';
import type { StoreKey } from '../sealing/store-key.ts';
import { isSealedDatabase } from '../vault/convert-database.ts';

export interface Finding {
  check: string;
  isOk: boolean;
  detail: string;
}

/** Every check that could be made; those after an unreadable file are left out. */
export function examineStore(dataDir: string, key?: StoreKey | undefined): Finding[] {
  const file = join(dataDir, DATABASE_FILE_NAME);
  try {
    assertNotLost(file);
  } catch (error) {
    return [{ check: 'database', isOk: false, detail: reason(error) }];
  }
  if (!existsSync(file)) {
    return [{ check: 'database', isOk: true, detail: `${file} does not exist yet` }];
  }
  const isUnreadable = key === undefined && isSealedDatabase(file);
  const identity = isUnreadable ? undefined : findIdentity(file, key);
  try {
    if (identity) assertNotReplaced(file, identity, (copy) => findIdentity(copy, key));
  } catch (error) {
    return [{ check: 'database', isOk: false, detail: reason(error) }];
  }
  if (isUnreadable) {
    const detail = `${file} is encrypted; with its passphrase (HINDCAST_PASSPHRASE_FILE) more can be said`;
    return [{ check: 'database', isOk: true, detail }];
  }
  let db: Connection;
  try {
    db = new Connection(file, { readonly: true });
    if (key) useKey(db, key);
    // One moment for all checks: the service may write between two of them.
    db.exec('BEGIN');
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
  } catch (error) {
    return [{ check: 'database', isOk: false, detail: `${file} cannot be read: ${reason(error)}` }];
  }
  try {
    return [
      { check: 'database', isOk: true, detail: file },
      check('integrity', () => {
        const result = db.pragma('integrity_check(5)', { simple: true }) as string;
        return [result === 'ok', result];
      }),
      check('tallies', () => examineTallies(db)),
      check('texts', () => {
        // Those of packed frames are packed with them.
        const sql = `SELECT count(*) FROM document d WHERE length > 0 AND NOT EXISTS
          (SELECT 1 FROM frame_pack WHERE d.key % 4 = 0 AND frame_id = d.ref)`;
        return compare(db, 'document_text', sql);
      }),
      check('index', () => {
        const sql = 'SELECT count(*) FROM document WHERE length > 0';
        return compare(db, 'document_fts_docsize', sql);
      }),
      check('events', () => examineEventIndex(db)),
      check('notes', () => {
        const sql = `SELECT count(*) FROM memories m JOIN memories_fts_docsize d ON d.id = m.id`;
        return compare(db, 'memories_fts_docsize', sql, 'SELECT count(*) FROM memories');
      }),
      check('frames', () => examinePacks(db)),
      check('passages', () => {
        const stray = db.values<number>(strayPassages(allKeys)).get() as number;
        const passages = db.values<number>('SELECT count(*) FROM passage').get() as number;
        return [stray === 0, stray === 0 ? `${passages}` : `${stray} belong to nothing`];
      }),
    ];
  } finally {
    db.close();
  }
}

function check(name: string, look: () => [boolean, string]): Finding {
  try {
    const [isOk, detail] = look();
    return { check: name, isOk, detail };
  } catch (error) {
    return { check: name, isOk: false, detail: reason(error) };
  }
}

function compare(
  db: Connection,
  table: string,
  ...expectations: readonly string[]
): [boolean, string] {
  const count = (sql: string) => (db.values<number | null>(sql).get() as number | null) ?? 0;
  const rows = count(`SELECT count(*) FROM ${table}`);
  const other = expectations.map(count).find((expected) => expected !== rows);
  return [other === undefined, `${rows} of ${other ?? rows}`];
}

/** A store that no service has opened since there are totals of contexts, or hours of apps, has none. */
function examineTallies(db: Connection): [boolean, string] {
  const isThere = db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?');
  const later = ['context_total', 'app_hour'].filter((table) => isThere.get(table));
  return compare(
    db,
    'document',
    'SELECT sum(ocr + audio + ui) FROM hour',
    'SELECT sum(documents) FROM context_hour',
    ...later.map((table) => `SELECT sum(documents) FROM ${table}`),
  );
}

/** Only those that are not in the index are looked at: an event without a word does not belong there. */
function examineEventIndex(db: Connection): [boolean, string] {
  const count = (sql: string) => db.values<number>(sql).get() as number;
  const rows = count('SELECT count(*) FROM input_fts_docsize');
  const named = count('SELECT count(*) FROM input_fts_docsize d JOIN input_event e ON e.id = d.id');
  const left = db.tuples<(string | null)[]>(
    `SELECT ${INDEXED_COLUMNS} FROM input_event WHERE id NOT IN (SELECT id FROM input_fts_docsize)`,
  );
  let missing = 0;
  for (const texts of left.iterate()) {
    if (inputIndexEntry(texts)) missing += 1;
  }
  return [rows === named && missing === 0, `${named} of ${named + missing}`];
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
