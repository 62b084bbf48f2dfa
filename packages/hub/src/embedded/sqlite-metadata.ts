/** Rows in one SQLite file: the default, for a hub that is a single process. */
import Database from 'better-sqlite3-multiple-ciphers';
import {
  type AppendFacts,
  CHARGE_SQL,
  chargeOf,
  hasRoom,
  isLeaseHeld,
  judgeAppend,
} from '../append-rules.ts';
import { BlobSweptError } from '../hub-errors.ts';
import type {
  AppendResult,
  DoomedDevice,
  DoomedStream,
  Metadata,
  NewSegment,
  NewUpload,
  SegmentName,
  Token,
  TokenOwner,
} from '../storage.ts';

const SCHEMA = `
CREATE TABLE IF NOT EXISTS account (
  id TEXT PRIMARY KEY, quota_bytes INTEGER, used_bytes INTEGER NOT NULL, keys BLOB, keys_revision TEXT
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS token (
  id TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, account_id TEXT NOT NULL REFERENCES account (id), label TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS device (
  account_id TEXT NOT NULL, device_id TEXT NOT NULL, last_seen_ms INTEGER NOT NULL, holder TEXT, lease_until_ms INTEGER,
  PRIMARY KEY (account_id, device_id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS stream (
  account_id TEXT NOT NULL, device_id TEXT NOT NULL, stream TEXT NOT NULL, segments INTEGER NOT NULL,
  PRIMARY KEY (account_id, device_id, stream)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS segment (
  account_id TEXT NOT NULL, device_id TEXT NOT NULL, stream TEXT NOT NULL, sequence INTEGER NOT NULL, hash TEXT NOT NULL,
  size INTEGER NOT NULL, blob_key TEXT NOT NULL,
  PRIMARY KEY (account_id, device_id, stream, sequence)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS loose_blob (
  blob_key TEXT PRIMARY KEY, since_ms INTEGER NOT NULL, is_doomed INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;`;

/** Loose blobs count for their account, and every blob counts as whole blocks. */
const CHARGES = `
ALTER TABLE loose_blob ADD COLUMN account_id TEXT;
ALTER TABLE loose_blob ADD COLUMN size INTEGER NOT NULL DEFAULT 0;
CREATE INDEX loose_blob_account ON loose_blob (account_id);
UPDATE account SET used_bytes = (SELECT coalesce(sum(${CHARGE_SQL}), 0) FROM segment WHERE account_id = account.id);
PRAGMA user_version = 2;`;
const VERSION = 2;

const LOOSE_SQL = `(SELECT coalesce(sum(${CHARGE_SQL}), 0) FROM loose_blob WHERE account_id = a.id)`;

export function sqliteMetadata(file: string): Metadata {
  const db = new Database(file, { timeout: 5_000 });
  db.pragma('journal_mode = WAL');
  // A device forgets what was acknowledged: an answer must not be undone by a power cut.
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  db.transaction(() => {
    db.exec(SCHEMA);
    if (Number(db.pragma('user_version', { simple: true })) < VERSION) db.exec(CHARGES);
  }).immediate();
  const sql = metadataSql(db);
  const { count, find, leaseOf, reserve, append } = segmentCalls(sql, db);
  const { removeStream, removeDevice, removeAccount } = removals(db, leaseOf, sql);

  return {
    async findToken(hash) {
      return sql.findToken.get(hash) as TokenOwner | undefined;
    },
    async addToken({ id, hash, accountId, label, nowMs, quotaBytes }) {
      db.transaction(() => {
        sql.addAccount.run(accountId, quotaBytes);
        sql.addToken.run(id, hash, accountId, label, nowMs);
      })();
    },
    async listTokens() {
      return sql.listTokens.all() as Token[];
    },
    async removeToken(id) {
      return sql.removeToken.run(id).changes > 0;
    },
    async readHeads(accountId, deviceId, nowMs) {
      if (deviceId !== undefined) sql.touch.run(nowMs, accountId, deviceId);
      const account = sql.account.get(accountId) as {
        keysRevision: string | null;
        usedBytes: number;
        looseBytes: number;
      };
      const devices = sql.devices.all(accountId) as {
        deviceId: string;
        segments: number;
        lastSeenMs: number;
      }[];
      const usedBytes = account.usedBytes + account.looseBytes;
      return { keysRevision: account.keysRevision, usedBytes, devices };
    },
    async readKeys(accountId) {
      const { keys, keysRevision } = sql.account.get(accountId) as {
        keys: Buffer | null;
        keysRevision: string | null;
      };
      if (keys === null || keysRevision === null) return undefined;
      return { document: keys, revision: keysRevision };
    },
    async writeKeys(accountId, { document, revision }, expected) {
      return sql.writeKeys.run(document, revision, accountId, expected).changes > 0;
    },
    async reserveBlob(upload) {
      return reserve.immediate(upload);
    },
    async appendSegment(segment) {
      return append.immediate(segment);
    },
    async removeStream(doomed) {
      return removeStream.immediate(doomed);
    },
    async removeDevice(doomed) {
      return removeDevice.immediate(doomed);
    },
    async removeAccount(accountId, nowMs) {
      return removeAccount.immediate(accountId, nowMs);
    },
    async doomBlobs(beforeMs, limit) {
      return sql.doomBlobs.all(beforeMs, limit) as string[];
    },
    async forgetBlobs(keys) {
      for (const key of keys) sql.forgetBlob.run(key);
    },
    async putOffBlobs(keys, nowMs) {
      for (const key of keys) sql.putOffBlob.run(nowMs, key);
    },
    async findSegment(name) {
      return find(name);
    },
    async countSegments(accountId, deviceId, stream) {
      return count(accountId, deviceId, stream);
    },
    async close() {
      db.close();
    },
  };
}

/** Removes rows; their blobs are doomed in the same transaction. */
function removals(
  db: Database.Database,
  leaseOf: ReturnType<typeof segmentCalls>['leaseOf'],
  sql: ReturnType<typeof metadataSql>,
) {
  const removeStream = db.transaction((doomed: DoomedStream): boolean => {
    const { accountId, deviceId, stream, nowMs } = doomed;
    if (isLeaseHeld(doomed, leaseOf(accountId, deviceId))) return false;
    const name = [accountId, deviceId, stream];
    sql.addUse.run(-(sql.sizeOfStream.get(...name) as number), accountId);
    sql.loosenStream.run(nowMs, ...name);
    for (const table of ['segment', 'stream']) {
      db.prepare(`DELETE FROM ${table} WHERE account_id = ? AND device_id = ? AND stream = ?`).run(
        ...name,
      );
    }
    return true;
  });

  const removeDevice = db.transaction((doomed: DoomedDevice): boolean => {
    const { accountId, deviceId, nowMs } = doomed;
    if (isLeaseHeld(doomed, leaseOf(accountId, deviceId))) return false;
    const name = [accountId, deviceId];
    sql.addUse.run(-(sql.sizeOfDevice.get(...name) as number), accountId);
    sql.loosenDevice.run(nowMs, ...name);
    for (const table of ['segment', 'stream', 'device']) {
      db.prepare(`DELETE FROM ${table} WHERE account_id = ? AND device_id = ?`).run(...name);
    }
    return true;
  });

  const removeAccount = db.transaction((accountId: string, nowMs: number): boolean => {
    sql.loosenAccount.run(nowMs, accountId);
    for (const table of ['segment', 'stream', 'device', 'token']) {
      db.prepare(`DELETE FROM ${table} WHERE account_id = ?`).run(accountId);
    }
    return db.prepare('DELETE FROM account WHERE id = ?').run(accountId).changes > 0;
  });

  return { removeStream, removeDevice, removeAccount };
}

/** Segments of devices, and the room that an account has for them. */
function segmentCalls(sql: ReturnType<typeof metadataSql>, db: Database.Database) {
  function count(accountId: string, deviceId: string, stream: string): number {
    return (sql.count.get(accountId, deviceId, stream) as number | undefined) ?? 0;
  }

  function find({ accountId, deviceId, stream, sequence }: SegmentName) {
    return sql.segment.get(accountId, deviceId, stream, sequence) as
      | { blobKey: string; hash: string; size: number }
      | undefined;
  }

  function usageOf(accountId: string) {
    return sql.account.get(accountId) as { usedBytes: number; looseBytes: number };
  }

  function leaseOf(accountId: string, deviceId: string): AppendFacts['lease'] {
    return sql.lease.get(accountId, deviceId) as AppendFacts['lease'];
  }

  function judge(segment: NewSegment): AppendResult {
    const { accountId, deviceId, stream } = segment;
    const lease = leaseOf(accountId, deviceId);
    const { usedBytes, looseBytes } = usageOf(accountId);
    const known = find(segment);
    return judgeAppend(segment, {
      knownHash: known?.hash,
      knownSize: known?.size,
      segments: count(accountId, deviceId, stream),
      lease,
      usedBytes,
      looseBytes,
    });
  }

  const reserve = db.transaction((upload: NewUpload): boolean => {
    const { accountId, blobKey, nowMs, size } = upload;
    const facts = { ...usageOf(accountId), knownSize: find(upload)?.size };
    if (!hasRoom(upload, facts)) return false;
    sql.noteBlob.run(blobKey, nowMs, accountId, size);
    return true;
  });

  const append = db.transaction((segment: NewSegment): AppendResult => {
    const result = judge(segment);
    if (result !== 'appended') return result;
    const { accountId, deviceId, stream, sequence, hash, size, blobKey, nowMs } = segment;
    if (sql.claimBlob.run(blobKey).changes === 0) throw new BlobSweptError();
    const before = find(segment);
    if (before) {
      sql.replaceSegment.run(hash, size, blobKey, accountId, deviceId, stream, sequence);
      sql.noteBlob.run(before.blobKey, nowMs, accountId, before.size);
    } else {
      sql.addSegment.run(accountId, deviceId, stream, sequence, hash, size, blobKey);
      sql.addToStream.run(accountId, deviceId, stream);
    }
    sql.takeLease.run(accountId, deviceId, nowMs, segment.holder, nowMs + segment.leaseMs);
    sql.addUse.run(chargeOf(size) - chargeOf(before?.size ?? 0), accountId);
    return 'appended';
  });

  return { count, find, leaseOf, reserve, append };
}

function metadataSql(db: Database.Database) {
  return {
    findToken: db.prepare(
      `SELECT a.id AS accountId, a.quota_bytes AS quotaBytes FROM token t JOIN account a ON a.id = t.account_id
       WHERE t.hash = ?`,
    ),
    addAccount: db.prepare(
      `INSERT INTO account (id, quota_bytes, used_bytes) VALUES (?, ?, 0)
       ON CONFLICT (id) DO UPDATE
       SET quota_bytes = coalesce(excluded.quota_bytes, account.quota_bytes)`,
    ),
    addToken: db.prepare(
      'INSERT INTO token (id, hash, account_id, label, created_at_ms) VALUES (?, ?, ?, ?, ?)',
    ),
    listTokens: db.prepare(
      `SELECT t.id, t.account_id AS accountId, t.label, t.created_at_ms AS createdAtMs, a.quota_bytes AS quotaBytes,
       a.used_bytes + ${LOOSE_SQL} AS usedBytes FROM token t JOIN account a ON a.id = t.account_id ORDER BY t.created_at_ms, t.id`,
    ),
    removeToken: db.prepare('DELETE FROM token WHERE id = ?'),
    // Before the first append nobody needs to know when a device was there.
    touch: db.prepare('UPDATE device SET last_seen_ms = ? WHERE account_id = ? AND device_id = ?'),
    account: db.prepare(
      `SELECT keys_revision AS keysRevision, used_bytes AS usedBytes, ${LOOSE_SQL} AS looseBytes, keys
       FROM account a WHERE id = ?`,
    ),
    devices: db.prepare(
      `SELECT d.device_id AS deviceId, s.segments, d.last_seen_ms AS lastSeenMs FROM device d
       JOIN stream s ON s.account_id = d.account_id AND s.device_id = d.device_id AND s.stream = 'log'
       WHERE d.account_id = ? ORDER BY d.device_id`,
    ),
    writeKeys: db.prepare(
      'UPDATE account SET keys = ?, keys_revision = ? WHERE id = ? AND keys_revision IS ?',
    ),
    lease: db.prepare(
      'SELECT holder, lease_until_ms AS untilMs FROM device WHERE account_id = ? AND device_id = ?',
    ),
    segment: db.prepare(
      `SELECT blob_key AS blobKey, hash, size FROM segment WHERE account_id = ? AND device_id = ? AND stream = ?
       AND sequence = ?`,
    ),
    count: db
      .prepare('SELECT segments FROM stream WHERE account_id = ? AND device_id = ? AND stream = ?')
      .pluck(),
    addSegment: db.prepare('INSERT INTO segment VALUES (?, ?, ?, ?, ?, ?, ?)'),
    replaceSegment: db.prepare(
      `UPDATE segment SET hash = ?, size = ?, blob_key = ?
       WHERE account_id = ? AND device_id = ? AND stream = ? AND sequence = ?`,
    ),
    noteBlob: db.prepare(
      'INSERT INTO loose_blob (blob_key, since_ms, account_id, size) VALUES (?, ?, ?, ?)',
    ),
    claimBlob: db.prepare('DELETE FROM loose_blob WHERE blob_key = ? AND is_doomed = 0'),
    forgetBlob: db.prepare('DELETE FROM loose_blob WHERE blob_key = ?'),
    putOffBlob: db.prepare('UPDATE loose_blob SET since_ms = ? WHERE blob_key = ?'),
    doomBlobs: db
      .prepare(
        `UPDATE loose_blob SET is_doomed = 1 WHERE blob_key IN (
           SELECT blob_key FROM loose_blob WHERE since_ms < ? ORDER BY since_ms LIMIT ?) RETURNING blob_key`,
      )
      .pluck(),
    loosenStream: db.prepare(
      `INSERT INTO loose_blob (blob_key, since_ms, account_id, size) SELECT blob_key, ?, account_id, size
       FROM segment WHERE account_id = ? AND device_id = ? AND stream = ?`,
    ),
    sizeOfStream: db
      .prepare(
        `SELECT coalesce(sum(${CHARGE_SQL}), 0) FROM segment
         WHERE account_id = ? AND device_id = ? AND stream = ?`,
      )
      .pluck(),
    sizeOfDevice: db
      .prepare(
        `SELECT coalesce(sum(${CHARGE_SQL}), 0) FROM segment WHERE account_id = ? AND device_id = ?`,
      )
      .pluck(),
    loosenDevice: db.prepare(
      `INSERT INTO loose_blob (blob_key, since_ms, account_id, size) SELECT blob_key, ?, account_id, size
       FROM segment WHERE account_id = ? AND device_id = ?`,
    ),
    loosenAccount: db.prepare(
      'INSERT INTO loose_blob (blob_key, since_ms) SELECT blob_key, ? FROM segment WHERE account_id = ?',
    ),
    addToStream: db.prepare(
      `INSERT INTO stream VALUES (?, ?, ?, 1)
       ON CONFLICT (account_id, device_id, stream) DO UPDATE SET segments = segments + 1`,
    ),
    takeLease: db.prepare(
      `INSERT INTO device VALUES (?, ?, ?, ?, ?) ON CONFLICT (account_id, device_id) DO UPDATE
       SET last_seen_ms = excluded.last_seen_ms, holder = excluded.holder, lease_until_ms = excluded.lease_until_ms`,
    ),
    addUse: db.prepare('UPDATE account SET used_bytes = used_bytes + ? WHERE id = ?'),
  };
}
