-- Passages of meaning (store/meaning): each different one has a vector, however often it was seen. Their texts are not stored again: they
-- are found in the content they come from, by their hash. Triggers keep all of it in step with the content, whoever changes that.

CREATE TABLE passage (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- 48 bits of the hash of the text.
  hash INTEGER NOT NULL,
  -- 384 signed bytes. Empty: it stands in so many windows that it belongs to none.
  vector BLOB NOT NULL
);
CREATE UNIQUE INDEX passage_hash ON passage (hash);

-- Where a passage stands: the first document of each hour and context. A note has its id as a negative key.
CREATE TABLE passage_place (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  passage_id INTEGER NOT NULL,
  key INTEGER NOT NULL
);
CREATE INDEX passage_place_passage ON passage_place (passage_id, key);
CREATE INDEX passage_place_key ON passage_place (key);

-- Documents and notes whose passages are not known yet. `turn` is another one whenever the content changes.
CREATE TABLE passage_queue (
  key INTEGER PRIMARY KEY,
  turn INTEGER NOT NULL
);

-- Counts how often passages were deleted: what readers have in memory is then read again.
INSERT INTO meta (name, value) VALUES ('passages_revision', '0');

CREATE TRIGGER passages_of_new_document AFTER INSERT ON document WHEN new.length > 0 BEGIN
  INSERT OR REPLACE INTO passage_queue (key, turn) VALUES (new.key, random() & 2147483647);
END;

CREATE TRIGGER passages_of_changed_text AFTER UPDATE OF length ON document BEGIN
  -- Others of that hour and context had no place of their own.
  INSERT INTO passage_queue (key, turn)
    SELECT d.key, random() & 2147483647 FROM document d
    WHERE d.key BETWEEN (new.key / 4194304) * 4194304 AND (new.key / 4194304) * 4194304 + 4194303
    AND d.context_id = new.context_id AND d.key <> new.key AND d.length > 0
    AND d.key NOT IN (SELECT key FROM passage_queue)
    AND EXISTS (SELECT 1 FROM passage_place WHERE key = new.key);
  DELETE FROM passage_place WHERE key = new.key;
  DELETE FROM passage_queue WHERE key = new.key;
  INSERT INTO passage_queue (key, turn) SELECT new.key, random() & 2147483647 WHERE new.length > 0;
END;

CREATE TRIGGER passages_of_deleted_document AFTER DELETE ON document BEGIN
  -- Others of that hour and context had no place of their own.
  INSERT INTO passage_queue (key, turn)
    SELECT d.key, random() & 2147483647 FROM document d
    WHERE d.key BETWEEN (old.key / 4194304) * 4194304 AND (old.key / 4194304) * 4194304 + 4194303
    AND d.context_id = old.context_id AND d.key <> old.key AND d.length > 0
    AND d.key NOT IN (SELECT key FROM passage_queue)
    AND EXISTS (SELECT 1 FROM passage_place WHERE key = old.key);
  DELETE FROM passage_queue WHERE key = old.key;
  DELETE FROM passage_place WHERE key = old.key;
END;

-- Another speaker or device: the places get new ids, so that readers see them anew.
CREATE TRIGGER passages_of_changed_context AFTER UPDATE OF context_id ON document BEGIN
  INSERT INTO passage_place (passage_id, key) SELECT passage_id, key FROM passage_place WHERE key = new.key;
  DELETE FROM passage_place WHERE key = new.key AND EXISTS (
    SELECT 1 FROM passage_place n WHERE n.passage_id = passage_place.passage_id AND n.key = new.key AND n.id > passage_place.id);
END;

-- A title is a passage of the frames that have it.
CREATE TRIGGER passages_of_changed_title AFTER UPDATE OF window_name ON context WHEN new.window_name <> old.window_name BEGIN
  DELETE FROM passage_queue WHERE key IN (
    SELECT d.key FROM context_hour h JOIN document d ON d.key BETWEEN h.hour * 4194304 AND h.hour * 4194304 + 4194303
    WHERE h.context_id = new.id AND d.context_id = new.id);
  INSERT INTO passage_queue (key, turn)
    SELECT d.key, random() & 2147483647 FROM context_hour h
    JOIN document d ON d.key BETWEEN h.hour * 4194304 AND h.hour * 4194304 + 4194303
    WHERE h.context_id = new.id AND d.context_id = new.id AND d.length > 0;
  DELETE FROM passage_place WHERE key IN (
    SELECT d.key FROM context_hour h JOIN document d ON d.key BETWEEN h.hour * 4194304 AND h.hour * 4194304 + 4194303
    WHERE h.context_id = new.id AND d.context_id = new.id);
END;

CREATE TRIGGER passages_of_new_note AFTER INSERT ON memories BEGIN
  INSERT OR REPLACE INTO passage_queue (key, turn) VALUES (-new.id, random() & 2147483647);
END;

CREATE TRIGGER passages_of_changed_note AFTER UPDATE OF content ON memories BEGIN
  DELETE FROM passage_place WHERE key = -new.id;
  INSERT OR REPLACE INTO passage_queue (key, turn) VALUES (-new.id, random() & 2147483647);
END;

CREATE TRIGGER passages_of_deleted_note AFTER DELETE ON memories BEGIN
  DELETE FROM passage_queue WHERE key = -old.id;
  DELETE FROM passage_place WHERE key = -old.id;
END;

-- With its last place a passage goes, and its vector.
CREATE TRIGGER passage_without_place AFTER DELETE ON passage_place
WHEN NOT EXISTS (SELECT 1 FROM passage_place WHERE passage_id = old.passage_id) BEGIN
  DELETE FROM passage WHERE id = old.passage_id;
  UPDATE meta SET value = value + 1 WHERE name = 'passages_revision';
END;

INSERT INTO passage_queue (key, turn) SELECT key, 0 FROM document WHERE length > 0;
INSERT INTO passage_queue (key, turn) SELECT -id, 0 FROM memories;
