-- Keeping less: pictures may go before the text that was read on them.

-- Why a frame has no picture any more (retention, rule); null: it has one, or never had.
ALTER TABLE frame ADD COLUMN picture_gone TEXT;
-- Frames with pictures, the oldest first.
CREATE INDEX frame_picture ON frame (key) WHERE snapshot_path IS NOT NULL OR video_chunk_id IS NOT NULL;
