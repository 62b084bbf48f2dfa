/**
 * Runs one SQL statement of a stranger on an encrypted database. Only the binding of the store can open it, and that has no authorizer.
 * So every statement is first prepared on an empty copy of the schema with the same guard as a clear database has: whatever
 * does more than read is refused there. Then it runs on a read-only connection, and only if SQLite says that it reads.
 */
import { DatabaseSync } from 'node:sqlite';
import Database from 'better-sqlite3-multiple-ciphers';
import { registerFunctions, useDatabaseKey } from '../database.ts';
import type { DatabaseKey } from '../sealing/store-key.ts';
import {
  asRefusal,
  BUSY_TIMEOUT_MS,
  guardConnection,
  MAX_SQL_BYTES,
  prepareOnly,
} from './guarded-query.ts';
import { type QueryLimits, rowsAsJson, StatementRefused } from './rows-as-json.ts';

/** What this build says of text in double quotes, which people's SQL often has where a string is meant. */
const MEANT_AS_TEXT = /^no such column: "(.*)" - should this be a string literal/s;
const MOST_TEXTS = 100;
/** Faults of the database and the disk. Every other one has its cause in the statement. */
const OF_THE_FILE = /^SQLITE_(CORRUPT|NOTADB|IOERR|CANTOPEN|FULL|BUSY|LOCKED|PROTOCOL)/;

interface Guard {
  /** Of the schema that it has. */
  readonly version: number;
  readonly db: DatabaseSync;
}

export function sealedQueries(options: {
  databaseFile: string;
  databaseKey: DatabaseKey;
  limits: QueryLimits;
}): (query: string) => Buffer {
  const { limits } = options;
  let guard: Guard | undefined;

  function guardFor(db: Database.Database): DatabaseSync {
    const version = db.pragma('schema_version', { simple: true }) as number;
    if (guard?.version !== version) {
      guard?.db.close();
      guard = { version, db: emptyCopy(db, limits) };
    }
    return guard.db;
  }

  return (query) => {
    const db = openSealed(options);
    try {
      const statement = prepare(db, guardFor(db), query);
      const names = statement.columns().map(({ name }) => name);
      const rows = statement.raw().safeIntegers().iterate() as Iterable<unknown[]>;
      return rowsAsJson(names, rows, limits);
    } catch (error) {
      throw refusalOf(error) ?? error;
    } finally {
      db.close();
    }
  };
}

function openSealed({
  databaseFile,
  databaseKey,
}: {
  databaseFile: string;
  databaseKey: DatabaseKey;
}) {
  const db = new Database(databaseFile, { readonly: true, timeout: BUSY_TIMEOUT_MS });
  useDatabaseKey(db, databaseKey);
  db.pragma('query_only = ON');
  registerFunctions(db);
  return db;
}

/** The same tables without a row, in memory. */
function emptyCopy(db: Database.Database, limits: QueryLimits): DatabaseSync {
  const copy = new DatabaseSync(':memory:', {
    enableDoubleQuotedStringLiterals: true,
    limits: { length: limits.maxBytes, sqlLength: MAX_SQL_BYTES, attach: 0 },
  });
  const rows = db
    .prepare(
      `SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
       ORDER BY sql NOT LIKE 'CREATE VIRTUAL TABLE%', type <> 'table', rowid`,
    )
    .all() as { name: string; sql: string }[];
  const isThere = copy.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?');
  for (const { name, sql } of rows) {
    // A virtual table has made the tables that it is kept in.
    if (isThere.get(name) === undefined) copy.exec(sql);
  }
  guardConnection(copy);
  return copy;
}

function prepare(db: Database.Database, guard: DatabaseSync, query: string) {
  let sql = query;
  for (let texts = 0; ; texts += 1) {
    prepareOnly(guard, sql);
    const prepared = tryToPrepare(db, sql);
    if (!('meant' in prepared)) return prepared.statement;
    const next = texts < MOST_TEXTS ? quotedAsText(sql, prepared.meant) : sql;
    if (next === sql) throw prepared.error;
    sql = next;
  }
}

function tryToPrepare(db: Database.Database, sql: string) {
  try {
    const statement = db.prepare(sql);
    // The guard has refused all of these; this is the second lock on the same door.
    if (statement.reader && statement.readonly) return { statement };
  } catch (error) {
    const meant = error instanceof Error ? MEANT_AS_TEXT.exec(error.message)?.[1] : undefined;
    if (meant === undefined) throw error;
    return { meant, error };
  }
  throw new StatementRefused('it does more than read');
}

/** The statement with `"text"` as `'text'` wherever it stands by itself, not inside another text or a comment. */
function quotedAsText(sql: string, text: string): string {
  const token = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]/g;
  return sql.replace(token, (found) =>
    found.startsWith('"') && found.slice(1, -1).replaceAll('""', '"') === text
      ? `'${text.replaceAll("'", "''")}'`
      : found,
  );
}

function refusalOf(error: unknown): StatementRefused | undefined {
  const refusal = asRefusal(error);
  if (refusal || error instanceof StatementRefused) return refusal;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isOfStatement = code.startsWith('SQLITE_') && !OF_THE_FILE.test(code);
  return isOfStatement && error instanceof Error ? new StatementRefused(error.message) : undefined;
}
