-- What is deleted of a file that others may have: they take it back, too (store/sync).

-- A video that is written anew without some of its frames is another file, under another name. The old one goes where devices meet.
CREATE TRIGGER sync_video_renamed AFTER UPDATE OF sync_id ON video_chunk
WHEN OLD.sync_id IS NOT NULL AND OLD.sync_id IS NOT NEW.sync_id
BEGIN
  UPDATE sync_file SET is_over = 1 WHERE stream = OLD.sync_id;
END;
UPDATE sync_file SET is_over = 1 WHERE entity = 'video_chunk' AND is_sent = 1
AND NOT EXISTS (SELECT 1 FROM video_chunk v WHERE v.sync_id = sync_file.stream);

-- A frame is gone before its video was fetched: the video holds its pixels. Its device writes it anew, and tells of that one.
CREATE TRIGGER sync_picture_gone AFTER DELETE ON sync_picture
WHEN OLD.offset_index IS NOT NULL
BEGIN
  DELETE FROM sync_picture WHERE stream = OLD.stream;
END;

-- Names that this device had before in its account. What it sent under them still lies there.
CREATE TABLE sync_former_name (
  machine_id TEXT PRIMARY KEY
) WITHOUT ROWID;

-- Devices that were deleted here, and whose log and files are still to be removed where devices meet.
CREATE TABLE sync_device_over (
  machine_id TEXT PRIMARY KEY
) WITHOUT ROWID;
