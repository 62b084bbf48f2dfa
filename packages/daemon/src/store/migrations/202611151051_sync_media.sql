-- Pictures of frames between devices (store/sync/pictures.ts).

-- Frames of this device whose pictures another one has asked for.
CREATE TABLE sync_wanted (
  frame_id INTEGER PRIMARY KEY REFERENCES frame (id) ON DELETE CASCADE
);

-- Frames of other devices whose pictures were sent and are not here yet.
CREATE TABLE sync_picture (
  frame_id INTEGER PRIMARY KEY REFERENCES frame (id) ON DELETE CASCADE,
  machine_id TEXT NOT NULL,
  stream TEXT NOT NULL,
  parts INTEGER NOT NULL,
  -- The frame in a video; null: the stream is a single picture.
  offset_index INTEGER,
  fps REAL
);
CREATE INDEX sync_picture_stream ON sync_picture (stream);
