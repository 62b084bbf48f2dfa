/** What a child process has to know before its first statement. */
import type { DatabaseKey } from '../sealing/store-key.ts';
import type { QueryLimits } from './rows-as-json.ts';

export interface ChildSetup {
  readonly databaseFile: string;
  readonly limits: QueryLimits;
  /** Of an encrypted store. */
  readonly databaseKey?: DatabaseKey | undefined;
}
