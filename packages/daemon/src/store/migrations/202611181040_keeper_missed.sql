-- When the log of a keeper was first missing where devices meet; null: it was there in the last round (store/sync).
ALTER TABLE sync_keeper ADD COLUMN missed_at_ms INTEGER;
