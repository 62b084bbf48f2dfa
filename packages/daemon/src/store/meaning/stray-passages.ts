/** Checks that passages of meaning, their places and their queue belong to something. Used by deletion jobs and `hindcast doctor`. */

/** SQL: the keys of documents in a table. */
export const allKeys = (table: string) => `(SELECT key FROM ${table} WHERE key >= 0)`;

/**
 * SQL: how many passages have no place, places no passage or no content, and entries of the queue no content. Zero unless something is wrong.
 * `keysOf` says which keys of documents are looked at.
 */
export function strayPassages(keysOf: (table: string) => string): string {
  const withoutDocument = (table: string) =>
    `(SELECT count(*) FROM ${keysOf(table)} k WHERE NOT EXISTS (SELECT 1 FROM document d WHERE d.key = k.key))`;
  return `SELECT
  (SELECT count(*) FROM passage p WHERE NOT EXISTS (SELECT 1 FROM passage_place l WHERE l.passage_id = p.id))
  + (SELECT count(*) FROM passage_place l WHERE NOT EXISTS (SELECT 1 FROM passage p WHERE p.id = l.passage_id))
  + (SELECT count(*) FROM passage_place l WHERE l.key < 0 AND NOT EXISTS (SELECT 1 FROM memories m WHERE m.id = -l.key))
  + ${withoutDocument('passage_place')} + ${withoutDocument('passage_queue')}`;
}
