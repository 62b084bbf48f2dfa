/**
 * Runs one SQL statement of a stranger on an encrypted database. Only the binding of the store can open it, and that has no
 * authorizer: the guard checks the statement on its copy of the schema. Then the statement runs on a read-only connection,
 * and only if SQLite says that it reads.
 */
import { Connection } from '../kernel/connection.ts';
import { registerFunctions, useDatabaseKey } from '../kernel/database.ts';
import type { DatabaseKey } from '../sealing/store-key.ts';
import { BUSY_TIMEOUT_MS } from './guarded-query.ts';
import { type QueryLimits, rowsAsJson, StatementRefused } from './rows-as-json.ts';
import { asRefusal, type SchemaSource, statementGuard } from './statement-guard.ts';

/** What this build says of text in double quotes, which people's SQL often has where a string is meant. */
const MEANT_AS_TEXT = /^no such column: "(.*)" - should this be a string literal/s;
const MOST_TEXTS = 100;
/** Faults of the database and the disk. Every other one has its cause in the statement. */
const OF_THE_FILE = /^SQLITE_(CORRUPT|NOTADB|IOERR|CANTOPEN|FULL|BUSY|LOCKED|PROTOCOL)/;

export function sealedQueries(options: {
  databaseFile: string;
  databaseKey: DatabaseKey;
  limits: QueryLimits;
}): (query: string) => Buffer {
  const { limits } = options;
  const check = statementGuard(limits);
  return (query) => {
    const db = openSealed(options);
    try {
      const statement = prepare(db, query, (sql) => check(schemaOf(db), sql));
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

function openSealed(deps: { databaseFile: string; databaseKey: DatabaseKey }) {
  const { databaseFile, databaseKey } = deps;
  const db = new Connection(databaseFile, { readonly: true, timeout: BUSY_TIMEOUT_MS });
  useDatabaseKey(db, databaseKey);
  db.pragma('query_only = ON');
  registerFunctions(db);
  return db;
}

function schemaOf(db: Connection): SchemaSource {
  return {
    schemaVersion: () => db.pragma('schema_version', { simple: true }) as number,
    schemaRows: (sql) => db.rows<Record<string, unknown>>(sql).all(),
  };
}

function prepare(db: Connection, query: string, check: (sql: string) => unknown) {
  let sql = query;
  for (let texts = 0; ; texts += 1) {
    check(sql);
    const prepared = tryToPrepare(db, sql);
    if (!('meant' in prepared)) return prepared.statement;
    const next = texts < MOST_TEXTS ? quotedAsText(sql, prepared.meant) : sql;
    if (next === sql) throw prepared.error;
    sql = next;
  }
}

function tryToPrepare(db: Connection, sql: string) {
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
