-- A recording that has its final text and waits only for its speaker: it is not recognised a second time.
ALTER TABLE audio_segment ADD COLUMN is_text_final INTEGER NOT NULL DEFAULT 0;
UPDATE audio_segment SET is_text_final = 1 WHERE state = 'done';
