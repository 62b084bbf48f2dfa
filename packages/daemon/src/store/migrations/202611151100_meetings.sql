-- Meetings that a person has said something about: what was changed by hand stays, and what was thrown away does not come back.
CREATE TABLE edited_meeting (meeting_id INTEGER PRIMARY KEY);
CREATE TABLE dismissed_meeting (start_ms INTEGER NOT NULL, end_ms INTEGER NOT NULL);
CREATE INDEX meetings_start ON meetings (meeting_start);
