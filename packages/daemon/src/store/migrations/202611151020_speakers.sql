-- Voices and recordings. An embedding knows its transcription, a transcription its speaker; speakers can be merged, hidden and
-- reassigned, and a reassignment can be undone. Recordings wait here until they are transcribed.

-- The dictionary learns which other devices heard the same. SQLite cannot widen a UNIQUE in place, so the table is made anew;
-- the old rename leaves the views alone, which name it.
PRAGMA legacy_alter_table = ON;
CREATE TABLE context_anew (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind INTEGER NOT NULL,
  app_id INTEGER NOT NULL,
  app_name TEXT NOT NULL,
  window_name TEXT NOT NULL,
  browser_url TEXT NOT NULL,
  frame_name TEXT NOT NULL,
  device_name TEXT NOT NULL,
  is_input INTEGER NOT NULL,
  focused INTEGER NOT NULL,
  speaker_id INTEGER NOT NULL,
  machine_id TEXT NOT NULL,
  -- JSON list of names, in order; empty when there are none.
  other_devices TEXT NOT NULL,
  UNIQUE (
    window_name, app_name, kind, browser_url, device_name, speaker_id, focused, is_input, frame_name, machine_id, other_devices
  )
);
INSERT INTO context_anew
SELECT id, kind, app_id, app_name, window_name, browser_url, frame_name, device_name, is_input, focused, speaker_id, machine_id, ''
FROM context;
DROP TABLE context;
ALTER TABLE context_anew RENAME TO context;
PRAGMA legacy_alter_table = OFF;
CREATE INDEX context_app ON context (app_name, app_id);

-- Ids that were given with content before speakers were checked.
INSERT OR IGNORE INTO speakers (id) SELECT DISTINCT speaker_id FROM context WHERE speaker_id > 0;

-- The same as in its context, to find the rows of a speaker.
ALTER TABLE transcription ADD COLUMN speaker_id INTEGER REFERENCES speakers (id);
UPDATE transcription SET speaker_id = (
  SELECT nullif(c.speaker_id, 0) FROM document d JOIN context c ON c.id = d.context_id WHERE d.key = transcription.key
);
CREATE INDEX transcription_speaker ON transcription (speaker_id, id) WHERE speaker_id IS NOT NULL;

-- Transcriptions of speakers that are none (hallucinations): in no index, tally or list. Their `key` is minus their id.
CREATE TABLE hidden_transcription (
  transcription_id INTEGER PRIMARY KEY REFERENCES transcription (id) ON DELETE CASCADE,
  at_ms INTEGER NOT NULL,
  device_name TEXT NOT NULL,
  is_input INTEGER NOT NULL,
  other_devices TEXT NOT NULL,
  machine_id TEXT NOT NULL,
  text TEXT NOT NULL
);

-- `speakers.centroid` is the weighted sum of the embeddings, 128 doubles; `embedding` is 128 floats of length 1.
ALTER TABLE speaker_embeddings ADD COLUMN transcription_id INTEGER REFERENCES transcription (id) ON DELETE SET NULL;
ALTER TABLE speaker_embeddings ADD COLUMN duration_ms INTEGER NOT NULL DEFAULT 0;
-- 1 when a person said who it is.
ALTER TABLE speaker_embeddings ADD COLUMN is_pinned INTEGER NOT NULL DEFAULT 0;
CREATE UNIQUE INDEX speaker_embeddings_transcription ON speaker_embeddings (transcription_id)
WHERE transcription_id IS NOT NULL;

-- Where merged speakers went.
CREATE TABLE speaker_redirect (
  id INTEGER PRIMARY KEY,
  speaker_id INTEGER NOT NULL REFERENCES speakers (id) ON DELETE CASCADE
);
CREATE INDEX speaker_redirect_speaker ON speaker_redirect (speaker_id);

-- What is needed to undo a reassignment.
CREATE TABLE speaker_reassignment (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  new_speaker_id INTEGER NOT NULL,
  was_created INTEGER NOT NULL,
  -- JSON list of [id, name, metadata, ids that led to it] of the speakers that had nothing left.
  dropped_speakers TEXT NOT NULL
);
CREATE TABLE speaker_reassignment_move (
  id INTEGER PRIMARY KEY,
  reassignment_id INTEGER NOT NULL REFERENCES speaker_reassignment (id) ON DELETE CASCADE,
  transcription_id INTEGER REFERENCES transcription (id) ON DELETE CASCADE,
  embedding_id INTEGER REFERENCES speaker_embeddings (id) ON DELETE CASCADE,
  old_speaker_id INTEGER,
  was_pinned INTEGER NOT NULL
);
CREATE INDEX speaker_reassignment_move_of ON speaker_reassignment_move (reassignment_id);
CREATE INDEX speaker_reassignment_move_transcription ON speaker_reassignment_move (transcription_id);
CREATE INDEX speaker_reassignment_move_embedding ON speaker_reassignment_move (embedding_id);

-- Counts what people change about voices: decisions made on an earlier state are refused.
INSERT INTO meta (name, value) VALUES ('voices_revision', '0');

-- A recording from its end to its transcription. One per chunk.
CREATE TABLE audio_segment (
  audio_chunk_id INTEGER PRIMARY KEY REFERENCES audio_chunk (id) ON DELETE CASCADE,
  state TEXT NOT NULL CHECK (state IN ('pending', 'deferred', 'done', 'failed')),
  device_name TEXT NOT NULL,
  is_input INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  error_code TEXT
);
CREATE INDEX audio_segment_open ON audio_segment (state, audio_chunk_id) WHERE state <> 'done';
CREATE INDEX audio_chunk_file ON audio_chunk (file_path) WHERE file_path <> '';
CREATE INDEX audio_chunk_time ON audio_chunk (at_ms);

-- Files whose rows are gone. They go from here when they are gone from the disk.
CREATE TABLE discarded_file (
  path TEXT PRIMARY KEY
) WITHOUT ROWID;
