/**
 * Opens the database file: refuses what it must not touch (damaged, newer, foreign files, an SQLite
 * with known faults), sets the pragmas and brings the schema up to date. Nothing outside `store/` sees a connection.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceError } from '#core/errors.ts';
import { finishReplacing } from '../backup/restored-database.ts';
import { markChanges } from '../backup/rows/changed-ranges.ts';
import { LIST_ENDING, readCopyList } from '../backup/rows/copy-list.ts';
import { DiskFullError } from '../errors.ts';
import { PACK_FUNCTION_NAMES } from '../packing/function-names.ts';
import { packFunctions } from '../packing/sql-functions.ts';
import { type DatabaseKey, databaseKey, type StoreKey } from '../sealing/store-key.ts';
import { TOKENIZER_VERSION } from '../search/words/tokens.ts';
import { Connection } from './connection.ts';
import { assertNoStoreBeside, assertNotLost, assertNotReplaced } from './lost-database.ts';
import { MIGRATION_STEPS } from './migration-steps.ts';
import { giveIdentity, readIdentity, type StoreIdentity } from './store-identity.ts';

export type { Connection } from './connection.ts';

/** Versions before this one have a WAL fault that can corrupt the file. */
const OLDEST_SQLITE = '3.51.3';
/** "HIND": distinguishes our files from other programs' databases. */
const APPLICATION_ID = 0x48494e44;
const MIGRATIONS_FOLDER = join(import.meta.dirname, '../migrations');

export const DATABASE_FILE_NAME = 'db.sqlite';

export function openWriter(dataDir: string, key?: StoreKey | undefined): Connection {
  const file = join(dataDir, DATABASE_FILE_NAME);
  finishReplacing(file);
  assertNotLost(file);
  return guardOpening(file, () => {
    const db = new Connection(file, { timeout: 5_000 });
    if (key) useKey(db, key);
    assertSqliteVersion(sqliteVersion(db));
    // First of all: the next statements write into the file, and it may be somebody else's.
    try {
      assertOurs(db, file, key);
    } catch (error) {
      // Otherwise its WAL would stay next to it.
      db.close();
      throw error;
    }
    // Only before the first table exists; afterwards SQLite ignores it.
    db.pragma('page_size = 8192');
    db.pragma('auto_vacuum = INCREMENTAL');
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL');
    db.pragma('foreign_keys = ON');
    db.pragma('secure_delete = ON');
    db.pragma('cache_size = -8000');
    db.pragma('journal_size_limit = 67108864');
    // 32 MB: pages that every insert touches are then written back once for hundreds of inserts.
    db.pragma('wal_autocheckpoint = 4000');
    registerFunctions(db);
    bringUpToDate(db);
    db.prepare('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)').run('data_dir', dataDir);
    return db;
  });
}

/** `onStatement` receives every statement that runs, values included: captured content, for tests only. */
export function openReader(
  dataDir: string,
  onStatement?: ((sql: string) => void) | undefined,
  key?: StoreKey | undefined,
): Connection {
  const file = join(dataDir, DATABASE_FILE_NAME);
  return guardOpening(file, () => {
    const db = new Connection(file, {
      readonly: true,
      timeout: 5_000,
      ...(onStatement && { verbose: (sql) => onStatement(String(sql)) }),
    });
    if (key) useKey(db, key);
    registerFunctions(db);
    // Small: the operating system caches the file too, and there are several readers.
    db.pragma('cache_size = -8000');
    // Every word and how many documents hold it: an exact total for one word in half the time of a count.
    db.exec(`CREATE VIRTUAL TABLE temp.word_vocabulary USING fts5vocab('main', 'document_fts', 'row');
             CREATE VIRTUAL TABLE temp.prefix_vocabulary USING fts5vocab('main', 'prefix_fts', 'row');
             CREATE VIRTUAL TABLE temp.word_place USING fts5vocab('main', 'document_fts', 'instance');`);
    return db;
  });
}

/** Of an encrypted store, before anything else is asked of the connection. */
export function useKey(db: Connection, key: StoreKey): void {
  useDatabaseKey(db, databaseKey(key));
}

/** Every page is encrypted and authenticated from now on, those of the WAL too. */
export function useDatabaseKey(db: Connection, { cipher, secret }: DatabaseKey): void {
  db.pragma(`cipher = '${cipher}'`);
  db.key(Buffer.from(secret));
  // Large sorts would otherwise go through files of the system's temporary folder, which are not encrypted.
  db.pragma('temp_store = MEMORY');
}

/** The views call them. */
export function registerFunctions(db: Connection): void {
  const functions = packFunctions(() => new Connection(':memory:'));
  for (const name of PACK_FUNCTION_NAMES) {
    db.function(name, { deterministic: true }, functions[name]);
  }
  // The clock of changes (migrations/202611151050_sync.sql); tests give a writer another one.
  db.function('sync_now_ms', () => Date.now());
}

function guardOpening(file: string, open: () => Connection): Connection {
  try {
    return open();
  } catch (cause) {
    throw storeFault(cause, file);
  }
}

/** What a person can do something about gets its own name; anything else stays as it is. */
export function storeFault(cause: unknown, file: string): unknown {
  const code = String((cause as { code?: unknown }).code);
  if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')) {
    return serviceError('STORE_CORRUPT', { file, cause });
  }
  return isDiskFull(cause) ? new DiskFullError(cause) : cause;
}

/** SQLite reports a full disk as FULL, or as a failed write when the WAL or its index cannot grow. */
function isDiskFull(cause: unknown): boolean {
  const code = String((cause as { code?: unknown }).code);
  return ['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_SHMSIZE'].includes(code);
}

/** Of the SQLite that is built in, without a store. */
export function builtInSqliteVersion(): string {
  const db = new Connection(':memory:');
  try {
    return sqliteVersion(db);
  } finally {
    db.close();
  }
}

function sqliteVersion(db: Connection): string {
  return db.prepare('SELECT sqlite_version()').pluck().get() as string;
}

export function assertSqliteVersion(found: string): void {
  const isOlder = found.localeCompare(OLDEST_SQLITE, undefined, { numeric: true }) < 0;
  if (isOlder) throw serviceError('SQLITE_TOO_OLD', { found, needed: OLDEST_SQLITE });
}

interface Migration {
  version: number;
  name: string;
}

function listMigrations(): Migration[] {
  return readdirSync(MIGRATIONS_FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name, i) => ({ version: i + 1, name }));
}

/** Forward only: each file runs once, with its step in code, in its own transaction together with the version number. */
function migrate(db: Connection): void {
  const current = schemaVersion(db);
  for (const { name, version } of listMigrations().filter(({ version }) => version > current)) {
    db.transaction(() => {
      db.exec(readFileSync(join(MIGRATIONS_FOLDER, name), 'utf8'));
      MIGRATION_STEPS[name]?.(db);
      db.pragma(`application_id = ${APPLICATION_ID}`);
      db.pragma(`user_version = ${version}`);
    })();
  }
  db.prepare('INSERT OR IGNORE INTO meta (name, value) VALUES (?, ?)').run(
    'tokenizer',
    String(TOKENIZER_VERSION),
  );
  giveIdentity(db, current === 0);
}

/** Its schema, and the triggers that note changes for daily snapshots. */
export function bringUpToDate(db: Connection): void {
  migrate(db);
  markChanges(db);
}

function schemaVersion(db: Connection): number {
  return db.pragma('user_version', { simple: true }) as number;
}

function assertOurs(db: Connection, file: string, key: StoreKey | undefined): void {
  const version = schemaVersion(db);
  const isEmpty = db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0;
  const isNew = isEmpty && version === 0;
  const isOurs = db.pragma('application_id', { simple: true }) === APPLICATION_ID && version > 0;
  if (isNew) assertNoStoreBeside(file);
  else if (!isOurs) throw serviceError('STORE_CORRUPT', { file });
  if (version > listMigrations().length) throw serviceError('STORE_TOO_NEW', { file, version });
  if (isOurs) assertNotReplaced(file, readIdentity(db), (copy) => findIdentity(copy, key));
}

/** Of another database file, or of the list of a daily snapshot; undefined when it cannot be read, with this key or at all. */
export function findIdentity(file: string, key: StoreKey | undefined): StoreIdentity | undefined {
  if (file.endsWith(LIST_ENDING)) return readCopyList(file)?.identity;
  let db: Connection | undefined;
  try {
    db = new Connection(file, { readonly: true, fileMustExist: true });
    if (key) useKey(db, key);
    return readIdentity(db);
  } catch {
    return undefined;
  } finally {
    db?.close();
  }
}
