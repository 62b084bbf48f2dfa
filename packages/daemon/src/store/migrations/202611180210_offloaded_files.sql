-- Pictures and sound that lie at a place of the person's own (retention.offload): which files, and how far each has got.

-- The key that seals them. The service creates it with its first start, so that every daily snapshot has it.
CREATE TABLE offload_key (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- 32 bytes, hexadecimal.
  secret TEXT NOT NULL
);

CREATE TABLE offloaded_file (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- Relative to the data folder. The name at the place is derived from it.
  path TEXT NOT NULL UNIQUE,
  -- The address of the place.
  place TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  parts INTEGER NOT NULL,
  -- SHA-256 of the content, hexadecimal.
  digest TEXT NOT NULL,
  -- sending: the local file is the only whole one. away: the copy at the place was read back and compared. removing: the file was
  -- deleted here, and its copy at the place still has to be.
  state TEXT NOT NULL CHECK (state IN ('sending', 'away', 'removing')),
  -- 1: the local file may be there too.
  is_cached INTEGER NOT NULL DEFAULT 1,
  used_ms INTEGER NOT NULL,
  -- When the place no longer had it.
  lost_ms INTEGER,
  -- The deletion that waits for its removal.
  deletion_job_id INTEGER
);
CREATE INDEX offloaded_open ON offloaded_file (state, id) WHERE state <> 'away';
CREATE INDEX offloaded_cached ON offloaded_file (used_ms) WHERE is_cached = 1;
CREATE INDEX offloaded_deleted ON offloaded_file (deletion_job_id) WHERE deletion_job_id IS NOT NULL;

-- Whatever discards a file discards its copy at the place, in the same transaction.
CREATE TRIGGER offloaded_discarded AFTER INSERT ON discarded_file BEGIN
  UPDATE offloaded_file SET state = 'removing' WHERE path = NEW.path;
END;
