/**
 * Tokens that people give to programs, other users and other machines: each sees a part of what is stored, and ends when its time is
 * over or it is revoked. Only a digest is kept; the token itself is shown once.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Grant, Requested } from '#pipes/permissions.ts';
import { scopeOf } from '#pipes/permissions.ts';
import type { AccessToken } from '#store/access/access.ts';
import type { Store } from '#store/store.ts';

export const ACCESS_TOKEN_PREFIX = 'hc_token_';

/** What of a pipe's permissions makes sense for a reader without a process of ours. */
export type TokenPermissions = Omit<Requested, 'network' | 'read' | 'write'>;

export interface AccessTokens {
  list(): readonly AccessToken[];
  /** Resolves to the token, which nobody can learn later. */
  create(
    name: string,
    permissions: TokenPermissions,
    expiresMs: number | undefined,
  ): Promise<string>;
  revoke(name: string): Promise<void>;
  /** Undefined for one that is unknown, revoked or over. */
  find(token: string): { name: string; grant: Grant } | undefined;
}

export async function openAccessTokens(
  store: {
    readonly access: Pick<Store['access'], 'listTokens' | 'addToken' | 'deleteToken'>;
  },
  nowMs: () => number,
): Promise<AccessTokens> {
  const byDigest = new Map<string, AccessToken>();
  const isOver = ({ expiresMs = Infinity }: AccessToken) => expiresMs <= nowMs();
  function forget(name: string): void {
    for (const [digest, token] of byDigest) if (token.name === name) byDigest.delete(digest);
  }
  for (const token of await store.access.listTokens()) byDigest.set(token.digest, token);

  return {
    list: () => [...byDigest.values()].sort((a, b) => a.name.localeCompare(b.name, 'en')),
    async create(name, permissions, expiresMs) {
      // One that is over keeps its name only until somebody wants it.
      if ([...byDigest.values()].some((known) => known.name === name && isOver(known))) {
        await store.access.deleteToken(name);
        forget(name);
      }
      const token = ACCESS_TOKEN_PREFIX + randomBytes(32).toString('base64url');
      const digest = digestOf(token);
      const kept = { name, digest, permissions, createdMs: nowMs(), expiresMs };
      await store.access.addToken(kept);
      byDigest.set(digest, kept);
      return token;
    },
    async revoke(name) {
      await store.access.deleteToken(name);
      forget(name);
    },
    find(token) {
      const found = byDigest.get(digestOf(token));
      if (found === undefined || isOver(found)) return undefined;
      const permissions = found.permissions as TokenPermissions;
      return {
        name: found.name,
        grant: {
          scope: scopeOf(permissions, nowMs()),
          frames: permissions.frames ?? true,
          rawSql: permissions.raw_sql ?? false,
          hosts: [],
          readFolders: [],
          writeFolders: [],
        },
      };
    },
  };
}

/** Of a random text of 256 bits, which needs no salt and no slow function. */
function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
