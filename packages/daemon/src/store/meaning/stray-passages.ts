/** SQL: how many passages have no place, places no passage or no content, and entries of the queue no content. Zero unless something is wrong. */
export const STRAY_PASSAGES = `SELECT
  (SELECT count(*) FROM passage p WHERE NOT EXISTS (SELECT 1 FROM passage_place l WHERE l.passage_id = p.id))
  + (SELECT count(*) FROM passage_place l WHERE NOT EXISTS (SELECT 1 FROM passage p WHERE p.id = l.passage_id))
  + (SELECT count(*) FROM passage_place l WHERE l.key >= 0 AND NOT EXISTS (SELECT 1 FROM document d WHERE d.key = l.key))
  + (SELECT count(*) FROM passage_place l WHERE l.key < 0 AND NOT EXISTS (SELECT 1 FROM memories m WHERE m.id = -l.key))
  + (SELECT count(*) FROM passage_queue q WHERE q.key >= 0 AND NOT EXISTS (SELECT 1 FROM document d WHERE d.key = q.key))`;
