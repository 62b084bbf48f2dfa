-- What each stream did, as spans: a row grows while nothing changes. Time that no row covers was not
-- watched: the service was off, or killed. `cause` says why a span failed.
CREATE TABLE coverage_span (
  stream TEXT NOT NULL,
  start_ms INTEGER NOT NULL,
  end_ms INTEGER NOT NULL,
  state TEXT NOT NULL,
  cause TEXT,
  PRIMARY KEY (stream, start_ms)
) WITHOUT ROWID;
