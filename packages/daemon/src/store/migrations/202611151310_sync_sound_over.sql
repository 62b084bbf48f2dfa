-- A recording that has lost its sound here loses it where devices meet, too (store/sync/outgoing-files.ts).
CREATE TRIGGER sync_sound_over AFTER UPDATE OF file_path ON audio_chunk
WHEN OLD.file_path <> '' AND NEW.file_path = ''
BEGIN
  UPDATE sync_file SET is_over = 1 WHERE entity = 'audio_chunk' AND row_id = NEW.id;
END;
