-- Deletions as jobs (store/deletion): a person asks once, and however often the service ends meanwhile, it goes on until nothing is
-- left. A finished job is the receipt: counts, and no word of what was deleted.

CREATE TABLE deletion_job (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- delete, retention, rule; tidy: another device has deleted, and what it left here goes too.
  kind TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('running', 'done')),
  step TEXT NOT NULL,
  -- JSON. It may name an app or a site, so it goes when the job is done.
  wish TEXT,
  -- JSON list: by what was asked (range, app, site …), without the values.
  criteria TEXT NOT NULL,
  start_ms INTEGER,
  end_ms INTEGER,
  -- JSON object of numbers.
  counts TEXT NOT NULL DEFAULT '{}',
  -- Things to delete as counted at the start.
  expected INTEGER NOT NULL,
  created_ms INTEGER NOT NULL,
  finished_ms INTEGER,
  -- 1: looked through afterwards, and nothing was left.
  is_verified INTEGER NOT NULL DEFAULT 0,
  -- Of the last attempt; it is made again.
  error_code TEXT
);
CREATE INDEX deletion_job_open ON deletion_job (id) WHERE state = 'running';

-- Video chunks that hold pixels which no frame shows any more: they are written anew without them.
CREATE TABLE stale_chunk (
  video_chunk_id INTEGER PRIMARY KEY REFERENCES video_chunk (id) ON DELETE CASCADE
);
INSERT INTO stale_chunk
SELECT video_chunk_id FROM frame WHERE video_chunk_id IS NOT NULL GROUP BY video_chunk_id HAVING count(*) <= max(offset_index);

-- Counts how often unused contexts were removed: readers then read the dictionary anew.
INSERT INTO meta (name, value) VALUES ('contexts_revision', '0'), ('tidy_due', '0');
UPDATE meta SET value = '1' WHERE name = 'tidy_due' AND EXISTS (SELECT 1 FROM stale_chunk);

-- Notes have an index with its own copy of their words.
INSERT INTO memories_fts (memories_fts, rank) VALUES ('secure-delete', 1);
