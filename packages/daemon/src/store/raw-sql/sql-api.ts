/** The calls of the process and of the thread that run SQL. */
import type { DatabaseKey } from '../sealing/store-key.ts';
import type { QueryLimits } from './rows-as-json.ts';

export interface SqlSetup {
  readonly databaseFile: string;
  readonly limits: QueryLimits;
  /** Of an encrypted store. */
  readonly databaseKey?: DatabaseKey | undefined;
}

/** The rows stay text all the way to the client: a large result costs the service neither parsing nor writing JSON. */
export type Answer =
  | { kind: 'rows'; json: Uint8Array }
  /** The statement is at fault; the reason is SQLite's or ours. */
  | { kind: 'refused'; reason: string }
  /** The database could not be opened or read. */
  | { kind: 'failed'; reason: string };

export interface SqlApi {
  run(query: string): Answer;
}
