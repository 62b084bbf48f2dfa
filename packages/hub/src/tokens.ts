/** Bearer tokens: 256 random bits, of which the hub keeps a hash. A hash without salt is enough for what nobody can guess. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Metadata } from './storage.ts';

const PREFIX = 'hch_';

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The token is shown here and never again. */
export async function addToken(
  metadata: Metadata,
  wanted: {
    accountId?: string | undefined;
    label?: string | undefined;
    quotaBytes?: number | null;
  },
  nowMs: number,
): Promise<{ id: string; token: string; accountId: string }> {
  const token = PREFIX + randomBytes(32).toString('base64url');
  const id = randomBytes(4).toString('hex');
  const accountId = wanted.accountId ?? randomUUID();
  await metadata.addToken({
    id,
    hash: hashToken(token),
    accountId,
    label: wanted.label ?? '',
    nowMs,
    quotaBytes: wanted.quotaBytes ?? null,
  });
  return { id, token, accountId };
}
