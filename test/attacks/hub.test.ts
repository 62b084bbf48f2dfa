/**
 * The promise: an account of a shared hub takes no more of its disk and memory than it was given. Somebody with a valid token writes
 * again, removes, sends slowly and breaks off, against a hub with a folder and against one with PostgreSQL and S3.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MAX_BLOB_BYTES } from '../../packages/client/src/hub-wire.ts';
import { type RunningHub, startHub } from '../support/servers/start-hub.ts';
import {
  postgresPrograms,
  type RunningPostgres,
  startPostgres,
} from '../support/servers/start-postgres.ts';
import { type RunningS3, S3_KEYS, startS3 } from '../support/servers/start-s3.ts';
import { sized } from './plan.ts';

const QUOTA_MB = 10;
const QUOTA_BYTES = QUOTA_MB * 1_000_000;
/** What an account may take beyond its quota while it rewrites. */
const SPARE_BYTES = MAX_BLOB_BYTES + 100_000;
const MB = 1024 * 1024;

interface Place {
  hub: RunningHub;
  /** Where its blobs lie. */
  blobFolders: string[];
  stop(): Promise<void>;
}

async function embedded(): Promise<Place> {
  const hub = await startHub();
  return { hub, blobFolders: [join(hub.dataDir, 'blobs')], stop: () => hub.stop() };
}

async function shared(): Promise<Place> {
  const postgres: RunningPostgres = await startPostgres(postgresPrograms() ?? '');
  const s3: RunningS3 = await startS3();
  const hub = await startHub({
    args: ['--s3-url', s3.url],
    env: {
      HINDCAST_HUB_DATABASE_URL: postgres.url,
      HINDCAST_HUB_S3_KEY_ID: S3_KEYS.keyId,
      HINDCAST_HUB_S3_SECRET: S3_KEYS.secret,
    },
  });
  return {
    hub,
    blobFolders: [s3.dataDir, join(hub.dataDir, 'incoming')],
    async stop() {
      await hub.stop();
      await s3.stop();
      await postgres.stop();
    },
  };
}

const WHY_NOT_SHARED = postgresPrograms() === undefined ? 'PostgreSQL is not installed' : undefined;
const places: [name: string, start: () => Promise<Place>, whyNot: string | undefined][] = [
  ['a folder', embedded, undefined],
  ['PostgreSQL and S3', shared, WHY_NOT_SHARED],
];

describe.each(sized({ short: places.slice(0, 1), whole: places }))(
  'a hub with %s',
  { timeout: 300_000 },
  (_name, start, whyNot) => {
    let place: Place;
    let token: string;
    beforeEach(({ skip }) => skip(whyNot !== undefined, whyNot));
    beforeAll(async () => {
      if (whyNot !== undefined) return;
      place = await start();
      token = await place.hub.token('add', '--quota-mb', String(QUOTA_MB));
    }, 120_000);
    afterAll(() => place?.stop());

    interface Sent {
      status: number;
      body: string;
    }

    function send(method: string, path: string, body?: Buffer, ifMatch?: string): Promise<Sent> {
      const headers = {
        authorization: `Bearer ${token}`,
        'x-hindcast-holder': 'h',
        ...(body
          ? { 'content-type': 'application/octet-stream', 'content-length': body.length }
          : {}),
        ...(ifMatch ? { 'if-match': `"${ifMatch}"` } : {}),
      };
      const url = new URL(`/v1${path}`, place.hub.url);
      return new Promise((resolve, reject) => {
        const sent = request(url, { method, headers }, (reply) => {
          const parts: Buffer[] = [];
          reply.on('data', (part: Buffer) => parts.push(part));
          reply.on('end', () =>
            resolve({ status: reply.statusCode ?? 0, body: Buffer.concat(parts).toString() }),
          );
        });
        sent.on('error', reject).end(body);
      });
    }

    function bytesOnDisk(): number {
      const files = place.blobFolders.flatMap((folder) => {
        try {
          return readdirSync(folder, { recursive: true, withFileTypes: true });
        } catch {
          // Nothing was ever kept there.
          return [];
        }
      });
      return files
        .filter((entry) => entry.isFile())
        .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
    }

    const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

    test('keeps no more than the quota of an account that writes the same place again', async () => {
      let last = randomBytes(MAX_BLOB_BYTES);
      expect((await send('PUT', '/devices/q/streams/m/0', last)).status).toBe(201);
      const statuses = new Set<number>();
      for (let index = 0; index < sized({ short: 12, whole: 60 }); index += 1) {
        const next = randomBytes(MAX_BLOB_BYTES);
        const { status } = await send('PUT', '/devices/q/streams/m/0', next, hashOf(last));
        statuses.add(status);
        if (status === 201) last = next;
      }
      expect(statuses).toEqual(new Set([201, 507]));
      expect(bytesOnDisk()).toBeLessThan(QUOTA_BYTES + SPARE_BYTES);
    });

    test('nor of one that puts and removes, or breaks off', async () => {
      for (let index = 0; index < sized({ short: 12, whole: 60 }); index += 1) {
        const stream = `/devices/q/streams/r${index}`;
        await send('PUT', `${stream}/0`, randomBytes(MB));
        await send('DELETE', stream);
        // A number too far: refused after it was sent.
        await send('PUT', '/devices/q/streams/gap/9', randomBytes(MB));
      }
      expect(bytesOnDisk()).toBeLessThan(QUOTA_BYTES + SPARE_BYTES);
    });

    test('keeps few blobs of an account that sends single bytes', async () => {
      const before = token;
      token = await place.hub.token('add', '--quota-mb', '1');
      let kept = 0;
      for (let index = 0; index < sized({ short: 30, whole: 500 }); index += 1) {
        const { status } = await send('PUT', `/devices/b/streams/s/${kept}`, randomBytes(1));
        if (status === 201) kept += 1;
      }
      const { used_bytes: used } = JSON.parse((await send('GET', '/heads')).body);
      expect(kept).toBeGreaterThan(0);
      expect(used).toBeGreaterThanOrEqual(kept * 4_096);
      expect(used).toBeLessThanOrEqual(1_000_000);
      token = before;
    });

    function memoryMb(): number {
      const status = readFileSync(`/proc/${place.hub.pid}/status`, 'utf8');
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
    }

    /** Resolves when all but the last byte is on its way, or the hub has answered. */
    function sendAlmostAll(index: number): Promise<Socket> {
      const { hostname, port } = new URL(place.hub.url);
      const head = [
        `PUT /v1/devices/slow${index}/streams/m/0 HTTP/1.1`,
        'Host: hub',
        `Authorization: Bearer ${token}`,
        'X-Hindcast-Holder: h',
        'Content-Type: application/octet-stream',
        `Content-Length: ${MAX_BLOB_BYTES}`,
        '',
        '',
      ].join('\r\n');
      return new Promise((resolve) => {
        const socket = connect(Number(port), hostname, () => {
          socket.write(head);
          socket.write(Buffer.alloc(MAX_BLOB_BYTES - 1), () => resolve(socket));
        });
        socket.on('error', () => resolve(socket));
        socket.once('data', () => resolve(socket));
      });
    }

    test.skipIf(process.platform !== 'linux')(
      'does not hold in memory what is sent slowly',
      async () => {
        // Without a limit of bytes: only that of uploads at once is to hold.
        const before = token;
        token = await place.hub.token('add');
        await send('GET', '/heads');
        const beforeMb = memoryMb();
        const count = sized({ short: 80, whole: 200 });
        const sockets = await Promise.all(
          Array.from({ length: count }, (_, index) => sendAlmostAll(index)),
        );
        expect((await fetch(`${place.hub.url}/health`)).status).toBe(200);
        expect(memoryMb() - beforeMb).toBeLessThan((count * MAX_BLOB_BYTES) / MB / 2);
        for (const socket of sockets) socket.destroy();
        const put = async () =>
          (await send('PUT', '/devices/after/streams/m/0', Buffer.from('x'))).status;
        await expect.poll(put, { timeout: 30_000 }).toBeLessThan(300);
        token = before;
      },
    );
  },
);
