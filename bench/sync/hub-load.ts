/** A hundred devices of ten accounts that sync every 30 seconds with one hub on PostgreSQL and S3, held to one core. */
import { randomBytes } from 'node:crypto';
import { systemClock } from '../../packages/daemon/src/core/clock.ts';
import { httpBackend } from '../../packages/daemon/src/sync/backends/http/http-backend.ts';
import { makeBandwidth } from '../../packages/daemon/src/sync/media/bandwidth.ts';
import { startHub } from '../../test/support/servers/start-hub.ts';
import { postgresPrograms, startPostgres } from '../../test/support/servers/start-postgres.ts';
import { S3_KEYS, startS3 } from '../../test/support/servers/start-s3.ts';
import { percentile, print } from '../search/measuring.ts';

const INTERVAL_MS = 30_000;
const ACCOUNTS = 10;
const SIGNAL = new AbortController().signal;
/** A half minute of work, sealed. */
const SEGMENT_BYTES = 4_000;

export async function hubLoad(options: { devices: number; seconds: number }): Promise<void> {
  const programs = postgresPrograms();
  if (programs === undefined) {
    print('PostgreSQL is not installed: the hub under load is left out');
    return;
  }
  await using postgres = await startPostgres(programs);
  await using s3 = await startS3();
  const env = {
    HINDCAST_HUB_DATABASE_URL: postgres.url,
    HINDCAST_HUB_S3_KEY_ID: S3_KEYS.keyId,
    HINDCAST_HUB_S3_SECRET: S3_KEYS.secret,
  };
  await using hub = await startHub({ env, args: ['--s3-url', s3.url] });
  const tokens: string[] = [];
  for (let i = 0; i < ACCOUNTS; i++) tokens.push(await hub.token('add'));
  const bandwidth = makeBandwidth(undefined, systemClock);
  const waitsMs: number[] = [];
  let failed = 0;
  const untilMs = performance.now() + options.seconds * 1000;

  async function timed<T>(work: () => Promise<T>): Promise<T | undefined> {
    const from = performance.now();
    try {
      return await work();
    } catch {
      failed += 1;
      return undefined;
    } finally {
      waitsMs.push(performance.now() - from);
    }
  }

  async function device(number: number): Promise<void> {
    const token = tokens[number % ACCOUNTS] ?? '';
    const machineId = `device-${number}`;
    const backend = httpBackend({ url: hub.url, token, bandwidth });
    await systemClock.sleep((number / options.devices) * INTERVAL_MS, SIGNAL);
    const read = new Map<string, number>();
    for (let sequence = 0; performance.now() < untilMs; sequence++) {
      const startedAtMs = performance.now();
      const heads = await timed(() => backend.readHeads(machineId, SIGNAL));
      const spot = { machineId, stream: 'log', sequence };
      await timed(() => backend.append(spot, randomBytes(SEGMENT_BYTES), machineId, SIGNAL));
      for (const other of heads?.devices ?? []) {
        const next = read.get(other.machineId) ?? 0;
        if (other.machineId === machineId || next >= other.segments) continue;
        const place = { machineId: other.machineId, stream: 'log', sequence: next };
        await timed(() => backend.read(place, SIGNAL));
        read.set(other.machineId, next + 1);
      }
      await systemClock.sleep(INTERVAL_MS - (performance.now() - startedAtMs), SIGNAL);
    }
  }

  await Promise.all(Array.from({ length: options.devices }, (_, number) => device(number)));
  const [p50, p95] = [0.5, 0.95].map((share) => percentile(waitsMs, share).toFixed(0));
  print(
    `${options.devices} devices every 30 s on one hub with PostgreSQL and S3, ${options.seconds} s`,
  );
  print(
    `  ${waitsMs.length} requests, ${failed} failed; p50 ${p50} ms, p95 ${p95} ms (wanted: 250)`,
  );
}
