/**
 * A connection to a database as the parts of the store pass it on. A statement that reads names the type of its result next to its SQL;
 * `prepare` is for statements that only write. `database.ts` opens those of the writer and the readers.
 */
import Database from 'better-sqlite3-multiple-ciphers';

export type Statement<Result = unknown> = Database.Statement<unknown[], Result>;

export class Connection extends Database {
  /** Gives objects, by the names of the columns. */
  rows<Row>(sql: string): Statement<Row> {
    return this.prepare<unknown[], Row>(sql);
  }

  /** Gives lists, by the order of the columns. */
  tuples<Tuple>(sql: string): Statement<Tuple> {
    return this.prepare<unknown[], Tuple>(sql).raw();
  }

  /** Gives the first column alone. */
  values<Value>(sql: string): Statement<Value> {
    return this.prepare<unknown[], Value>(sql).pluck();
  }
}
