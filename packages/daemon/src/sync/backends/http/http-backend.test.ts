import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { systemClock } from '#core/clock.ts';
import { backendConformance } from '#sync/backend.conformance.ts';
import { makeBandwidth } from '#sync/media/bandwidth.ts';
import { embeddedStorage } from '../../../../../hub/src/embedded/embedded-storage.ts';
import { buildHub } from '../../../../../hub/src/server.ts';
import { addToken } from '../../../../../hub/src/tokens.ts';
import { httpBackend } from './http-backend.ts';

const SIGNAL = new AbortController().signal;
const UNLIMITED = makeBandwidth(undefined, systemClock);

async function runningHub(quotaBytes: number | null = null) {
  const folder = await mkdtemp(join(tmpdir(), 'hindcast-hub-'));
  const storage = embeddedStorage(folder);
  const app = await buildHub({ storage, requestsPerMinute: 10_000 });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const { token, id } = await addToken(storage.metadata, { quotaBytes }, 0);
  return {
    url,
    token,
    storage,
    tokenId: id,
    open: (bandwidth = UNLIMITED) => httpBackend({ url, token, bandwidth }),
    async [Symbol.asyncDispose]() {
      app.server.closeAllConnections();
      await app.close();
      await storage.metadata.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function heads(device: object): string {
  return JSON.stringify({
    keys_revision: 'r',
    devices: [{ device_id: 'a', segments: 1, last_seen_ms: 1, ...device }],
    used_bytes: 1,
  });
}

/** A server that is no hub. */
async function answering(status: number, body: string | undefined) {
  const server = createServer((request, response) => {
    if (body === undefined) request.socket.destroy();
    else response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    backend: httpBackend({ url, token: 't', bandwidth: UNLIMITED }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe('a hub over HTTP', () => {
  backendConformance(runningHub);

  test('that has revoked the token says so', async () => {
    await using hub = await runningHub();
    await hub.storage.metadata.removeToken(hub.tokenId);
    await expect(hub.open().readHeads('a', SIGNAL)).rejects.toMatchObject({
      code: 'SYNC_TOKEN_REFUSED',
    });
  });

  test('that is full says so', async () => {
    await using hub = await runningHub(10);
    const spot = { machineId: 'a', stream: 'log', sequence: 0 };
    await expect(hub.open().append(spot, Buffer.alloc(11), 'h', SIGNAL)).rejects.toMatchObject({
      code: 'SYNC_FULL',
    });
  });

  test.each([
    ['does not answer', 0, undefined, 'SYNC_UNREACHABLE'],
    ['is broken', 502, '<html>', 'SYNC_UNREACHABLE'],
    ['is no hub', 200, '<html>', 'SYNC_BAD_ANSWER'],
    ['is another service', 404, '{}', 'SYNC_BAD_ANSWER'],
    ['lists nothing', 200, '{}', 'SYNC_BAD_ANSWER'],
    ['lies about times', 200, heads({ last_seen_ms: 1e300 }), 'SYNC_BAD_ANSWER'],
    ['lies about numbers', 200, heads({ segments: -1 }), 'SYNC_BAD_ANSWER'],
    ['lies about names', 200, heads({ device_id: '../../keys/keys' }), 'SYNC_BAD_ANSWER'],
  ])('that %s is distinguished', async (_what, status, body, code) => {
    await using server = await answering(status, body);
    await expect(server.backend.readHeads('a', SIGNAL)).rejects.toMatchObject({ code });
  });

  test.each([
    ['at all', false],
    ['to its end', true],
  ])(
    'that never answers %s is not waited for',
    async (_what, begins) => {
      const server = createServer((_request, response) => {
        if (begins) response.writeHead(200).write('{');
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const bandwidth = UNLIMITED;
      const backend = httpBackend({ url, token: 't', bandwidth, patienceMs: 200 });
      await expect(backend.readKeys(SIGNAL)).rejects.toMatchObject({ code: 'SYNC_TOO_SLOW' });
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
    20_000,
  );

  test.each([
    ['a token', 'http://127.0.0.1:1', 'zibeline\u2019s token'],
    ['an address', 'http://user:zibeline@127.0.0.1:1', 't'],
  ])('never shows the secret of %s in an error', async (_what, url, token) => {
    const backend = httpBackend({ url, token, bandwidth: UNLIMITED });
    const error = await backend.readKeys(SIGNAL).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ code: expect.stringMatching(/^SYNC_/) });
    expect(inspect(error, { depth: 9 })).not.toContain('zibeline');
  });

  test('keeps the bandwidth within a tenth, both ways', async () => {
    await using hub = await runningHub();
    const bytes = Buffer.alloc(500_000, 7);
    // Time passes only while the limit makes somebody wait.
    let nowMs = 1_000_000;
    const clock = {
      now: () => nowMs,
      monotonicMs: () => nowMs,
      sleep: async (ms: number) => {
        nowMs += ms;
      },
    };
    const backend = hub.open(makeBandwidth(50_000, clock));
    const spot = { machineId: 'a', stream: 'log', sequence: 0 };
    const rate = async (work: () => Promise<unknown>) => {
      const fromMs = nowMs;
      await work();
      return bytes.length / ((nowMs - fromMs) / 1000);
    };
    for (const measured of [
      await rate(() => backend.append(spot, bytes, 'h', SIGNAL)),
      await rate(async () => expect((await backend.read(spot, SIGNAL)).equals(bytes)).toBe(true)),
    ]) {
      expect(measured).toBeGreaterThan(45_000);
      expect(measured).toBeLessThan(55_000);
    }
  });
});
