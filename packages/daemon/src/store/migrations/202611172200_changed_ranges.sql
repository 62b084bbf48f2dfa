-- Ranges of rows that changed since the newest daily snapshot (store/backup/rows/changed-ranges.ts). Triggers on every copied table write them.
CREATE TABLE changed_range (
  table_name TEXT NOT NULL,
  -- -1 with is_whole = 1: all of the table.
  range INTEGER NOT NULL,
  is_whole INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (table_name, range, is_whole)
) WITHOUT ROWID;

-- Those that the snapshot being made is about. They are deleted when it is whole, and stay when it fails.
CREATE TABLE examined_range (
  table_name TEXT NOT NULL,
  range INTEGER NOT NULL,
  is_whole INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (table_name, range, is_whole)
) WITHOUT ROWID;
