-- Who read what, told by the minute: never what was asked for or found, only by whom, where and how often.
CREATE TABLE access_log (
  minute INTEGER NOT NULL,
  caller_kind TEXT NOT NULL,
  caller TEXT NOT NULL,
  route TEXT NOT NULL,
  count INTEGER NOT NULL,
  refused INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  PRIMARY KEY (minute, caller_kind, caller, route)
) WITHOUT ROWID;

-- Tokens that see only a part. The token itself is kept nowhere.
CREATE TABLE access_token (
  name TEXT PRIMARY KEY,
  digest TEXT NOT NULL UNIQUE,
  permissions TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  expires_ms INTEGER
) WITHOUT ROWID;
