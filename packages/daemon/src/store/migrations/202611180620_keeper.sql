-- Keepers (sync.role): devices that hold everything of all devices, and what they have confirmed (store/sync).

-- Devices of the account that are keepers, as their logs say.
CREATE TABLE sync_keeper (
  machine_id TEXT PRIMARY KEY
) WITHOUT ROWID;

-- Files of this device that a keeper holds too. An empty `machine_id`: there is nothing that a keeper could still get, because the file
-- came back from one or was missing when it was to be sent.
CREATE TABLE sync_held (
  stream TEXT NOT NULL,
  machine_id TEXT NOT NULL,
  PRIMARY KEY (stream, machine_id)
) WITHOUT ROWID;
CREATE TRIGGER sync_held_over AFTER UPDATE OF is_over ON sync_file
WHEN NEW.is_over = 1 AND NEW.entity <> 'audio_chunk'
BEGIN
  DELETE FROM sync_held WHERE stream = NEW.stream;
END;
-- Of a recording without its sound it says where that is. Of a frame, `picture_gone` does: 'keeper'.
CREATE TRIGGER sync_held_sound_over AFTER DELETE ON audio_chunk
WHEN OLD.sync_id IS NOT NULL
BEGIN
  DELETE FROM sync_held WHERE stream = 's-' || OLD.sync_id;
END;

-- The role that the other devices know of this one.
INSERT INTO meta (name, value) VALUES ('sync_role', 'device');

-- Not before this time: another device is expected to answer first.
ALTER TABLE sync_wanted ADD COLUMN after_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sync_wanted_sound ADD COLUMN after_ms INTEGER NOT NULL DEFAULT 0;
-- When a file of another device, sent on its behalf, is removed there; null: when nothing here has it any more.
ALTER TABLE sync_file ADD COLUMN until_ms INTEGER;
