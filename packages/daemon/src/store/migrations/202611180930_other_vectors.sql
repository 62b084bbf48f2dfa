-- The network of search by meaning was trained further: its vectors and those of before lie in different places, so all passages are
-- computed again, the newest first.

DROP TRIGGER passage_without_place;
DELETE FROM passage_place;
DELETE FROM passage;
CREATE TRIGGER passage_without_place AFTER DELETE ON passage_place
WHEN NOT EXISTS (SELECT 1 FROM passage_place WHERE passage_id = old.passage_id) BEGIN
  DELETE FROM passage WHERE id = old.passage_id;
  UPDATE meta SET value = value + 1 WHERE name = 'passages_revision';
END;
UPDATE meta SET value = value + 1 WHERE name = 'passages_revision';
INSERT OR IGNORE INTO passage_queue (key, turn) SELECT key, 0 FROM document WHERE length > 0;
INSERT OR IGNORE INTO passage_queue (key, turn) SELECT -id, 0 FROM memories;
