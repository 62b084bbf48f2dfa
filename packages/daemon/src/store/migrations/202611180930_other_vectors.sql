-- The network of search by meaning was trained further: its vectors and those of before lie in different places, so all passages are
-- computed again, the newest first.

DROP TRIGGER passage_without_place;
-- With these a deletion goes row by row. They are made again after the migrations, with the note that all of the tables changed.
DROP TRIGGER IF EXISTS changed_passage_delete;
DROP TRIGGER IF EXISTS changed_passage_place_delete;
DROP TRIGGER IF EXISTS changed_passage_queue_insert;
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
