-- What is deleted of a file that others may have: they take it back, too (store/sync).

-- A video that is written anew without some of its frames is another file, under another name. The old one goes where devices meet.
CREATE TRIGGER sync_video_renamed AFTER UPDATE OF sync_id ON video_chunk
WHEN OLD.sync_id IS NOT NULL AND OLD.sync_id IS NOT NEW.sync_id
BEGIN
  UPDATE sync_file SET is_over = 1 WHERE stream = OLD.sync_id;
END;
UPDATE sync_file SET is_over = 1 WHERE entity = 'video_chunk' AND is_sent = 1
AND NOT EXISTS (SELECT 1 FROM video_chunk v WHERE v.sync_id = sync_file.stream);

-- A frame is deleted before its video was fetched: the video holds its pixels. Its device writes it anew, and tells of that one. Not so
-- when only this device does not keep the frame any longer: nobody hears of that, and the video is still the one of the others.
CREATE TRIGGER sync_picture_gone BEFORE DELETE ON frame
WHEN (SELECT value FROM meta WHERE name = 'sync_on') = '1' OR EXISTS (SELECT 1 FROM sync_gone WHERE sync_id = OLD.sync_id)
BEGIN
  DELETE FROM sync_picture WHERE stream = (
    SELECT stream FROM sync_picture WHERE frame_id = OLD.id AND offset_index IS NOT NULL
  );
END;

-- Names that this device had before in its account. What it sent under them still lies there.
CREATE TABLE sync_former_name (
  machine_id TEXT PRIMARY KEY
) WITHOUT ROWID;

-- Devices that were deleted here, and whose log and files are still to be removed where devices meet.
CREATE TABLE sync_device_over (
  machine_id TEXT PRIMARY KEY
) WITHOUT ROWID;

-- Devices that were read and have nothing there any more. A log that appears under such a name may be another one.
ALTER TABLE sync_cursor ADD COLUMN is_left INTEGER NOT NULL DEFAULT 0;
