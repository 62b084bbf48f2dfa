-- Files that this device sent under an earlier name and that nothing here has any more: they are still to be removed there.
CREATE TABLE sync_file_left (
  machine_id TEXT NOT NULL,
  stream TEXT NOT NULL,
  PRIMARY KEY (machine_id, stream)
) WITHOUT ROWID;
