-- A version that did not know of keepers has read past what their logs say (`role`, `held`). All logs are read again where no keeper is
-- known: applying a record twice changes nothing. A keeper itself never ran such a version.
DELETE FROM sync_cursor WHERE NOT EXISTS (SELECT 1 FROM sync_keeper)
AND NOT EXISTS (SELECT 1 FROM meta WHERE name = 'sync_role' AND value = 'keeper');

-- Rows that retention has removed come back until its next run. Without this, later changes of them would count as applied.
DELETE FROM sync_field
WHERE NOT EXISTS (SELECT 1 FROM frame r WHERE r.sync_id = sync_field.sync_id)
AND NOT EXISTS (SELECT 1 FROM transcription r WHERE r.sync_id = sync_field.sync_id)
AND NOT EXISTS (SELECT 1 FROM ui_text r WHERE r.sync_id = sync_field.sync_id)
AND NOT EXISTS (SELECT 1 FROM audio_chunk r WHERE r.sync_id = sync_field.sync_id)
AND NOT EXISTS (SELECT 1 FROM speakers r WHERE r.sync_id = sync_field.sync_id);
