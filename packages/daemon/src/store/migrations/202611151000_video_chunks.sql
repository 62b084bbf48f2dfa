-- Snapshots move into video chunks when the machine has time (store/compaction). Until now no chunk was ever written, so the
-- old table is empty. Paths are relative like those of snapshots; SQL users see them absolute.

DROP TABLE video_chunks;

CREATE TABLE video_chunk (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  file_path TEXT NOT NULL UNIQUE,
  device_name TEXT NOT NULL,
  fps REAL NOT NULL,
  sync_id TEXT,
  machine_id TEXT,
  synced_at TEXT,
  cloud_blob_id TEXT
);

CREATE VIEW video_chunks AS
SELECT
  id,
  (SELECT value FROM meta WHERE name = 'data_dir') || '/' || file_path AS file_path,
  device_name,
  sync_id,
  machine_id,
  synced_at,
  fps,
  cloud_blob_id
FROM video_chunk;

-- 1 when the picture cannot go into a chunk (its file is broken, or the chunk did not show it well enough).
ALTER TABLE frame ADD COLUMN stays_snapshot INTEGER NOT NULL DEFAULT 0;

-- Which row names a file.
CREATE INDEX frame_snapshot ON frame (snapshot_path) WHERE snapshot_path IS NOT NULL;
-- Frames that wait for compaction, oldest first.
CREATE INDEX frame_waiting ON frame (key)
WHERE snapshot_path IS NOT NULL AND stays_snapshot = 0 AND width IS NOT NULL;
CREATE INDEX frame_chunk ON frame (video_chunk_id) WHERE video_chunk_id IS NOT NULL;
