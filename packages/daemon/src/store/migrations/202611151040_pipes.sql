-- Pipes: what the host knows about each beside the files in its folder, and what a pipe keeps between runs.

ALTER TABLE pipe_executions ADD COLUMN items_processed INTEGER NOT NULL DEFAULT 0;
CREATE INDEX pipe_executions_of ON pipe_executions (pipe_name, id);
-- Those that a killed service left behind.
CREATE INDEX pipe_executions_open ON pipe_executions (status) WHERE status IN ('queued', 'running');

CREATE TABLE pipe (
  id TEXT PRIMARY KEY,
  enabled INTEGER NOT NULL DEFAULT 0,
  -- JSON object: what a person changed of the configuration.
  config TEXT NOT NULL DEFAULT '{}',
  -- JSON object: the sensitive permissions that a person has granted.
  granted TEXT NOT NULL DEFAULT '{}',
  source TEXT NOT NULL DEFAULT '',
  -- JSON object: the last id of each kind of content that it has processed.
  cursor TEXT NOT NULL DEFAULT '{}'
) WITHOUT ROWID;

CREATE TABLE pipe_state (
  pipe_id TEXT NOT NULL REFERENCES pipe (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  -- JSON.
  value TEXT NOT NULL,
  PRIMARY KEY (pipe_id, key)
) WITHOUT ROWID;
