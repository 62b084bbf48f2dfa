/** A hub in a folder that goes away with it, for tests of its answers, quotas and sweeps. */
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedStorage } from './embedded/embedded-storage.ts';
import { buildHub } from './server.ts';
import { addToken } from './tokens.ts';

export async function hub(options: { requestsPerMinute?: number; quotaBytes?: number } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'hindcast-hub-'));
  const storage = embeddedStorage(folder);
  const { requestsPerMinute = 1_000, quotaBytes = null } = options;
  const clock = { nowMs: 1_000_000 };
  const app = await buildHub({ storage, requestsPerMinute, nowMs: () => clock.nowMs });
  const { token, id } = await addToken(storage.metadata, { quotaBytes }, 0);
  const send = (
    method: 'GET' | 'PUT' | 'DELETE',
    url: string,
    payload?: Buffer,
    as = token,
    holder = 'h',
  ) =>
    app.inject({
      method,
      url: `/v1${url}`,
      headers: {
        authorization: `Bearer ${as}`,
        'x-hindcast-holder': holder,
        ...(payload ? { 'content-type': 'application/octet-stream' } : {}),
      },
      ...(payload ? { payload } : {}),
    });
  const replace = (url: string, old: Buffer, payload: Buffer) =>
    app.inject({
      method: 'PUT',
      url: `/v1${url}`,
      payload,
      headers: {
        authorization: `Bearer ${token}`,
        'x-hindcast-holder': 'h',
        'content-type': 'application/octet-stream',
        'if-match': `"${createHash('sha256').update(old).digest('hex')}"`,
      },
    });
  /** The names of all files with blobs. */
  const files = async () => {
    const found = await readdir(join(folder, 'blobs'), { recursive: true, withFileTypes: true });
    return found.filter((entry) => entry.isFile()).map(({ name }) => name);
  };
  return {
    app,
    storage,
    token,
    tokenId: id,
    send,
    replace,
    clock,
    files,
    async [Symbol.asyncDispose]() {
      await app.close();
      await storage.metadata.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export const PATH = '/devices/a/streams/log';

/** What the smallest blob is charged. */
export const BLOCK = 4_096;

/** An upload that has not come further than that. */
export async function note(one: Awaited<ReturnType<typeof hub>>, blobKey: string, nowMs: number) {
  const [token] = await one.storage.metadata.listTokens();
  await one.storage.metadata.reserveBlob({
    accountId: token?.accountId ?? '',
    deviceId: 'a',
    stream: 'log',
    sequence: 0,
    blobKey,
    nowMs,
    size: 1,
    quotaBytes: null,
  });
}
