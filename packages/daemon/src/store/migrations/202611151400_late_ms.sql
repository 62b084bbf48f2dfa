-- Not only that something came late in an hour, but by how much at most: a page is then found without sorting the whole hour.
ALTER TABLE hour RENAME COLUMN disordered TO late_ms;
UPDATE hour SET late_ms = 3600000 WHERE late_ms = 1;
