-- What a keeper has confirmed counts while it is known to be there; what came back from one is sent again when it is no keeper any more
-- (store/sync).

-- When it was last there, and whether its present log has said that it is one.
ALTER TABLE sync_keeper ADD COLUMN seen_at_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sync_keeper ADD COLUMN is_said INTEGER NOT NULL DEFAULT 1;
UPDATE sync_keeper SET seen_at_ms = unixepoch() * 1000;

-- A file that came back from a keeper: it does not lie where devices meet.
ALTER TABLE sync_file ADD COLUMN is_back INTEGER NOT NULL DEFAULT 0;
-- Receipts without a name were of those, and of files that could not be read: they are sent again.
UPDATE sync_file SET is_sent = 0
WHERE is_over = 0 AND stream IN (SELECT stream FROM sync_held WHERE machine_id = '');
DELETE FROM sync_held WHERE machine_id = '';

CREATE INDEX sync_file_until ON sync_file (until_ms) WHERE until_ms IS NOT NULL;

-- On a keeper: what a file of another device shows, until it is confirmed.
CREATE TABLE sync_claim (
  stream TEXT NOT NULL,
  entity TEXT NOT NULL,
  row_id INTEGER NOT NULL,
  PRIMARY KEY (stream, entity, row_id)
) WITHOUT ROWID;
CREATE INDEX sync_claim_row ON sync_claim (entity, row_id);
INSERT INTO sync_claim (stream, entity, row_id)
SELECT stream, 'frame', frame_id FROM sync_picture
WHERE EXISTS (SELECT 1 FROM meta WHERE name = 'sync_role' AND value = 'keeper');
INSERT INTO sync_claim (stream, entity, row_id)
SELECT stream, 'audio_chunk', audio_chunk_id FROM sync_sound
WHERE EXISTS (SELECT 1 FROM meta WHERE name = 'sync_role' AND value = 'keeper');
CREATE TRIGGER sync_claim_frame_gone AFTER DELETE ON frame
BEGIN
  DELETE FROM sync_claim WHERE stream IN (SELECT stream FROM sync_claim WHERE entity = 'frame' AND row_id = OLD.id);
END;
CREATE TRIGGER sync_claim_sound_gone AFTER DELETE ON audio_chunk
BEGIN
  DELETE FROM sync_claim WHERE entity = 'audio_chunk' AND row_id = OLD.id;
END;
