-- Files of this device where devices meet, sound among them, and what goes from there when it goes here (store/sync).

-- What was sent, or was begun to be sent. `is_over`: nothing here has it any more, so it is to be removed there too.
CREATE TABLE sync_file (
  stream TEXT PRIMARY KEY,
  entity TEXT NOT NULL,
  row_id INTEGER NOT NULL,
  is_sent INTEGER NOT NULL,
  is_over INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX sync_file_row ON sync_file (entity, row_id);
CREATE INDEX sync_file_open ON sync_file (stream) WHERE is_sent = 0 OR is_over = 1;
INSERT INTO sync_file (stream, entity, row_id, is_sent)
SELECT sync_id, 'video_chunk', id, 1 FROM video_chunk
WHERE machine_id IS NULL AND sync_id IS NOT NULL AND synced_at IS NOT NULL;

-- Up to which frame snapshots were sent without being asked for.
INSERT INTO meta (name, value) VALUES ('sync_snapshots', '0');

CREATE INDEX audio_chunk_unsent ON audio_chunk (id)
WHERE synced_at IS NULL AND machine_id IS NULL AND file_path <> '';
-- Recordings of this device that another one has asked for.
CREATE TABLE sync_wanted_sound (
  audio_chunk_id INTEGER PRIMARY KEY REFERENCES audio_chunk (id) ON DELETE CASCADE
);
-- Recordings of other devices that were sent and are not here yet.
CREATE TABLE sync_sound (
  audio_chunk_id INTEGER PRIMARY KEY REFERENCES audio_chunk (id) ON DELETE CASCADE,
  machine_id TEXT NOT NULL,
  stream TEXT NOT NULL,
  parts INTEGER NOT NULL,
  extension TEXT NOT NULL
);

-- Which rows each segment of this device tells of, as runs of ids, and how many of them are gone.
CREATE TABLE sync_told (
  entity TEXT NOT NULL,
  first_row INTEGER NOT NULL,
  last_row INTEGER NOT NULL,
  sequence INTEGER NOT NULL,
  PRIMARY KEY (entity, first_row, sequence)
) WITHOUT ROWID;
CREATE TABLE sync_segment (
  sequence INTEGER PRIMARY KEY,
  told INTEGER NOT NULL,
  gone INTEGER NOT NULL,
  gone_since_ms INTEGER
);
CREATE INDEX sync_segment_stale ON sync_segment (sequence) WHERE gone > 0;

-- The view takes the place of a procedure. A run has at most 256 rows (store/sync/told-rows.ts).
CREATE VIEW sync_row_gone AS SELECT '' AS entity, 0 AS row_id WHERE 0;
CREATE TRIGGER sync_row_gone_note INSTEAD OF INSERT ON sync_row_gone
BEGIN
  UPDATE sync_file SET is_over = 1 WHERE entity = NEW.entity AND row_id = NEW.row_id;
  UPDATE sync_segment SET gone = gone + 1 WHERE sequence IN (
    SELECT sequence FROM sync_told
    WHERE entity = NEW.entity AND first_row BETWEEN NEW.row_id - 255 AND NEW.row_id AND last_row >= NEW.row_id
  );
END;
-- Whoever deletes, also when another device has told it.
CREATE TRIGGER sync_frame_over AFTER DELETE ON frame
BEGIN
  INSERT INTO sync_row_gone VALUES ('frame', OLD.id);
END;
CREATE TRIGGER sync_transcription_over AFTER DELETE ON transcription
BEGIN
  INSERT INTO sync_row_gone VALUES ('transcription', OLD.id);
END;
CREATE TRIGGER sync_ui_text_over AFTER DELETE ON ui_text
BEGIN
  INSERT INTO sync_row_gone VALUES ('ui_text', OLD.id);
END;
CREATE TRIGGER sync_input_event_over AFTER DELETE ON input_event
BEGIN
  INSERT INTO sync_row_gone VALUES ('input_event', OLD.id);
END;
CREATE TRIGGER sync_speaker_over AFTER DELETE ON speakers
BEGIN
  INSERT INTO sync_row_gone VALUES ('speakers', OLD.id);
END;
CREATE TRIGGER sync_audio_chunk_over AFTER DELETE ON audio_chunk
BEGIN
  INSERT INTO sync_row_gone VALUES ('audio_chunk', OLD.id);
END;
CREATE TRIGGER sync_video_chunk_over AFTER DELETE ON video_chunk
BEGIN
  INSERT INTO sync_row_gone VALUES ('video_chunk', OLD.id);
END;
-- The picture is in a video now, or is another one.
CREATE TRIGGER sync_snapshot_over AFTER UPDATE OF snapshot_path ON frame
WHEN OLD.snapshot_path IS NOT NULL AND OLD.snapshot_path IS NOT NEW.snapshot_path
BEGIN
  UPDATE sync_file SET is_over = 1 WHERE entity = 'frame' AND row_id = NEW.id;
END;
