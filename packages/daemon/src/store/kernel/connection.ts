/**
 * A connection to a database as the parts of the store pass it on. A statement that reads names the type of its result next to its SQL;
 * `prepare` is for statements that only write. `database.ts` opens those of the writer and the readers.
 */
import Database from 'better-sqlite3-multiple-ciphers';

export type Statement<Result = unknown> = Database.Statement<unknown[], Result>;

/** Compiled with its first use: the features have hundreds of statements, of which a connection uses a few. */
class LazyStatement<Result> implements Statement<Result> {
  readonly database: Database.Database;
  readonly source: string;
  #compile: () => Statement<Result>;
  #compiled: Statement<Result> | undefined;

  constructor(database: Database.Database, source: string, compile: () => Statement<Result>) {
    this.database = database;
    this.source = source;
    this.#compile = compile;
  }

  #open(): Statement<Result> {
    this.#compiled ??= this.#compile();
    return this.#compiled;
  }

  #change(change: (statement: Statement<Result>) => Statement<Result>): this {
    const compile = this.#compile;
    this.#compile = () => change(compile());
    if (this.#compiled) change(this.#compiled);
    return this;
  }

  get reader() {
    return this.#open().reader;
  }

  get readonly() {
    return this.#open().readonly;
  }

  get busy() {
    return this.#compiled?.busy ?? false;
  }

  run(...values: unknown[]) {
    return this.#open().run(...values);
  }

  get(...values: unknown[]) {
    return this.#open().get(...values);
  }

  all(...values: unknown[]) {
    return this.#open().all(...values);
  }

  iterate(...values: unknown[]) {
    return this.#open().iterate(...values);
  }

  columns() {
    return this.#open().columns();
  }

  bind(...values: unknown[]) {
    return this.#change((statement) => statement.bind(...values));
  }

  pluck(isOn = true) {
    return this.#change((statement) => statement.pluck(isOn));
  }

  expand(isOn = true) {
    return this.#change((statement) => statement.expand(isOn));
  }

  raw(isOn = true) {
    return this.#change((statement) => statement.raw(isOn));
  }

  safeIntegers(isOn = true) {
    return this.#change((statement) => statement.safeIntegers(isOn));
  }
}

export class Connection extends Database {
  constructor(...options: ConstructorParameters<typeof Database>) {
    super(...options);
    const lazy = (sql: string) => new LazyStatement(this, sql, () => super.prepare(sql));
    this.prepare = lazy as Connection['prepare'];
  }

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
