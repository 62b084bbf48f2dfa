-- How many documents a context has in all: counts of the whole store then read one row a context instead of one for every hour of its use.
-- Triggers keep it, so that no way of writing the hours can leave it out.
CREATE TABLE context_total (
  context_id INTEGER PRIMARY KEY,
  documents INTEGER NOT NULL
);
INSERT INTO context_total (context_id, documents)
SELECT context_id, sum(documents) FROM context_hour GROUP BY context_id;

CREATE TRIGGER context_total_insert AFTER INSERT ON context_hour
BEGIN
  INSERT INTO context_total (context_id, documents) VALUES (NEW.context_id, NEW.documents)
  ON CONFLICT (context_id) DO UPDATE SET documents = documents + excluded.documents;
END;
CREATE TRIGGER context_total_update AFTER UPDATE ON context_hour
BEGIN
  UPDATE context_total SET documents = documents + NEW.documents - OLD.documents WHERE context_id = NEW.context_id;
END;
CREATE TRIGGER context_total_delete AFTER DELETE ON context_hour
BEGIN
  UPDATE context_total SET documents = documents - OLD.documents WHERE context_id = OLD.context_id;
  DELETE FROM context_total WHERE context_id = OLD.context_id AND documents = 0
    AND NOT EXISTS (SELECT 1 FROM context_hour WHERE context_id = OLD.context_id);
END;
