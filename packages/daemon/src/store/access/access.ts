/**
 * Who read what and when, and the tokens that people have given out. The log holds no content and nothing of what was asked for:
 * one row for each caller and route in a minute.
 */
import { serviceError } from '#core/errors.ts';
import type { ReadKernel, WriteKernel } from '../kernel/kernel.ts';
import type { Page } from '../records.ts';

const MINUTE_MS = 60_000;
const KEPT_MS = 90 * 24 * 3_600_000;

export interface AccessEntry {
  /** When; given by the minute. */
  atMs: number;
  callerKind: string;
  caller: string;
  /** Method and pattern, such as `GET /frames/:frame_id`. */
  route: string;
  count: number;
  /** How many of them were turned away. */
  refused: number;
  bytes: number;
}

export interface AccessFilter {
  startMs?: number | undefined;
  endMs?: number | undefined;
  callerKind?: string | undefined;
  caller?: string | undefined;
  limit: number;
  offset: number;
}

export interface AccessToken {
  name: string;
  /** Hexadecimal SHA-256 of the token. */
  digest: string;
  permissions: Readonly<Record<string, unknown>>;
  createdMs: number;
  expiresMs: number | undefined;
}

export function accessWrites({ db }: WriteKernel) {
  const sql = {
    note: db.prepare(
      `INSERT INTO access_log (minute, caller_kind, caller, route, count, refused, bytes) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET count = count + excluded.count, refused = refused + excluded.refused,
         bytes = bytes + excluded.bytes`,
    ),
    forget: db.prepare('DELETE FROM access_log WHERE minute < ?'),
    addToken: db.prepare(
      'INSERT OR IGNORE INTO access_token (name, digest, permissions, created_ms, expires_ms) VALUES (?, ?, ?, ?, ?)',
    ),
    deleteToken: db.prepare('DELETE FROM access_token WHERE name = ?'),
  };
  return {
    note(entries: readonly AccessEntry[]): void {
      for (const { atMs, callerKind, caller, route, count, refused, bytes } of entries) {
        sql.note.run(
          Math.floor(atMs / MINUTE_MS),
          callerKind,
          caller,
          route,
          count,
          refused,
          bytes,
        );
      }
      const newestMs = Math.max(...entries.map(({ atMs }) => atMs));
      sql.forget.run(Math.floor((newestMs - KEPT_MS) / MINUTE_MS));
    },
    /** Rejects with TOKEN_NAME_TAKEN. */
    addToken({ name, digest, permissions, createdMs, expiresMs }: AccessToken): void {
      const values = [name, digest, JSON.stringify(permissions), createdMs, expiresMs ?? null];
      if (sql.addToken.run(...values).changes === 0)
        throw serviceError('TOKEN_NAME_TAKEN', { name });
    },
    /** Rejects with TOKEN_NOT_FOUND. */
    deleteToken(name: string): void {
      if (sql.deleteToken.run(name).changes === 0) throw serviceError('TOKEN_NOT_FOUND', { name });
    },
  };
}

export function accessReads({ db }: ReadKernel) {
  const tokens = db.rows<TokenRow>(
    'SELECT name, digest, permissions, created_ms AS createdMs, expires_ms FROM access_token ORDER BY name',
  );
  return {
    /** The newest first. */
    list(filter: AccessFilter): Page<AccessEntry> {
      const { startMs, endMs, callerKind, caller, limit, offset } = filter;
      const where = `FROM access_log WHERE minute >= :from AND minute <= :to
        AND (:kind IS NULL OR caller_kind = :kind) AND (:caller IS NULL OR caller = :caller)`;
      const values = {
        from: Math.floor((startMs ?? 0) / MINUTE_MS),
        to: Math.floor((endMs ?? Number.MAX_SAFE_INTEGER) / MINUTE_MS),
        kind: callerKind ?? null,
        caller: caller ?? null,
      };
      const total = db.values<number>(`SELECT count(*) ${where}`).get(values) as number;
      const rows = db
        .rows<LogRow>(
          `SELECT minute, caller_kind AS callerKind, caller, route, count, refused, bytes ${where}
           ORDER BY minute DESC, caller_kind, caller, route LIMIT :limit OFFSET :offset`,
        )
        .all({ ...values, limit, offset });
      return {
        total,
        items: rows.map(({ minute, ...row }) => ({ ...row, atMs: minute * MINUTE_MS })),
      };
    },
    listTokens: (): AccessToken[] =>
      tokens.all().map(({ permissions, expires_ms, ...row }) => ({
        ...row,
        permissions: JSON.parse(permissions) as AccessToken['permissions'],
        expiresMs: expires_ms ?? undefined,
      })),
  };
}

type LogRow = Omit<AccessEntry, 'atMs'> & { minute: number };
type TokenRow = Omit<AccessToken, 'permissions' | 'expiresMs'> & {
  permissions: string;
  expires_ms: number | null;
};
