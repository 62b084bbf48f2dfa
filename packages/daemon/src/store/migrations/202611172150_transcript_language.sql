-- The language of what was said, such as `de`; null: nobody knows. Until now it stood in the name of the engine only.
ALTER TABLE transcription ADD COLUMN language TEXT;
UPDATE transcription SET language = substr(engine, instr(engine, ':') + 1) WHERE engine GLOB 'whisper-*:[a-z][a-z]' OR engine GLOB 'whisper-*:[a-z][a-z][a-z]';
UPDATE transcription SET language = 'en' WHERE engine IN ('moonshine-tiny', 'moonshine-base');

-- Another language is sent to other devices with the text.
DROP TRIGGER sync_transcription_place;
CREATE TRIGGER sync_transcription_place AFTER UPDATE OF engine, language, start_secs, end_secs ON transcription
WHEN (SELECT value FROM meta WHERE name = 'sync_on') = '1' AND (
  OLD.engine IS NOT NEW.engine OR OLD.language IS NOT NEW.language OR OLD.start_secs IS NOT NEW.start_secs
  OR OLD.end_secs IS NOT NEW.end_secs
)
BEGIN
  INSERT INTO sync_changed VALUES ('transcription', NEW.id, 'text', '', NEW.sync_id);
END;

-- A person named the language of a line, which waits for its text in it.
ALTER TABLE transcription ADD COLUMN wanted_language TEXT;
CREATE INDEX transcription_wanted ON transcription (id) WHERE wanted_language IS NOT NULL;
-- The models that have read it again in a pause; `person`: a person took that back, and it stays.
ALTER TABLE audio_segment ADD COLUMN read_by TEXT;

-- What a recording said before it was read again, to take that back. `lines` are those it had and those it got, as JSON. Words that are
-- deleted or covered must not come back: any other change of its rows deletes it.
CREATE TABLE older_text (
  audio_chunk_id INTEGER PRIMARY KEY REFERENCES audio_chunk (id) ON DELETE CASCADE,
  -- `language`: a person corrected the language; `model`: a larger model read it in a pause; `request`: a program asked for it.
  reason TEXT NOT NULL,
  replaced_at_ms INTEGER NOT NULL,
  lines TEXT NOT NULL
);
CREATE TRIGGER older_text_of_deleted AFTER DELETE ON transcription BEGIN
  DELETE FROM older_text WHERE audio_chunk_id = OLD.audio_chunk_id;
END;
CREATE TRIGGER older_text_of_changed AFTER UPDATE OF length ON document WHEN NEW.key % 4 = 1 BEGIN
  DELETE FROM older_text WHERE audio_chunk_id = (SELECT audio_chunk_id FROM transcription WHERE id = NEW.ref);
END;
CREATE TRIGGER older_text_of_hidden AFTER INSERT ON hidden_transcription BEGIN
  DELETE FROM older_text WHERE audio_chunk_id = (SELECT audio_chunk_id FROM transcription WHERE id = NEW.transcription_id);
END;

-- For raw SQL.
DROP VIEW audio_transcriptions;
CREATE VIEW audio_transcriptions AS
SELECT
  a.id,
  a.audio_chunk_id,
  a.offset_index,
  strftime('%Y-%m-%dT%H:%M:%fZ', d.at_ms / 1000.0, 'unixepoch') AS timestamp,
  coalesce(t.text, '') AS transcription,
  c.device_name AS device,
  c.is_input AS is_input_device,
  nullif(c.speaker_id, 0) AS speaker_id,
  a.engine AS transcription_engine,
  a.start_secs AS start_time,
  a.end_secs AS end_time,
  d.length AS text_length,
  a.sync_id,
  a.synced_at,
  a.language
FROM transcription a
JOIN document d ON d.key = a.key
JOIN context c ON c.id = d.context_id
LEFT JOIN document_text t ON t.key = a.key;
