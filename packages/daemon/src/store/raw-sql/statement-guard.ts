/**
 * Decides whether a statement that a person or a token sends may run. It prepares the statement on an empty copy of the
 * schema that lacks the secret tables: SQLite cannot compile any form of reading a table that does not exist there. An
 * authorizer on the copy refuses everything that does more than read. `guarded-query.ts` and `sealed-query.ts` call it.
 */
import { constants, DatabaseSync, type StatementSync } from 'node:sqlite';
import { isPackFunctionError } from '../packing/function-names.ts';
import { registerPackFunctions } from './pack-functions.ts';
import { type QueryLimits, StatementRefused } from './rows-as-json.ts';

// SQL text beyond this is a mistake; SQLite's own limit is a gigabyte.
const MAX_SQL_BYTES = 1024 * 1024;

const SQLITE_AUTH = 23;

/** A table that no database has. */
const HIDDEN = 'hidden_pragma';

/** Settings, sources and states of pipes hold API keys. Access tokens, the access log and the key of offloaded files are for the owner. */
export const SECRET_TABLES: ReadonlySet<string> = new Set([
  'pipe',
  'pipe_state',
  'access_token',
  'access_log',
  'offload_key',
]);

/** Reading actions. Everything else (writes, ATTACH, transactions, temporary tables) is denied. */
const ALLOWED_ACTIONS: ReadonlySet<number> = new Set([
  constants.SQLITE_SELECT,
  constants.SQLITE_RECURSIVE,
]);

/** They only describe tables, which is what people and their tools ask first. */
const ALLOWED_PRAGMAS: ReadonlySet<string> = new Set(['table_info', 'table_xinfo', 'table_list']);

/** They load code, register code by address, or write to the process's log. */
const DENIED_FUNCTIONS: ReadonlySet<string> = new Set([
  'load_extension',
  'fts3_tokenizer',
  'sqlite_log',
]);

/** "Text" in double quotes is wrong by the standard, but common in the SQL that people have. */
export function connectionOptions({ maxBytes }: QueryLimits) {
  return {
    enableDoubleQuotedStringLiterals: true,
    limits: { length: maxBytes, sqlLength: MAX_SQL_BYTES, attach: 0 },
  };
}

/** The database that the statement is for. */
export interface SchemaSource {
  /** SQLite's counter of schema changes. */
  schemaVersion(): number;
  /** Rows of the given query on `sqlite_schema`. */
  schemaRows(sql: string): readonly Record<string, unknown>[];
}

/** The check throws StatementRefused, or an error that `asRefusal` translates. */
export function statementGuard(
  limits: QueryLimits,
): (source: SchemaSource, query: string) => StatementSync {
  let guard: { version: number; copy: DatabaseSync } | undefined;
  return (source, query) => {
    const version = source.schemaVersion();
    if (guard?.version !== version) {
      guard?.copy.close();
      guard = { version, copy: emptyCopy(source, limits) };
    }
    return prepareOnly(guard.copy, query);
  };
}

/** The same tables without a row, in memory, but for the secret ones. */
function emptyCopy(source: SchemaSource, limits: QueryLimits): DatabaseSync {
  const copy = new DatabaseSync(':memory:', connectionOptions(limits));
  const rows = source.schemaRows(
    `SELECT name, tbl_name, sql FROM sqlite_schema
     WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
     ORDER BY sql NOT LIKE 'CREATE VIRTUAL TABLE%', type <> 'table', rowid`,
  );
  const isThere = copy.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?');
  for (const { name, tbl_name: table, sql } of rows) {
    if (SECRET_TABLES.has(String(table))) continue;
    // A virtual table has made the tables that it is kept in.
    if (isThere.get(String(name)) === undefined) copy.exec(String(sql));
  }
  hidePragmaTables(copy);
  guardConnection(copy);
  return copy;
}

/** SQLite has a table `pragma_<name>` for each pragma, in every schema. A view that cannot be compiled takes the name of the denied ones. */
function hidePragmaTables(copy: DatabaseSync): void {
  for (const { name } of copy.prepare('PRAGMA pragma_list').all()) {
    if (ALLOWED_PRAGMAS.has(String(name))) continue;
    for (const schema of ['main', 'temp']) {
      copy.exec(`CREATE VIEW ${schema}.pragma_${name} AS SELECT * FROM ${HIDDEN}`);
    }
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

/** SQLite does not ask for every read (the merged column of a FULL JOIN): secrets need the copy as well. */
function authorize(action: number, arg1: string | null, arg2: string | null): number {
  if (action === constants.SQLITE_READ) {
    const table = String(arg1).toLowerCase();
    const isDenied = SECRET_TABLES.has(table) || isDeniedPragma(table);
    return isDenied ? constants.SQLITE_DENY : constants.SQLITE_OK;
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
  const [, name] = /^pragma_(.*)$/.exec(table) ?? [];
  return name !== undefined && !ALLOWED_PRAGMAS.has(name);
}

/** SQLite compiles the first statement of a text and ignores the others; here they are refused. */
function prepareOnly(db: DatabaseSync, query: string): StatementSync {
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
  // Most likely the statement called our functions with a value that is not ours.
  if (isPackFunctionError(error)) return new StatementRefused(error.message);
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  const [, missing = ''] = /^no such table: (?:main\.|temp\.)?(.*)$/is.exec(error.message) ?? [];
  if (SECRET_TABLES.has(missing.toLowerCase())) {
    return new StatementRefused(`the table ${missing.toLowerCase()} is not for SQL`);
  }
  if (error.errcode === SQLITE_AUTH || missing === HIDDEN)
    return new StatementRefused('it does more than read');
  return new StatementRefused(error.message);
}

function isEmptyStatement(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_ARG_VALUE';
}
