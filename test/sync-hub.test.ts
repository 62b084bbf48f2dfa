/** The hub on PostgreSQL and an S3 store, both really running: what devices see is the same as with the embedded one. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../packages/daemon/src/core/clock.ts';
import { backendConformance } from '../packages/daemon/src/sync/backend.conformance.ts';
import { httpBackend } from '../packages/daemon/src/sync/backends/http/http-backend.ts';
import { makeBandwidth } from '../packages/daemon/src/sync/bandwidth.ts';
import { type RunningHub, startHub } from './support/start-hub.ts';
import { postgresPrograms, type RunningPostgres, startPostgres } from './support/start-postgres.ts';
import { type RunningS3, S3_KEYS, startS3 } from './support/start-s3.ts';

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
