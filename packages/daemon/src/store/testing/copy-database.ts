/** A copy of a database as it is at one instant, while others write to it. An encrypted one stays encrypted, with the same key. */
import { withDatabase } from '../backup/named-media.ts';
import type { DatabaseKey } from '../sealing/store-key.ts';

/** `to` must not exist. */
export function copyDatabase(from: string, to: string, key?: DatabaseKey): void {
  withDatabase(from, key, (db) => db.prepare('VACUUM INTO ?').run(to));
}
