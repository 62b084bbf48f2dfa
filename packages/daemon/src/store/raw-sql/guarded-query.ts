/**
 * Runs one SQL statement of a stranger on the database: a read-only connection, opened for this
 * statement alone, with an authorizer that lets nothing but reading through. Runs inside the child
 * process, because a running statement can be stopped only by ending its process.
 */
import { constants, DatabaseSync, type StatementSync } from 'node:sqlite';
import { isPackFunctionError } from '../pack/function-names.ts';
import { registerPackFunctions } from './pack-functions.ts';
import { type QueryLimits, rowsAsJson, StatementRefused } from './rows-as-json.ts';

// SQL text beyond this is a mistake; SQLite's own limit is a gigabyte.
export const MAX_SQL_BYTES = 1024 * 1024;

// Longer than the writer holds the one lock that readers can meet (recovery after a crash).
export const BUSY_TIMEOUT_MS = 2000;

const SQLITE_AUTH = 23;

/** Reading actions. Everything else (writes, ATTACH, transactions, temporary tables) is denied. */
const ALLOWED_ACTIONS: ReadonlySet<number> = new Set([
  constants.SQLITE_SELECT,
  constants.SQLITE_RECURSIVE,
]);

/** They only describe tables, which is what people and their tools ask first. */
const ALLOWED_PRAGMAS: ReadonlySet<string> = new Set(['table_info', 'table_xinfo', 'table_list']);

/** Settings of pipes hold API keys, and a pipe's state is its own. The interface shows both to the owner. */
const SECRET_COLUMNS: ReadonlySet<string> = new Set(['pipe.config', 'pipe_state.value']);

/** They load code, register code by address, or write to the process's log. */
const DENIED_FUNCTIONS: ReadonlySet<string> = new Set([
  'load_extension',
  'fts3_tokenizer',
  'sqlite_log',
]);

/**
 * The rows as the text of a JSON array of objects, keyed by column name; of columns with the same
 * name the last one counts. Throws StatementRefused.
 */
export function runGuardedQuery(databaseFile: string, query: string, limits: QueryLimits): Buffer {
  const db = new DatabaseSync(databaseFile, {
    readOnly: true,
    timeout: BUSY_TIMEOUT_MS,
    // "Text" in double quotes: wrong by the standard, but common in the SQL that people have.
    enableDoubleQuotedStringLiterals: true,
    limits: { length: limits.maxBytes, sqlLength: MAX_SQL_BYTES, attach: 0 },
  });
  try {
    guardConnection(db);
    const statement = prepareOnly(db, query);
    statement.setReturnArrays(true);
    // Otherwise an integer beyond 2^53 is an error.
    statement.setReadBigInts(true);
    const names = statement.columns().map(({ name }) => name);
    return rowsAsJson(
      names,
      statement.iterate() as Iterable<unknown> as Iterable<unknown[]>,
      limits,
    );
  } catch (error) {
    throw asRefusal(error) ?? error;
  } finally {
    db.close();
  }
}

/** From now on statements that do more than read cannot even be prepared. */
export function guardConnection(db: DatabaseSync): void {
  registerPackFunctions(db);
  connectVirtualTables(db);
  db.enableDefensive(true);
  db.setAuthorizer(authorize);
}

/**
 * The first use of a virtual table declares its columns by a CREATE TABLE statement, which the
 * authorizer would deny: full-text tables, the JSON functions and pragmas in the form of functions
 * have to be met before it is set.
 */
function connectVirtualTables(db: DatabaseSync): void {
  const tables = db
    .prepare(`SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%'`)
    .all()
    .map(({ name }) => String(name));
  const pragmas = [...ALLOWED_PRAGMAS].map((name) => `pragma_${name}`);
  for (const name of [...tables, 'json_each', 'json_tree', ...pragmas]) {
    db.prepare(`SELECT 1 FROM "${name.replaceAll('"', '""')}"`);
  }
}

function authorize(action: number, arg1: string | null, arg2: string | null): number {
  if (action === constants.SQLITE_READ) {
    const isSecret = SECRET_COLUMNS.has(`${arg1}.${arg2}`.toLowerCase());
    return isSecret || isDeniedPragma(String(arg1)) ? constants.SQLITE_DENY : constants.SQLITE_OK;
  }
  if (ALLOWED_ACTIONS.has(action)) return constants.SQLITE_OK;
  if (action === constants.SQLITE_FUNCTION) {
    return DENIED_FUNCTIONS.has(String(arg2)) ? constants.SQLITE_DENY : constants.SQLITE_OK;
  }
  if (action === constants.SQLITE_PRAGMA && ALLOWED_PRAGMAS.has(String(arg1))) {
    return constants.SQLITE_OK;
  }
  // FTS5 asks this of itself to notice changes; it only reads a number.
  const isDataVersion = action === constants.SQLITE_PRAGMA && arg1 === 'data_version';
  return isDataVersion && arg2 === null ? constants.SQLITE_OK : constants.SQLITE_DENY;
}

/** A pragma in the form of a table, which SQLite itself would ask about only when the statement runs. */
function isDeniedPragma(table: string): boolean {
  const [, name] = /^pragma_(.*)$/i.exec(table) ?? [];
  return name !== undefined && !ALLOWED_PRAGMAS.has(name.toLowerCase());
}

/** SQLite compiles the first statement of a text and ignores the others; here they are refused. */
export function prepareOnly(db: DatabaseSync, query: string): StatementSync {
  // SQLite would end the text there without a word.
  if (query.includes('\0')) throw new StatementRefused('it contains a NUL character');
  const statement = db.prepare(query);
  const rest = query.slice(statement.sourceSQL.length);
  if (hasStatement(db, rest)) throw new StatementRefused('it is more than one statement');
  return statement;
}

function hasStatement(db: DatabaseSync, text: string): boolean {
  try {
    db.prepare(text);
    return true;
  } catch (error) {
    return !isEmptyStatement(error);
  }
}

export function asRefusal(error: unknown): StatementRefused | undefined {
  if (isEmptyStatement(error)) return new StatementRefused('it is empty');
  // Most likely the statement called our functions with something of its own.
  if (isPackFunctionError(error)) return new StatementRefused(error.message);
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  const [, column = ''] = /^access to (\S+) is prohibited/.exec(error.message) ?? [];
  if (SECRET_COLUMNS.has(column)) return new StatementRefused(`${column} is not for SQL`);
  if (error.errcode === SQLITE_AUTH) return new StatementRefused('it does more than read');
  return new StatementRefused(error.message);
}

function isEmptyStatement(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_ARG_VALUE';
}
