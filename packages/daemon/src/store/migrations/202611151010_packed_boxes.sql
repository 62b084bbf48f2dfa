-- The content of a frame (text, words with their places, elements) becomes one compressed value, written
-- against an earlier frame of the same window where that helps (pack/). The functions frame_text, frame_words,
-- frame_tree, frame_elements and match are registered on every connection of ours (pack/sql-functions.ts).
-- The rows themselves are moved by pack/move-old-rows.ts in the same transaction, which also drops the old tables.

DROP VIEW elements_fts;
DROP VIEW ocr_text_fts;
DROP VIEW frames_fts;
DROP VIEW ocr_text;
DROP VIEW frames;
ALTER TABLE elements RENAME TO element_row;

CREATE TABLE frame_pack (
  frame_id INTEGER PRIMARY KEY REFERENCES frame (id) ON DELETE CASCADE,
  -- What it was compressed against. Such a row cannot be deleted while others lean on it: they are packed anew first.
  base_id INTEGER REFERENCES frame_pack (frame_id),
  -- Elements with the lines that OCR read; of the accessibility tree; of OCR.
  elements INTEGER NOT NULL,
  tree_elements INTEGER NOT NULL,
  ocr_elements INTEGER NOT NULL,
  -- 1 when an element has words that are not in the text: the index of words then does not lead to it.
  has_text_apart INTEGER NOT NULL,
  packed BLOB NOT NULL
);
CREATE INDEX frame_pack_base ON frame_pack (base_id) WHERE base_id IS NOT NULL;
CREATE INDEX frame_pack_apart ON frame_pack (frame_id) WHERE has_text_apart = 1;
-- Counting elements must not read the packed values.
CREATE INDEX frame_pack_counts ON frame_pack (frame_id, elements, tree_elements, ocr_elements);

-- Characters of the text that came from the accessibility tree, when the rest is from OCR (`hybrid`).
ALTER TABLE frame ADD COLUMN tree_text_length INTEGER;

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
  CASE
    WHEN f.text_source = 'accessibility' OR (f.text_source = 'hybrid' AND f.tree_text_length IS NULL)
      THEN coalesce(t.text, frame_text(p.packed, b.packed))
    WHEN f.text_source = 'hybrid'
      THEN substr(coalesce(t.text, frame_text(p.packed, b.packed)), 1, f.tree_text_length)
  END AS accessibility_text,
  frame_tree(p.packed, b.packed) AS accessibility_tree_json,
  f.content_hash,
  f.simhash,
  f.capture_trigger,
  f.text_source,
  NULL AS cloud_blob_id,
  coalesce(t.text, frame_text(p.packed, b.packed)) AS full_text
FROM frame f
JOIN document d ON d.key = f.key
JOIN context c ON c.id = d.context_id
LEFT JOIN document_text t ON t.key = f.key
LEFT JOIN frame_pack p ON p.frame_id = f.id
LEFT JOIN frame_pack b ON b.frame_id = p.base_id;

-- What OCR read: frames that only the accessibility tree told about have no row.
CREATE VIEW ocr_text AS
SELECT
  f.id AS frame_id,
  -- After the part of the tree and the newline that joins them.
  substr(coalesce(t.text, frame_text(p.packed, b.packed)), coalesce(f.tree_text_length + 2, 1)) AS text,
  coalesce(frame_words(p.packed, b.packed), '[]') AS text_json,
  c.app_name,
  coalesce(f.ocr_engine, 'unknown') AS ocr_engine,
  c.window_name,
  c.focused = 1 AS focused,
  max(0, d.length - coalesce(f.tree_text_length + 1, 0)) AS text_length,
  f.sync_id,
  f.synced_at
FROM frame f
JOIN document d ON d.key = f.key AND d.length > 0
JOIN context c ON c.id = d.context_id
LEFT JOIN document_text t ON t.key = f.key
LEFT JOIN frame_pack p ON p.frame_id = f.id
LEFT JOIN frame_pack b ON b.frame_id = p.base_id
WHERE f.text_source IS NOT 'accessibility';

CREATE VIEW elements AS
SELECT
  p.frame_id * 1048576 + e.key AS id,
  p.frame_id AS frame_id,
  e.value ->> 0 AS source,
  e.value ->> 1 AS role,
  e.value ->> 2 AS text,
  p.frame_id * 1048576 + (e.value ->> 3) AS parent_id,
  e.value ->> 4 AS depth,
  e.value ->> 5 AS left_bound,
  e.value ->> 6 AS top_bound,
  e.value ->> 7 AS width_bound,
  e.value ->> 8 AS height_bound,
  e.value ->> 9 AS confidence,
  e.key AS sort_order
FROM frame_pack p
LEFT JOIN frame_pack b ON b.frame_id = p.base_id
JOIN json_each(frame_elements(p.packed, b.packed)) e;

-- A view column with the view's own name stands for the hidden FTS5 column, so MATCH works on these views.

CREATE VIEW frames_fts AS
SELECT
  s.document_fts AS frames_fts, s.rank AS rank, f.id AS rowid, f.id AS id,
  coalesce(t.text, frame_text(p.packed, b.packed)) AS full_text,
  c.app_name AS app_name, c.window_name AS window_name, c.browser_url AS browser_url,
  nullif(c.frame_name, '') AS name, nullif(c.focused, -1) AS focused
FROM document_fts s
JOIN document d ON d.key = s.rowid AND d.key % 4 = 0
JOIN frame f ON f.id = d.ref
JOIN context c ON c.id = d.context_id
LEFT JOIN document_text t ON t.key = d.key
LEFT JOIN frame_pack p ON p.frame_id = f.id
LEFT JOIN frame_pack b ON b.frame_id = p.base_id;

CREATE VIEW ocr_text_fts AS
SELECT
  s.document_fts AS ocr_text_fts, s.rank AS rank, f.id AS rowid, f.id AS frame_id,
  substr(coalesce(t.text, frame_text(p.packed, b.packed)), coalesce(f.tree_text_length + 2, 1)) AS text,
  c.app_name AS app_name, c.window_name AS window_name
FROM document_fts s
JOIN document d ON d.key = s.rowid AND d.key % 4 = 0
JOIN frame f ON f.id = d.ref AND f.text_source IS NOT 'accessibility'
JOIN context c ON c.id = d.context_id
LEFT JOIN document_text t ON t.key = d.key
LEFT JOIN frame_pack p ON p.frame_id = f.id
LEFT JOIN frame_pack b ON b.frame_id = p.base_id;

-- Here the column is the text itself, and MATCH calls our function for each element: exact, but without an index.
CREATE VIEW elements_fts AS
SELECT
  coalesce(e.text, '') AS elements_fts, 0.0 AS rank, e.id AS rowid,
  e.text AS text, e.role AS role, e.frame_id AS frame_id
FROM elements e;
