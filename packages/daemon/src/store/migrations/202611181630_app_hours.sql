-- How many documents an app has in each hour: counts by day of one app then read one row an hour instead of one for each of its windows in
-- that hour. Triggers keep it, so that no way of writing the hours can leave it out.
CREATE TABLE app_hour (
  app_id INTEGER NOT NULL,
  hour INTEGER NOT NULL,
  documents INTEGER NOT NULL,
  PRIMARY KEY (app_id, hour)
) WITHOUT ROWID;
INSERT INTO app_hour (app_id, hour, documents)
SELECT c.app_id, h.hour, sum(h.documents) FROM context_hour h JOIN context c ON c.id = h.context_id GROUP BY 1, 2;

CREATE TRIGGER app_hour_insert AFTER INSERT ON context_hour
BEGIN
  INSERT INTO app_hour (app_id, hour, documents)
  SELECT app_id, NEW.hour, NEW.documents FROM context WHERE id = NEW.context_id
  ON CONFLICT (app_id, hour) DO UPDATE SET documents = documents + excluded.documents;
END;
CREATE TRIGGER app_hour_update AFTER UPDATE ON context_hour
BEGIN
  UPDATE app_hour SET documents = documents + NEW.documents - OLD.documents
  WHERE app_id = (SELECT app_id FROM context WHERE id = NEW.context_id) AND hour = NEW.hour;
END;
CREATE TRIGGER app_hour_delete AFTER DELETE ON context_hour
BEGIN
  UPDATE app_hour SET documents = documents - OLD.documents
  WHERE app_id = (SELECT app_id FROM context WHERE id = OLD.context_id) AND hour = OLD.hour;
  DELETE FROM app_hour
  WHERE app_id = (SELECT app_id FROM context WHERE id = OLD.context_id) AND hour = OLD.hour AND documents = 0;
END;
