-- The account whose logs were all read to their end once: before that this device cannot know whether there is a keeper (store/sync).
INSERT INTO meta (name, value) VALUES ('sync_read_account', '');
