/** The hub on PostgreSQL and an S3 store, both really running: what devices see is the same as with the embedded one. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../packages/daemon/src/core/clock.ts';
import { backendConformance } from '../../packages/daemon/src/sync/backend.conformance.ts';
import { httpBackend } from '../../packages/daemon/src/sync/backends/http/http-backend.ts';
import { makeBandwidth } from '../../packages/daemon/src/sync/media/bandwidth.ts';
import { postgresMetadata } from '../../packages/hub/src/postgres/postgres-metadata.ts';
import { s3Blobs } from '../../packages/hub/src/postgres/s3-blobs.ts';
import { sweepBlobs } from '../../packages/hub/src/sweep.ts';
import { type RunningHub, startHub } from '../support/servers/start-hub.ts';
import {
  postgresPrograms,
  type RunningPostgres,
  startPostgres,
} from '../support/servers/start-postgres.ts';
import { type RunningS3, S3_KEYS, startS3 } from '../support/servers/start-s3.ts';

/** Objects of the store, whose server keeps each as its own files. */
function s3Files(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

const programs = postgresPrograms();
const SIGNAL = new AbortController().signal;
const bandwidth = makeBandwidth(undefined, systemClock);

describe.skipIf(programs === undefined)('two hubs on one PostgreSQL and one S3 store', () => {
  let postgres: RunningPostgres;
  let s3: RunningS3;
  let hubs: RunningHub[] = [];

  beforeAll(async () => {
    [postgres, s3] = await Promise.all([startPostgres(programs ?? ''), startS3()]);
    const env = {
      HINDCAST_HUB_DATABASE_URL: postgres.url,
      HINDCAST_HUB_S3_KEY_ID: S3_KEYS.keyId,
      HINDCAST_HUB_S3_SECRET: S3_KEYS.secret,
    };
    const start = () => startHub({ env, args: ['--s3-url', s3.url] });
    // At once: both make the tables.
    hubs = await Promise.all([start(), start()]);
  }, 120_000);
  afterAll(async () => {
    await Promise.all(hubs.map((hub) => hub.stop()));
    await s3?.stop();
    await postgres?.stop();
  }, 60_000);

  /** A new account; devices come to one hub or the other. */
  async function place() {
    const token = (await hubs[0]?.token('add')) ?? '';
    let turn = 0;
    return {
      token,
      open: () => httpBackend({ url: hubs[turn++ % hubs.length]?.url ?? '', token, bandwidth }),
      async [Symbol.asyncDispose]() {},
    };
  }

  backendConformance(place);

  test('a token that is revoked at one is refused at the other', async () => {
    await using account = await place();
    await account.open().readHeads('a', SIGNAL);
    const id = (await hubs[0]?.token('list'))?.split('\n').at(-1)?.split(' ')[0] ?? '';
    await hubs[1]?.token('remove', id);
    for (let i = 0; i < 2; i++) {
      await expect(account.open().readHeads('a', SIGNAL)).rejects.toMatchObject({
        code: 'SYNC_TOKEN_REFUSED',
      });
    }
  });

  test('what is removed is swept from the database and the store', async () => {
    await using account = await place();
    const { keyId, secret } = S3_KEYS;
    const storage = {
      metadata: await postgresMetadata(postgres.url),
      blobs: s3Blobs({ url: s3.url, keyId, secret, spoolFolder: join(s3.dataDir, 'spool') }),
    };
    let laterMs = 3_600_000;
    const sweep = async () => {
      await sweepBlobs(storage, Date.now() + laterMs);
      return s3Files(s3.dataDir).length;
    };
    try {
      const before = await sweep();
      for (const sequence of [0, 1]) {
        const spot = { machineId: 'a', stream: 'media', sequence };
        await account.open().append(spot, Buffer.from(`part ${sequence}`), 'h', SIGNAL);
      }
      expect(await sweep()).toBeGreaterThan(before);
      await account.open().removeStream('a', 'media', 'h', SIGNAL);
      const { remove } = storage.blobs;
      storage.blobs.remove = () => Promise.reject(new Error('not permitted'));
      await expect(sweep()).rejects.toThrow('2 could not be removed');
      storage.blobs.remove = remove;
      // They are put off, behind what comes meanwhile.
      laterMs += 3_600_000;
      expect(await sweep()).toBe(before);
      const accountId = (await storage.metadata.listTokens()).at(-1)?.accountId ?? '';
      expect((await storage.metadata.readHeads(accountId, undefined, 0)).usedBytes).toBe(0);
      expect(await storage.metadata.removeAccount(accountId, Date.now())).toBe(true);
    } finally {
      await storage.metadata.close();
    }
  });

  test('a quota holds over both', async () => {
    const token = (await hubs[0]?.token('add', '--quota-mb', '1')) ?? '';
    const open = (i: number) => httpBackend({ url: hubs[i]?.url ?? '', token, bandwidth });
    const put = (machineId: string, hub: number) =>
      open(hub).append(
        ...([
          { machineId, stream: 'log', sequence: 0 },
          Buffer.alloc(400_000),
          'h',
          SIGNAL,
        ] as const),
      );
    await put('a', 0);
    await put('b', 1);
    await expect(put('c', 0)).rejects.toMatchObject({ code: 'SYNC_FULL' });
  });
});
