/**
 * Rows in PostgreSQL, for several hubs side by side. Whatever changes an account locks its row first, so that quota, numbers and
 * leases are decided one after the other, whichever hub was asked.
 */
import pg from 'pg';
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
  AccountHeads,
  DoomedDevice,
  Metadata,
  SegmentName,
  Token,
  TokenOwner,
} from '../storage.ts';

const SCHEMA = `
CREATE TABLE IF NOT EXISTS account (
  id TEXT PRIMARY KEY, quota_bytes BIGINT, used_bytes BIGINT NOT NULL, keys BYTEA, keys_revision TEXT
);
CREATE TABLE IF NOT EXISTS token (
  id TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, account_id TEXT NOT NULL REFERENCES account (id), label TEXT NOT NULL,
  created_at_ms BIGINT NOT NULL
);
CREATE TABLE IF NOT EXISTS device (
  account_id TEXT NOT NULL, device_id TEXT NOT NULL, last_seen_ms BIGINT NOT NULL, holder TEXT, lease_until_ms BIGINT,
  PRIMARY KEY (account_id, device_id)
);
CREATE TABLE IF NOT EXISTS stream (
  account_id TEXT NOT NULL, device_id TEXT NOT NULL, stream TEXT NOT NULL, segments BIGINT NOT NULL,
  PRIMARY KEY (account_id, device_id, stream)
);
CREATE TABLE IF NOT EXISTS segment (
  account_id TEXT NOT NULL, device_id TEXT NOT NULL, stream TEXT NOT NULL, sequence BIGINT NOT NULL, hash TEXT NOT NULL,
  size BIGINT NOT NULL, blob_key TEXT NOT NULL,
  PRIMARY KEY (account_id, device_id, stream, sequence)
);
CREATE TABLE IF NOT EXISTS loose_blob (
  blob_key TEXT PRIMARY KEY, since_ms BIGINT NOT NULL, is_doomed BOOLEAN NOT NULL DEFAULT FALSE
);`;

/** Loose blobs count for their account, and every blob counts as whole blocks. */
const HAS_CHARGES = `
SELECT 1 FROM information_schema.columns
WHERE table_schema = current_schema() AND table_name = 'loose_blob' AND column_name = 'size'`;
const CHARGES = `
ALTER TABLE loose_blob ADD COLUMN account_id TEXT, ADD COLUMN size BIGINT NOT NULL DEFAULT 0;
CREATE INDEX loose_blob_account ON loose_blob (account_id);
UPDATE account SET used_bytes = (SELECT coalesce(sum(${CHARGE_SQL}), 0) FROM segment WHERE account_id = account.id);`;

const LOOSE_SQL = `(SELECT coalesce(sum(${CHARGE_SQL}), 0)::bigint FROM loose_blob WHERE account_id = a.id)`;
/** Two hubs that start at once must not both make the tables. Any number that is ours. */
const SCHEMA_LOCK = 0x48494e44;
const CONNECTIONS = 10;
/** Sizes, numbers and times stay far below 2^53. */
const BIGINT = 20;

const FACTS = `
SELECT a.used_bytes AS "usedBytes", ${LOOSE_SQL} AS "looseBytes", d.holder, d.lease_until_ms AS "untilMs", coalesce(s.segments, 0) AS segments,
  g.hash AS "knownHash", g.size AS "knownSize"
FROM account a
LEFT JOIN device d ON d.account_id = a.id AND d.device_id = $2
LEFT JOIN stream s ON s.account_id = a.id AND s.device_id = $2 AND s.stream = $3
LEFT JOIN segment g ON g.account_id = a.id AND g.device_id = $2 AND g.stream = $3 AND g.sequence = $4
WHERE a.id = $1`;

// One statement each: an append is one round trip, and the blob's claim, between BEGIN and COMMIT.
const REPLACE = `
WITH before AS (
  SELECT blob_key, size FROM segment WHERE account_id = $1 AND device_id = $2 AND stream = $3 AND sequence = $4
),
replaced AS (
  UPDATE segment SET hash = $5, size = $6, blob_key = $7
  WHERE account_id = $1 AND device_id = $2 AND stream = $3 AND sequence = $4
),
loosened AS (
  INSERT INTO loose_blob (blob_key, since_ms, account_id, size) SELECT blob_key, $8, $1, size FROM before
),
leased AS (
  UPDATE device SET last_seen_ms = $8, holder = $9, lease_until_ms = $10 WHERE account_id = $1 AND device_id = $2
)
UPDATE account SET used_bytes = used_bytes + $11 - (SELECT ${CHARGE_SQL} FROM before) WHERE id = $1`;

const REMOVE_STREAM = `
WITH removed AS (
  DELETE FROM segment WHERE account_id = $1 AND device_id = $2 AND stream = $4 RETURNING blob_key, size
),
counted AS (DELETE FROM stream WHERE account_id = $1 AND device_id = $2 AND stream = $4),
loosened AS (
  INSERT INTO loose_blob (blob_key, since_ms, account_id, size) SELECT blob_key, $3, $1, size FROM removed
)
UPDATE account SET used_bytes = used_bytes - (SELECT coalesce(sum(${CHARGE_SQL}), 0) FROM removed) WHERE id = $1`;

const REMOVE_DEVICE = `
WITH removed AS (
  DELETE FROM segment WHERE account_id = $1 AND device_id = $2 RETURNING blob_key, size
),
counted AS (DELETE FROM stream WHERE account_id = $1 AND device_id = $2),
seen AS (DELETE FROM device WHERE account_id = $1 AND device_id = $2),
loosened AS (
  INSERT INTO loose_blob (blob_key, since_ms, account_id, size) SELECT blob_key, $3, $1, size FROM removed
)
UPDATE account SET used_bytes = used_bytes - (SELECT coalesce(sum(${CHARGE_SQL}), 0) FROM removed) WHERE id = $1`;

const APPEND = `
WITH added AS (INSERT INTO segment VALUES ($1, $2, $3, $4, $5, $6, $7)),
counted AS (
  INSERT INTO stream VALUES ($1, $2, $3, 1)
  ON CONFLICT (account_id, device_id, stream) DO UPDATE SET segments = stream.segments + 1
),
leased AS (
  INSERT INTO device VALUES ($1, $2, $8, $9, $10) ON CONFLICT (account_id, device_id) DO UPDATE
  SET last_seen_ms = excluded.last_seen_ms, holder = excluded.holder, lease_until_ms = excluded.lease_until_ms
)
UPDATE account SET used_bytes = used_bytes + $11 WHERE id = $1`;

const NOTE_BLOB =
  'INSERT INTO loose_blob (blob_key, since_ms, account_id, size) VALUES ($1, $2, $3, $4)';

interface FactsRow {
  usedBytes: number;
  looseBytes: number;
  holder: string | null;
  untilMs: number | null;
  segments: number;
  knownHash: string | null;
  knownSize: number | null;
}

export async function postgresMetadata(databaseUrl: string): Promise<Metadata> {
  const types = new pg.TypeOverrides();
  types.setTypeParser(BIGINT, Number);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS, types });
  // A connection that breaks while nobody uses it: the next query gets another one.
  pool.on('error', () => {});
  await inTransaction(async (client) => {
    await client.query(`SELECT pg_advisory_xact_lock(${SCHEMA_LOCK})`);
    await client.query(SCHEMA);
    const { rowCount } = await client.query(HAS_CHARGES);
    if (rowCount === 0) await client.query(CHARGES);
  });

  async function inTransaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      const result = await work(client);
      await client.query('COMMIT');
      client.release();
      return result;
    } catch (error) {
      // With the error the pool ends the connection, and with it whatever it had begun.
      client.release(error instanceof Error ? error : true);
      throw error;
    }
  }

  async function rows<T>(text: string, ...values: unknown[]): Promise<T[]> {
    return (await pool.query(text, values)).rows as T[];
  }

  async function factsOf(client: pg.PoolClient, name: SegmentName): Promise<AppendFacts> {
    const { accountId, deviceId, stream, sequence } = name;
    const found = await client.query(FACTS, [accountId, deviceId, stream, sequence]);
    const facts = found.rows[0] as FactsRow;
    const { holder, untilMs } = facts;
    return {
      usedBytes: facts.usedBytes,
      looseBytes: facts.looseBytes,
      segments: facts.segments,
      knownHash: facts.knownHash ?? undefined,
      knownSize: facts.knownSize ?? undefined,
      lease: holder === null || untilMs === null ? undefined : { holder, untilMs },
    };
  }

  /** What follows in this transaction is the only change to the account. */
  async function lockAccount(client: pg.PoolClient, accountId: string): Promise<void> {
    await client.query('SELECT 1 FROM account WHERE id = $1 FOR UPDATE', [accountId]);
  }

  /** False, and nothing changed, while another holder has the device. */
  function remove(doomed: DoomedDevice, statement: string, more: string[]): Promise<boolean> {
    return inTransaction(async (client) => {
      const { accountId, deviceId, nowMs } = doomed;
      await lockAccount(client, accountId);
      const found = await client.query(
        `SELECT holder, lease_until_ms AS "untilMs" FROM device
         WHERE account_id = $1 AND device_id = $2 AND holder IS NOT NULL AND lease_until_ms IS NOT NULL`,
        [accountId, deviceId],
      );
      if (isLeaseHeld(doomed, found.rows[0])) return false;
      await client.query(statement, [accountId, deviceId, nowMs, ...more]);
      return true;
    });
  }

  return {
    ...tokenCalls(rows, inTransaction),
    ...headCalls(rows),
    ...blobCalls({ inTransaction, lockAccount, factsOf, rows }),
    removeStream: (doomed) => remove(doomed, REMOVE_STREAM, [doomed.stream]),
    removeDevice: (doomed) => remove(doomed, REMOVE_DEVICE, []),
    removeAccount: (accountId, nowMs) =>
      inTransaction(async (client) => {
        await lockAccount(client, accountId);
        await client.query(
          `WITH removed AS (DELETE FROM segment WHERE account_id = $1 RETURNING blob_key)
           INSERT INTO loose_blob (blob_key, since_ms) SELECT blob_key, $2 FROM removed`,
          [accountId, nowMs],
        );
        for (const table of ['stream', 'device', 'token']) {
          await client.query(`DELETE FROM ${table} WHERE account_id = $1`, [accountId]);
        }
        const removed = await client.query('DELETE FROM account WHERE id = $1', [accountId]);
        return removed.rowCount === 1;
      }),
    async findSegment({ accountId, deviceId, stream, sequence }: SegmentName) {
      const [found] = await rows<{ blobKey: string; hash: string }>(
        `SELECT blob_key AS "blobKey", hash FROM segment WHERE account_id = $1 AND device_id = $2 AND stream = $3
         AND sequence = $4`,
        ...[accountId, deviceId, stream, sequence],
      );
      return found;
    },
    async countSegments(accountId, deviceId, stream) {
      const [found] = await rows<{ segments: number }>(
        'SELECT segments FROM stream WHERE account_id = $1 AND device_id = $2 AND stream = $3',
        ...[accountId, deviceId, stream],
      );
      return found?.segments ?? 0;
    },
    close: () => pool.end(),
  };
}

function headCalls(
  rows: <T>(text: string, ...values: unknown[]) => Promise<T[]>,
): Pick<Metadata, 'readHeads' | 'readKeys' | 'writeKeys'> {
  return {
    async readHeads(accountId, deviceId, nowMs) {
      const [account] = await rows<{ keysRevision: string | null; usedBytes: number }>(
        `SELECT keys_revision AS "keysRevision", used_bytes + ${LOOSE_SQL} AS "usedBytes" FROM account a WHERE id = $1`,
        accountId,
      );
      const devices = await rows<AccountHeads['devices'][number]>(
        `WITH touched AS (UPDATE device SET last_seen_ms = $3 WHERE account_id = $1 AND device_id = $2)
         SELECT d.device_id AS "deviceId", s.segments, d.last_seen_ms AS "lastSeenMs" FROM device d
         JOIN stream s ON s.account_id = d.account_id AND s.device_id = d.device_id AND s.stream = 'log'
         WHERE d.account_id = $1 ORDER BY d.device_id`,
        ...[accountId, deviceId ?? '', nowMs],
      );
      return {
        keysRevision: account?.keysRevision ?? null,
        usedBytes: account?.usedBytes ?? 0,
        devices,
      };
    },
    async readKeys(accountId) {
      const [keys] = await rows<{ document: Buffer; revision: string }>(
        `SELECT keys AS document, keys_revision AS revision FROM account WHERE id = $1 AND keys IS NOT NULL`,
        accountId,
      );
      return keys;
    },
    async writeKeys(accountId, { document, revision }, expected) {
      const written = await rows(
        `UPDATE account SET keys = $2, keys_revision = $3 WHERE id = $1 AND keys_revision IS NOT DISTINCT FROM $4
         RETURNING id`,
        ...[accountId, document, revision, expected],
      );
      return written.length > 0;
    },
  };
}

function blobCalls({
  inTransaction,
  lockAccount,
  factsOf,
  rows,
}: {
  inTransaction: <T>(work: (client: pg.PoolClient) => Promise<T>) => Promise<T>;
  lockAccount: (client: pg.PoolClient, accountId: string) => Promise<void>;
  factsOf: (client: pg.PoolClient, name: SegmentName) => Promise<AppendFacts>;
  rows: <T>(text: string, ...values: unknown[]) => Promise<T[]>;
}): Pick<Metadata, 'reserveBlob' | 'appendSegment' | 'doomBlobs' | 'forgetBlobs' | 'putOffBlobs'> {
  return {
    reserveBlob: (upload) =>
      inTransaction(async (client) => {
        const { accountId, blobKey, nowMs, size } = upload;
        await lockAccount(client, accountId);
        if (!hasRoom(upload, await factsOf(client, upload))) return false;
        await client.query(NOTE_BLOB, [blobKey, nowMs, accountId, size]);
        return true;
      }),
    appendSegment: (segment) =>
      inTransaction(async (client) => {
        await lockAccount(client, segment.accountId);
        const result = judgeAppend(segment, await factsOf(client, segment));
        if (result !== 'appended') return result;
        const { accountId, deviceId, stream, sequence, hash, size, blobKey, nowMs } = segment;
        const claimed = await client.query(
          'DELETE FROM loose_blob WHERE blob_key = $1 AND NOT is_doomed',
          [blobKey],
        );
        if (claimed.rowCount === 0) throw new BlobSweptError();
        await client.query(segment.replaces === undefined ? APPEND : REPLACE, [
          accountId,
          deviceId,
          stream,
          sequence,
          hash,
          size,
          blobKey,
          nowMs,
          segment.holder,
          nowMs + segment.leaseMs,
          chargeOf(size),
        ]);
        return 'appended' as const;
      }),
    async doomBlobs(beforeMs, limit) {
      const doomed = await rows<{ blob_key: string }>(
        `UPDATE loose_blob SET is_doomed = TRUE WHERE blob_key IN (
           SELECT blob_key FROM loose_blob WHERE since_ms < $1 ORDER BY since_ms LIMIT $2) RETURNING blob_key`,
        ...[beforeMs, limit],
      );
      return doomed.map(({ blob_key }) => blob_key);
    },
    async forgetBlobs(keys) {
      await rows('DELETE FROM loose_blob WHERE blob_key = ANY($1)', keys);
    },
    async putOffBlobs(keys, nowMs) {
      await rows('UPDATE loose_blob SET since_ms = $1 WHERE blob_key = ANY($2)', nowMs, keys);
    },
  };
}

function tokenCalls(
  rows: <T>(text: string, ...values: unknown[]) => Promise<T[]>,
  inTransaction: <T>(work: (client: pg.PoolClient) => Promise<T>) => Promise<T>,
): Pick<Metadata, 'findToken' | 'addToken' | 'listTokens' | 'removeToken'> {
  return {
    async findToken(hash) {
      const [owner] = await rows<TokenOwner>(
        `SELECT a.id AS "accountId", a.quota_bytes AS "quotaBytes" FROM token t
         JOIN account a ON a.id = t.account_id WHERE t.hash = $1`,
        hash,
      );
      return owner;
    },
    async addToken({ id, hash, accountId, label, nowMs, quotaBytes }) {
      await inTransaction(async (client) => {
        await client.query(
          `INSERT INTO account (id, quota_bytes, used_bytes) VALUES ($1, $2, 0)
           ON CONFLICT (id) DO UPDATE
       SET quota_bytes = coalesce(excluded.quota_bytes, account.quota_bytes)`,
          [accountId, quotaBytes],
        );
        await client.query('INSERT INTO token VALUES ($1, $2, $3, $4, $5)', [
          id,
          hash,
          accountId,
          label,
          nowMs,
        ]);
      });
    },
    listTokens: () =>
      rows<Token>(
        `SELECT t.id, t.account_id AS "accountId", t.label, t.created_at_ms AS "createdAtMs",
         a.quota_bytes AS "quotaBytes", a.used_bytes + ${LOOSE_SQL} AS "usedBytes" FROM token t
         JOIN account a ON a.id = t.account_id ORDER BY t.created_at_ms, t.id`,
      ),
    async removeToken(id) {
      return (await rows('DELETE FROM token WHERE id = $1 RETURNING id', id)).length > 0;
    },
  };
}
