-- Everything searchable is one `document` with a time-ordered key, whatever its kind:
--   key = hour since 1970 * 2^22 + running number within the hour * 4 + kind   (0 ocr, 1 audio, 2 ui)
-- so newest first is key order, a time range is a key range, and "all" needs no merge. What repeats
-- and what filters look at (app, window, url, device, speaker …) is one row of `context`.
-- The tables that SQL users know are views at the end of this file.

CREATE TABLE meta (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE context (
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
  UNIQUE (window_name, app_name, kind, browser_url, device_name, speaker_id, focused, is_input, frame_name, machine_id)
);
CREATE INDEX context_app ON context (app_name, app_id);

CREATE TABLE document (
  key INTEGER PRIMARY KEY,
  at_ms INTEGER NOT NULL,
  context_id INTEGER NOT NULL,
  ref INTEGER NOT NULL,
  length INTEGER NOT NULL
);

CREATE TABLE document_text (
  key INTEGER PRIMARY KEY,
  text TEXT NOT NULL
);

-- Both are contentless and fed with our own tokens (tokens.ts), never with raw text.
-- `extra` holds the parts of compound identifiers and the private-use tokens of app and context.
CREATE VIRTUAL TABLE document_fts USING fts5(text, extra, content='', contentless_delete=1, tokenize='ascii');
-- The first one, two and three letters of every word: a prefix is then one short list, not thousands.
CREATE VIRTUAL TABLE prefix_fts USING fts5(prefixes, content='', contentless_delete=1, detail=none, tokenize='ascii');

-- Segments are merged when the writer has nothing else to do (writes.ts), not in the middle of an insert.
INSERT INTO document_fts(document_fts, rank) VALUES ('automerge', 0);
INSERT INTO prefix_fts(prefix_fts, rank) VALUES ('automerge', 0);

-- Exact totals without counting rows. `disordered` is 1 when key order is not time order in that hour.
CREATE TABLE hour (
  hour INTEGER PRIMARY KEY,
  ocr INTEGER NOT NULL,
  audio INTEGER NOT NULL,
  ui INTEGER NOT NULL,
  last_at_ms INTEGER NOT NULL,
  disordered INTEGER NOT NULL
);
CREATE TABLE context_hour (
  context_id INTEGER NOT NULL,
  hour INTEGER NOT NULL,
  documents INTEGER NOT NULL,
  PRIMARY KEY (context_id, hour)
) WITHOUT ROWID;

CREATE TABLE frame (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key INTEGER NOT NULL,
  snapshot_path TEXT,
  video_chunk_id INTEGER,
  offset_index INTEGER NOT NULL,
  width INTEGER,
  height INTEGER,
  capture_trigger TEXT,
  text_source TEXT,
  ocr_engine TEXT,
  content_hash INTEGER,
  simhash INTEGER,
  sync_id TEXT,
  synced_at TEXT
);

-- Words of a frame as [[text, left, top, width, height, confidence], …]; numbers are 1/10000.
CREATE TABLE frame_boxes (
  frame_id INTEGER PRIMARY KEY REFERENCES frame (id) ON DELETE CASCADE,
  boxes TEXT NOT NULL
);

CREATE TABLE video_chunks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  file_path TEXT NOT NULL,
  device_name TEXT NOT NULL DEFAULT '',
  sync_id TEXT,
  machine_id TEXT,
  synced_at TEXT,
  fps REAL NOT NULL DEFAULT 0.5,
  cloud_blob_id TEXT
);

CREATE TABLE audio_chunk (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  file_path TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  sync_id TEXT,
  machine_id TEXT,
  synced_at TEXT
);

CREATE TABLE transcription (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key INTEGER NOT NULL,
  audio_chunk_id INTEGER NOT NULL REFERENCES audio_chunk (id) ON DELETE CASCADE,
  offset_index INTEGER NOT NULL,
  engine TEXT NOT NULL,
  start_secs REAL,
  end_secs REAL,
  sync_id TEXT,
  synced_at TEXT
);
CREATE INDEX transcription_chunk ON transcription (audio_chunk_id);

CREATE TABLE ui_text (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key INTEGER NOT NULL,
  initial_traversal_at_ms INTEGER,
  sync_id TEXT,
  synced_at TEXT
);

CREATE TABLE speakers (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL DEFAULT '',
  metadata TEXT NOT NULL DEFAULT '',
  hallucination INTEGER NOT NULL DEFAULT 0,
  centroid BLOB,
  embedding_count INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE speaker_embeddings (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  embedding BLOB NOT NULL,
  speaker_id INTEGER REFERENCES speakers (id) ON DELETE CASCADE
);
CREATE INDEX speaker_embeddings_speaker ON speaker_embeddings (speaker_id);

CREATE TABLE input_event (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at_ms INTEGER NOT NULL,
  session_id TEXT,
  relative_ms INTEGER NOT NULL,
  event_type TEXT NOT NULL,
  x INTEGER,
  y INTEGER,
  delta_x INTEGER,
  delta_y INTEGER,
  button INTEGER,
  click_count INTEGER,
  key_code INTEGER,
  modifiers INTEGER,
  text_content TEXT,
  text_length INTEGER,
  app_name TEXT,
  app_pid INTEGER,
  window_title TEXT,
  browser_url TEXT,
  element_role TEXT,
  element_name TEXT,
  element_value TEXT,
  element_description TEXT,
  element_automation_id TEXT,
  element_bounds TEXT,
  frame_id INTEGER,
  sync_id TEXT,
  machine_id TEXT,
  synced_at TEXT
);
CREATE INDEX input_event_time ON input_event (at_ms, id);
CREATE INDEX input_event_statistics ON input_event (app_name, event_type, at_ms);
CREATE VIRTUAL TABLE input_fts USING fts5(text, extra, content='', contentless_delete=1, tokenize='ascii');

CREATE TABLE elements (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  frame_id INTEGER NOT NULL REFERENCES frame (id) ON DELETE CASCADE,
  source TEXT NOT NULL,
  role TEXT NOT NULL,
  text TEXT,
  parent_id INTEGER,
  depth INTEGER NOT NULL DEFAULT 0,
  left_bound REAL,
  top_bound REAL,
  width_bound REAL,
  height_bound REAL,
  confidence REAL,
  sort_order INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX elements_frame ON elements (frame_id, sort_order);
CREATE VIRTUAL TABLE element_fts USING fts5(text, extra, content='', contentless_delete=1, tokenize='ascii');

CREATE TABLE tags (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
);
CREATE TABLE vision_tags (
  vision_id INTEGER NOT NULL REFERENCES frame (id) ON DELETE CASCADE,
  tag_id INTEGER NOT NULL REFERENCES tags (id) ON DELETE CASCADE,
  PRIMARY KEY (vision_id, tag_id)
) WITHOUT ROWID;
CREATE INDEX vision_tags_tag ON vision_tags (tag_id);
CREATE TABLE audio_tags (
  audio_chunk_id INTEGER NOT NULL REFERENCES audio_chunk (id) ON DELETE CASCADE,
  tag_id INTEGER NOT NULL REFERENCES tags (id) ON DELETE CASCADE,
  PRIMARY KEY (audio_chunk_id, tag_id)
) WITHOUT ROWID;
CREATE INDEX audio_tags_tag ON audio_tags (tag_id);

CREATE TABLE meetings (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  meeting_start TEXT NOT NULL,
  meeting_end TEXT,
  meeting_app TEXT NOT NULL,
  title TEXT,
  attendees TEXT,
  detection_source TEXT NOT NULL DEFAULT 'app',
  created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
);
CREATE TABLE memories (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  content TEXT NOT NULL,
  source TEXT NOT NULL DEFAULT 'user',
  source_context TEXT,
  tags TEXT DEFAULT '[]',
  importance REAL DEFAULT 0.5,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  frame_id INTEGER
);
CREATE VIRTUAL TABLE memories_fts USING fts5(
  content, tags, content='memories', content_rowid='id', tokenize='unicode61'
);
CREATE TABLE pipe_executions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  pipe_name TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'queued',
  trigger_type TEXT NOT NULL DEFAULT 'manual',
  pid INTEGER,
  model TEXT,
  provider TEXT,
  started_at TEXT,
  finished_at TEXT,
  stdout TEXT DEFAULT '',
  stderr TEXT DEFAULT '',
  exit_code INTEGER,
  error_type TEXT,
  error_message TEXT,
  duration_ms INTEGER
);
CREATE TABLE pipe_scheduler_state (
  pipe_name TEXT PRIMARY KEY,
  last_run_at TEXT,
  last_success_at TEXT,
  consecutive_failures INTEGER DEFAULT 0
);

-- The tables that SQL users know.

CREATE VIEW frames AS
SELECT
  f.id,
  f.video_chunk_id,
  f.offset_index,
  strftime('%Y-%m-%dT%H:%M:%fZ', d.at_ms / 1000.0, 'unixepoch') AS timestamp,
  nullif(c.frame_name, '') AS name,
  c.app_name,
  c.window_name,
  nullif(c.focused, -1) AS focused,
  nullif(c.browser_url, '') AS browser_url,
  c.device_name,
  f.sync_id,
  nullif(c.machine_id, '') AS machine_id,
  f.synced_at,
  (SELECT value FROM meta WHERE name = 'data_dir') || '/' || f.snapshot_path AS snapshot_path,
  CASE WHEN f.text_source IN ('accessibility', 'hybrid') THEN t.text END AS accessibility_text,
  NULL AS accessibility_tree_json,
  f.content_hash,
  f.simhash,
  f.capture_trigger,
  f.text_source,
  NULL AS cloud_blob_id,
  t.text AS full_text
FROM frame f
JOIN document d ON d.key = f.key
JOIN context c ON c.id = d.context_id
LEFT JOIN document_text t ON t.key = f.key;

CREATE VIEW ocr_text AS
SELECT
  f.id AS frame_id,
  t.text,
  (
    SELECT json_group_array(json_object(
      'text', b.value ->> 0,
      'left', CAST((b.value ->> 1) / 10000.0 AS TEXT),
      'top', CAST((b.value ->> 2) / 10000.0 AS TEXT),
      'width', CAST((b.value ->> 3) / 10000.0 AS TEXT),
      'height', CAST((b.value ->> 4) / 10000.0 AS TEXT),
      'conf', CAST((b.value ->> 5) / 100.0 AS TEXT),
      -- Readers of Tesseract's lists expect these too: all words of the frame as one line.
      'level', '5',
      'page_num', '1',
      'block_num', '1',
      'par_num', '1',
      'line_num', '1',
      'word_num', CAST(b.key + 1 AS TEXT)
    ))
    FROM frame_boxes x, json_each(x.boxes) b
    WHERE x.frame_id = f.id
  ) AS text_json,
  c.app_name,
  coalesce(f.ocr_engine, 'unknown') AS ocr_engine,
  c.window_name,
  c.focused = 1 AS focused,
  d.length AS text_length,
  f.sync_id,
  f.synced_at
FROM frame f
JOIN document d ON d.key = f.key
JOIN context c ON c.id = d.context_id
JOIN document_text t ON t.key = f.key;

CREATE VIEW audio_chunks AS
SELECT
  id,
  CASE
    WHEN file_path = '' OR file_path LIKE '/%' OR file_path GLOB '?:*' THEN file_path
    ELSE (SELECT value FROM meta WHERE name = 'data_dir') || '/' || file_path
  END AS file_path,
  strftime('%Y-%m-%dT%H:%M:%fZ', at_ms / 1000.0, 'unixepoch') AS timestamp,
  sync_id,
  machine_id,
  synced_at
FROM audio_chunk;

CREATE VIEW audio_transcriptions AS
SELECT
  a.id,
  a.audio_chunk_id,
  a.offset_index,
  strftime('%Y-%m-%dT%H:%M:%fZ', d.at_ms / 1000.0, 'unixepoch') AS timestamp,
  coalesce(t.text, '') AS transcription,
  c.device_name AS device,
  c.is_input AS is_input_device,
  nullif(c.speaker_id, 0) AS speaker_id,
  a.engine AS transcription_engine,
  a.start_secs AS start_time,
  a.end_secs AS end_time,
  d.length AS text_length,
  a.sync_id,
  a.synced_at
FROM transcription a
JOIN document d ON d.key = a.key
JOIN context c ON c.id = d.context_id
LEFT JOIN document_text t ON t.key = a.key;

CREATE VIEW accessibility AS
SELECT
  u.id,
  strftime('%Y-%m-%dT%H:%M:%fZ', d.at_ms / 1000.0, 'unixepoch') AS timestamp,
  c.app_name,
  c.window_name,
  t.text AS text_content,
  nullif(c.browser_url, '') AS browser_url,
  u.sync_id,
  nullif(c.machine_id, '') AS machine_id,
  u.synced_at
FROM ui_text u
JOIN document d ON d.key = u.key
JOIN context c ON c.id = d.context_id
LEFT JOIN document_text t ON t.key = u.key;

CREATE VIEW ui_monitoring AS
SELECT
  u.id,
  t.text AS text_output,
  strftime('%Y-%m-%dT%H:%M:%fZ', d.at_ms / 1000.0, 'unixepoch') AS timestamp,
  c.app_name AS app,
  c.window_name AS window,
  strftime('%Y-%m-%dT%H:%M:%fZ', u.initial_traversal_at_ms / 1000.0, 'unixepoch') AS initial_traversal_at,
  d.length AS text_length
FROM ui_text u
JOIN document d ON d.key = u.key
JOIN context c ON c.id = d.context_id
LEFT JOIN document_text t ON t.key = u.key;

CREATE VIEW ui_events AS
SELECT
  id,
  strftime('%Y-%m-%dT%H:%M:%fZ', at_ms / 1000.0, 'unixepoch') AS timestamp,
  session_id, relative_ms, event_type, x, y, delta_x, delta_y, button, click_count, key_code, modifiers,
  text_content, text_length, app_name, app_pid, window_title, browser_url, element_role, element_name,
  element_value, element_description, element_automation_id, element_bounds, frame_id, sync_id, machine_id,
  synced_at
FROM input_event;

-- A view column with the view's own name stands for the hidden FTS5 column, so MATCH works on these views.

CREATE VIEW frames_fts AS
SELECT
  s.document_fts AS frames_fts, s.rank AS rank, f.id AS rowid, f.id AS id,
  t.text AS full_text, c.app_name AS app_name, c.window_name AS window_name, c.browser_url AS browser_url,
  nullif(c.frame_name, '') AS name, nullif(c.focused, -1) AS focused
FROM document_fts s
JOIN document d ON d.key = s.rowid AND d.key % 4 = 0
JOIN frame f ON f.id = d.ref
JOIN context c ON c.id = d.context_id
JOIN document_text t ON t.key = d.key;

CREATE VIEW ocr_text_fts AS
SELECT
  s.document_fts AS ocr_text_fts, s.rank AS rank, d.ref AS rowid, d.ref AS frame_id,
  t.text AS text, c.app_name AS app_name, c.window_name AS window_name
FROM document_fts s
JOIN document d ON d.key = s.rowid AND d.key % 4 = 0
JOIN context c ON c.id = d.context_id
JOIN document_text t ON t.key = d.key;

CREATE VIEW audio_transcriptions_fts AS
SELECT
  s.document_fts AS audio_transcriptions_fts, s.rank AS rank, a.id AS rowid, a.audio_chunk_id AS audio_chunk_id,
  t.text AS transcription, c.device_name AS device, nullif(c.speaker_id, 0) AS speaker_id
FROM document_fts s
JOIN document d ON d.key = s.rowid AND d.key % 4 = 1
JOIN transcription a ON a.id = d.ref
JOIN context c ON c.id = d.context_id
JOIN document_text t ON t.key = d.key;

CREATE VIEW accessibility_fts AS
SELECT
  s.document_fts AS accessibility_fts, s.rank AS rank, d.ref AS rowid,
  t.text AS text_content, c.app_name AS app_name, c.window_name AS window_name
FROM document_fts s
JOIN document d ON d.key = s.rowid AND d.key % 4 = 2
JOIN context c ON c.id = d.context_id
JOIN document_text t ON t.key = d.key;

CREATE VIEW ui_events_fts AS
SELECT
  s.input_fts AS ui_events_fts, s.rank AS rank, e.id AS rowid,
  e.text_content AS text_content, e.app_name AS app_name, e.window_title AS window_title,
  e.element_name AS element_name
FROM input_fts s
JOIN input_event e ON e.id = s.rowid;

CREATE VIEW elements_fts AS
SELECT
  s.element_fts AS elements_fts, s.rank AS rank, e.id AS rowid,
  e.text AS text, e.role AS role, e.frame_id AS frame_id
FROM element_fts s
JOIN elements e ON e.id = s.rowid;
