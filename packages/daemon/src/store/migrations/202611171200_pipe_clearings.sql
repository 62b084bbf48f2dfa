-- Which output of pipes a deletion has cleared, by the clock of the file system: the check at its end finds what is left, also after a restart.
ALTER TABLE deletion_job ADD COLUMN pipes_since_ms INTEGER;
ALTER TABLE deletion_job ADD COLUMN pipes_cleared_ms INTEGER;

-- A deletion removes the values that pipes wrote since the start of its range. Nothing tells when the present ones were written: at the latest now.
ALTER TABLE pipe_state ADD COLUMN written_ms INTEGER NOT NULL DEFAULT 0;
UPDATE pipe_state SET written_ms = unixepoch() * 1000;
