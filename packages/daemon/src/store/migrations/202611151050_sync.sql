-- One history over many devices (sync/, store/sync/). While `sync_on` is '1', triggers note which rows have changed; what they
-- hold is read when a segment is drafted. Imported rows are written with `sync_on` at '0', in the same transaction, so
-- that nothing is sent back. A clock is a number: milliseconds * 1024 + a count, never behind what was seen elsewhere.

INSERT INTO meta (name, value) VALUES
  ('sync_on', '0'), ('sync_clock', '0'), ('sync_machine', ''), ('sync_account', ''), ('sync_next', '0'), ('sync_last_hash', '');

ALTER TABLE speakers ADD COLUMN sync_id TEXT;

CREATE UNIQUE INDEX frame_sync ON frame (sync_id) WHERE sync_id IS NOT NULL;
CREATE UNIQUE INDEX transcription_sync ON transcription (sync_id) WHERE sync_id IS NOT NULL;
CREATE UNIQUE INDEX ui_text_sync ON ui_text (sync_id) WHERE sync_id IS NOT NULL;
CREATE UNIQUE INDEX input_event_sync ON input_event (sync_id) WHERE sync_id IS NOT NULL;
CREATE UNIQUE INDEX audio_chunk_sync ON audio_chunk (sync_id) WHERE sync_id IS NOT NULL;
CREATE UNIQUE INDEX video_chunk_sync ON video_chunk (sync_id) WHERE sync_id IS NOT NULL;
CREATE UNIQUE INDEX speakers_sync ON speakers (sync_id) WHERE sync_id IS NOT NULL;

-- What other devices have not been told yet, the oldest first. A newer change of the same thing takes its place.
CREATE TABLE sync_change (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  entity TEXT NOT NULL,
  row_id INTEGER NOT NULL,
  field TEXT NOT NULL,
  -- The tag, or the sync id of a row that is gone.
  detail TEXT NOT NULL,
  clock INTEGER NOT NULL,
  UNIQUE (entity, row_id, field, detail)
);

-- Who wrote a field last, of what was changed after it was made.
CREATE TABLE sync_field (
  sync_id TEXT NOT NULL,
  field TEXT NOT NULL,
  clock INTEGER NOT NULL,
  machine_id TEXT NOT NULL,
  PRIMARY KEY (sync_id, field)
) WITHOUT ROWID;

-- What was deleted stays deleted. `merged_into` is the sync id of the speaker that took the place of this one.
CREATE TABLE sync_gone (
  sync_id TEXT PRIMARY KEY,
  merged_into TEXT
) WITHOUT ROWID;

-- Changes of records that have not arrived yet: devices are read one after the other.
CREATE TABLE sync_early (
  id INTEGER PRIMARY KEY,
  sync_id TEXT NOT NULL,
  machine_id TEXT NOT NULL,
  record TEXT NOT NULL
);
CREATE INDEX sync_early_record ON sync_early (sync_id);

-- Sealed and on its way: after a lost answer or a kill exactly these bytes are sent again. `rows` is JSON, [table, id] each.
CREATE TABLE sync_outbox (
  sequence INTEGER PRIMARY KEY,
  bytes BLOB NOT NULL,
  rows TEXT NOT NULL
);

-- How far each other device was read; `last_hash` is that of its last segment.
CREATE TABLE sync_cursor (
  machine_id TEXT PRIMARY KEY,
  next_sequence INTEGER NOT NULL,
  last_hash TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE sync_run (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  direction TEXT NOT NULL,
  started_at_ms INTEGER NOT NULL,
  completed_at_ms INTEGER NOT NULL,
  status TEXT NOT NULL,
  blobs INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  records INTEGER NOT NULL,
  error_code TEXT,
  error TEXT
);

CREATE TRIGGER sync_frame_new AFTER INSERT ON frame
WHEN (SELECT value FROM meta WHERE name = 'sync_on') = '1'
BEGIN
  INSERT INTO sync_change (entity, row_id, field, detail, clock) VALUES ('frame', NEW.id, 'new', '', 0);
END;
CREATE TRIGGER sync_transcription_new AFTER INSERT ON transcription
WHEN (SELECT value FROM meta WHERE name = 'sync_on') = '1'
BEGIN
  INSERT INTO sync_change (entity, row_id, field, detail, clock) VALUES ('transcription', NEW.id, 'new', '', 0);
END;
CREATE TRIGGER sync_ui_text_new AFTER INSERT ON ui_text
WHEN (SELECT value FROM meta WHERE name = 'sync_on') = '1'
BEGIN
  INSERT INTO sync_change (entity, row_id, field, detail, clock) VALUES ('ui_text', NEW.id, 'new', '', 0);
END;
CREATE TRIGGER sync_input_event_new AFTER INSERT ON input_event
WHEN (SELECT value FROM meta WHERE name = 'sync_on') = '1'
BEGIN
  INSERT INTO sync_change (entity, row_id, field, detail, clock) VALUES ('input_event', NEW.id, 'new', '', 0);
END;
CREATE TRIGGER sync_speaker_new AFTER INSERT ON speakers
WHEN (SELECT value FROM meta WHERE name = 'sync_on') = '1'
BEGIN
  INSERT INTO sync_change (entity, row_id, field, detail, clock) VALUES ('speakers', NEW.id, 'new', '', 0);
END;

-- A change of a field moves the clock. The view takes the place of a procedure: its trigger is the only code that does it.
CREATE VIEW sync_changed AS SELECT '' AS entity, 0 AS row_id, '' AS field, '' AS detail, '' AS sync_id WHERE 0;
CREATE TRIGGER sync_changed_note INSTEAD OF INSERT ON sync_changed
BEGIN
  UPDATE meta SET value = max(CAST(value AS INTEGER) + 1, sync_now_ms() * 1024) WHERE name = 'sync_clock';
  -- Not OR REPLACE: the statement that fires a trigger decides about conflicts, and some of ours say OR IGNORE.
  DELETE FROM sync_change
  WHERE entity = NEW.entity AND row_id = NEW.row_id AND field = NEW.field AND detail = NEW.detail;
  INSERT INTO sync_change (entity, row_id, field, detail, clock)
  SELECT NEW.entity, NEW.row_id, NEW.field, NEW.detail, CAST(value AS INTEGER) FROM meta WHERE name = 'sync_clock';
  DELETE FROM sync_field WHERE sync_id = NEW.sync_id AND field = NEW.field || NEW.detail;
  INSERT INTO sync_field (sync_id, field, clock, machine_id)
  SELECT NEW.sync_id, NEW.field || NEW.detail, CAST(c.value AS INTEGER), m.value FROM meta c JOIN meta m ON m.name = 'sync_machine'
  WHERE c.name = 'sync_clock' AND NEW.sync_id IS NOT NULL;
END;

-- Other text always sets the length, also to what it was.
CREATE TRIGGER sync_document_text AFTER UPDATE OF length ON document
WHEN (SELECT value FROM meta WHERE name = 'sync_on') = '1'
BEGIN
  INSERT INTO sync_changed (entity, row_id, field, detail, sync_id)
  SELECT 'frame', id, 'text', '', sync_id FROM frame WHERE NEW.key % 4 = 0 AND id = NEW.ref
  UNION ALL SELECT 'transcription', id, 'text', '', sync_id FROM transcription WHERE NEW.key % 4 = 1 AND id = NEW.ref
  UNION ALL SELECT 'ui_text', id, 'text', '', sync_id FROM ui_text WHERE NEW.key % 4 = 2 AND id = NEW.ref;
END;
CREATE TRIGGER sync_transcription_place AFTER UPDATE OF engine, start_secs, end_secs ON transcription
WHEN (SELECT value FROM meta WHERE name = 'sync_on') = '1' AND (
  OLD.engine IS NOT NEW.engine OR OLD.start_secs IS NOT NEW.start_secs OR OLD.end_secs IS NOT NEW.end_secs
)
BEGIN
  INSERT INTO sync_changed VALUES ('transcription', NEW.id, 'text', '', NEW.sync_id);
END;
-- Another time is another key.
CREATE TRIGGER sync_transcription_time AFTER UPDATE OF key ON transcription
WHEN (SELECT value FROM meta WHERE name = 'sync_on') = '1' AND OLD.key > 0 AND NEW.key > 0 AND OLD.key <> NEW.key
BEGIN
  INSERT INTO sync_changed VALUES ('transcription', NEW.id, 'text', '', NEW.sync_id);
END;
CREATE TRIGGER sync_transcription_speaker AFTER UPDATE OF speaker_id ON transcription
WHEN (SELECT value FROM meta WHERE name = 'sync_on') = '1' AND OLD.speaker_id IS NOT NEW.speaker_id
BEGIN
  INSERT INTO sync_changed VALUES ('transcription', NEW.id, 'speaker', '', NEW.sync_id);
END;
CREATE TRIGGER sync_speaker_name AFTER UPDATE OF name ON speakers
WHEN (SELECT value FROM meta WHERE name = 'sync_on') = '1' AND OLD.name <> NEW.name
BEGIN
  INSERT INTO sync_changed VALUES ('speakers', NEW.id, 'name', '', NEW.sync_id);
END;
CREATE TRIGGER sync_speaker_metadata AFTER UPDATE OF metadata ON speakers
WHEN (SELECT value FROM meta WHERE name = 'sync_on') = '1' AND OLD.metadata <> NEW.metadata
BEGIN
  INSERT INTO sync_changed VALUES ('speakers', NEW.id, 'metadata', '', NEW.sync_id);
END;
CREATE TRIGGER sync_speaker_mark AFTER UPDATE OF hallucination ON speakers
WHEN (SELECT value FROM meta WHERE name = 'sync_on') = '1' AND OLD.hallucination <> NEW.hallucination
BEGIN
  INSERT INTO sync_changed VALUES ('speakers', NEW.id, 'hallucination', '', NEW.sync_id);
END;

CREATE TRIGGER sync_vision_tag_new AFTER INSERT ON vision_tags
WHEN (SELECT value FROM meta WHERE name = 'sync_on') = '1'
BEGIN
  INSERT INTO sync_changed (entity, row_id, field, detail, sync_id)
  SELECT 'frame', f.id, 'tag:', t.name, f.sync_id FROM frame f JOIN tags t ON t.id = NEW.tag_id WHERE f.id = NEW.vision_id;
END;
CREATE TRIGGER sync_vision_tag_gone AFTER DELETE ON vision_tags
WHEN (SELECT value FROM meta WHERE name = 'sync_on') = '1'
BEGIN
  INSERT INTO sync_changed (entity, row_id, field, detail, sync_id)
  SELECT 'frame', f.id, 'tag:', t.name, f.sync_id FROM frame f JOIN tags t ON t.id = OLD.tag_id WHERE f.id = OLD.vision_id;
END;
CREATE TRIGGER sync_audio_tag_new AFTER INSERT ON audio_tags
WHEN (SELECT value FROM meta WHERE name = 'sync_on') = '1'
BEGIN
  INSERT INTO sync_changed (entity, row_id, field, detail, sync_id)
  SELECT 'audio_chunk', a.id, 'tag:', t.name, a.sync_id FROM audio_chunk a JOIN tags t ON t.id = NEW.tag_id
  WHERE a.id = NEW.audio_chunk_id;
END;
CREATE TRIGGER sync_audio_tag_gone AFTER DELETE ON audio_tags
WHEN (SELECT value FROM meta WHERE name = 'sync_on') = '1'
BEGIN
  INSERT INTO sync_changed (entity, row_id, field, detail, sync_id)
  SELECT 'audio_chunk', a.id, 'tag:', t.name, a.sync_id FROM audio_chunk a JOIN tags t ON t.id = OLD.tag_id
  WHERE a.id = OLD.audio_chunk_id;
END;

CREATE TRIGGER sync_frame_gone AFTER DELETE ON frame
WHEN (SELECT value FROM meta WHERE name = 'sync_on') = '1'
BEGIN
  DELETE FROM sync_change WHERE entity = 'frame' AND row_id = OLD.id;
  INSERT OR IGNORE INTO sync_gone (sync_id) SELECT OLD.sync_id WHERE OLD.sync_id IS NOT NULL;
  INSERT INTO sync_changed SELECT 'frame', OLD.id, 'gone', OLD.sync_id, NULL WHERE OLD.sync_id IS NOT NULL;
END;
CREATE TRIGGER sync_transcription_gone AFTER DELETE ON transcription
WHEN (SELECT value FROM meta WHERE name = 'sync_on') = '1'
BEGIN
  DELETE FROM sync_change WHERE entity = 'transcription' AND row_id = OLD.id;
  INSERT OR IGNORE INTO sync_gone (sync_id) SELECT OLD.sync_id WHERE OLD.sync_id IS NOT NULL;
  INSERT INTO sync_changed SELECT 'transcription', OLD.id, 'gone', OLD.sync_id, NULL WHERE OLD.sync_id IS NOT NULL;
END;
CREATE TRIGGER sync_ui_text_gone AFTER DELETE ON ui_text
WHEN (SELECT value FROM meta WHERE name = 'sync_on') = '1'
BEGIN
  DELETE FROM sync_change WHERE entity = 'ui_text' AND row_id = OLD.id;
  INSERT OR IGNORE INTO sync_gone (sync_id) SELECT OLD.sync_id WHERE OLD.sync_id IS NOT NULL;
  INSERT INTO sync_changed SELECT 'ui_text', OLD.id, 'gone', OLD.sync_id, NULL WHERE OLD.sync_id IS NOT NULL;
END;
CREATE TRIGGER sync_input_event_gone AFTER DELETE ON input_event
WHEN (SELECT value FROM meta WHERE name = 'sync_on') = '1'
BEGIN
  DELETE FROM sync_change WHERE entity = 'input_event' AND row_id = OLD.id;
  INSERT OR IGNORE INTO sync_gone (sync_id) SELECT OLD.sync_id WHERE OLD.sync_id IS NOT NULL;
  INSERT INTO sync_changed SELECT 'input_event', OLD.id, 'gone', OLD.sync_id, NULL WHERE OLD.sync_id IS NOT NULL;
END;
CREATE TRIGGER sync_speaker_gone AFTER DELETE ON speakers
WHEN (SELECT value FROM meta WHERE name = 'sync_on') = '1'
BEGIN
  DELETE FROM sync_change WHERE entity = 'speakers' AND row_id = OLD.id;
  INSERT OR IGNORE INTO sync_gone (sync_id) SELECT OLD.sync_id WHERE OLD.sync_id IS NOT NULL;
  INSERT INTO sync_changed SELECT 'speakers', OLD.id, 'gone', OLD.sync_id, NULL WHERE OLD.sync_id IS NOT NULL;
END;
