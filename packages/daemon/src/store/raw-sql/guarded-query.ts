/**
 * Runs one SQL statement of a stranger on a clear database, after the guard has accepted it: on a read-only connection,
 * opened for this statement alone, with the guard's authorizer as a second lock. Runs inside the child process, because a
 * running statement can be stopped only by ending its process.
 */
import { DatabaseSync } from 'node:sqlite';
import { type QueryLimits, rowsAsJson } from './rows-as-json.ts';
import {
  asRefusal,
  connectionOptions,
  guardConnection,
  statementGuard,
} from './statement-guard.ts';

// Longer than the writer holds the one lock that readers can meet (recovery after a crash).
export const BUSY_TIMEOUT_MS = 2000;

/**
 * The rows as the text of a JSON array of objects, keyed by column name; of columns with the same
 * name the last one counts. Throws StatementRefused.
 */
export function guardedQueries(options: {
  databaseFile: string;
  limits: QueryLimits;
}): (query: string) => Buffer {
  const { databaseFile, limits } = options;
  const check = statementGuard(limits);
  return (query) => {
    const db = new DatabaseSync(databaseFile, {
      readOnly: true,
      timeout: BUSY_TIMEOUT_MS,
      ...connectionOptions(limits),
    });
    try {
      check(schemaOf(db), query);
      guardConnection(db);
      const statement = db.prepare(query);
      statement.setReturnArrays(true);
      // Otherwise an integer beyond 2^53 is an error.
      statement.setReadBigInts(true);
      const names = statement.columns().map(({ name }) => name);
      const rows = statement.iterate() as Iterable<unknown> as Iterable<unknown[]>;
      return rowsAsJson(names, rows, limits);
    } catch (error) {
      throw asRefusal(error) ?? error;
    } finally {
      db.close();
    }
  };
}

function schemaOf(db: DatabaseSync) {
  return {
    schemaVersion: () => Number(db.prepare('PRAGMA schema_version').get()?.schema_version),
    schemaRows: (sql: string) => db.prepare(sql).all(),
  };
}
