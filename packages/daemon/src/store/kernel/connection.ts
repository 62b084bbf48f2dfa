/** A connection to the database as the parts of the store pass it on. Only `database.ts` opens one. */
import type Database from 'better-sqlite3-multiple-ciphers';

export type Connection = Database.Database;
export type Statement = Database.Statement<unknown[]>;
