-- Which kind of thing was deleted, so that a device that begins anew under another name can tell its deletions again.

ALTER TABLE sync_gone ADD COLUMN entity TEXT;

DROP TRIGGER sync_frame_gone;
CREATE TRIGGER sync_frame_gone AFTER DELETE ON frame
WHEN (SELECT value FROM meta WHERE name = 'sync_on') = '1'
BEGIN
  DELETE FROM sync_change WHERE entity = 'frame' AND row_id = OLD.id;
  INSERT OR IGNORE INTO sync_gone (sync_id, entity) SELECT OLD.sync_id, 'frame' WHERE OLD.sync_id IS NOT NULL;
  INSERT INTO sync_changed SELECT 'frame', OLD.id, 'gone', OLD.sync_id, NULL WHERE OLD.sync_id IS NOT NULL;
END;
DROP TRIGGER sync_transcription_gone;
CREATE TRIGGER sync_transcription_gone AFTER DELETE ON transcription
WHEN (SELECT value FROM meta WHERE name = 'sync_on') = '1'
BEGIN
  DELETE FROM sync_change WHERE entity = 'transcription' AND row_id = OLD.id;
  INSERT OR IGNORE INTO sync_gone (sync_id, entity) SELECT OLD.sync_id, 'transcription' WHERE OLD.sync_id IS NOT NULL;
  INSERT INTO sync_changed SELECT 'transcription', OLD.id, 'gone', OLD.sync_id, NULL WHERE OLD.sync_id IS NOT NULL;
END;
DROP TRIGGER sync_ui_text_gone;
CREATE TRIGGER sync_ui_text_gone AFTER DELETE ON ui_text
WHEN (SELECT value FROM meta WHERE name = 'sync_on') = '1'
BEGIN
  DELETE FROM sync_change WHERE entity = 'ui_text' AND row_id = OLD.id;
  INSERT OR IGNORE INTO sync_gone (sync_id, entity) SELECT OLD.sync_id, 'ui_text' WHERE OLD.sync_id IS NOT NULL;
  INSERT INTO sync_changed SELECT 'ui_text', OLD.id, 'gone', OLD.sync_id, NULL WHERE OLD.sync_id IS NOT NULL;
END;
DROP TRIGGER sync_input_event_gone;
CREATE TRIGGER sync_input_event_gone AFTER DELETE ON input_event
WHEN (SELECT value FROM meta WHERE name = 'sync_on') = '1'
BEGIN
  DELETE FROM sync_change WHERE entity = 'input_event' AND row_id = OLD.id;
  INSERT OR IGNORE INTO sync_gone (sync_id, entity) SELECT OLD.sync_id, 'input_event' WHERE OLD.sync_id IS NOT NULL;
  INSERT INTO sync_changed SELECT 'input_event', OLD.id, 'gone', OLD.sync_id, NULL WHERE OLD.sync_id IS NOT NULL;
END;
DROP TRIGGER sync_speaker_gone;
CREATE TRIGGER sync_speaker_gone AFTER DELETE ON speakers
WHEN (SELECT value FROM meta WHERE name = 'sync_on') = '1'
BEGIN
  DELETE FROM sync_change WHERE entity = 'speakers' AND row_id = OLD.id;
  INSERT OR IGNORE INTO sync_gone (sync_id, entity) SELECT OLD.sync_id, 'speakers' WHERE OLD.sync_id IS NOT NULL;
  INSERT INTO sync_changed SELECT 'speakers', OLD.id, 'gone', OLD.sync_id, NULL WHERE OLD.sync_id IS NOT NULL;
END;
