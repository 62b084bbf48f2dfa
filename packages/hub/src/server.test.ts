import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { MAX_BLOB_BYTES, SIZE_HEADER } from '@hindcast/client/hub-wire';
import Database from 'better-sqlite3-multiple-ciphers';
import { describe, expect, test } from 'vitest';
import { embeddedStorage } from './embedded/embedded-storage.ts';
import { buildHub } from './server.ts';
import { sweepBlobs } from './sweep.ts';
import { addToken } from './tokens.ts';

async function hub(options: { requestsPerMinute?: number; quotaBytes?: number } = {}) {
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

const PATH = '/devices/a/streams/log';
/** What the smallest blob is charged. */
const BLOCK = 4_096;

/** An upload that has not come further than that. */
async function note(one: Awaited<ReturnType<typeof hub>>, blobKey: string, nowMs: number) {
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

describe('a hub', () => {
  test('answers nobody without a token it knows', async () => {
    await using one = await hub();
    for (const token of ['', 'hch_wrong', `${one.token}x`]) {
      const reply = await one.send('GET', '/heads', undefined, token);
      expect([reply.statusCode, reply.json().code]).toEqual([401, 'TOKEN_REFUSED']);
    }
    expect((await one.send('GET', '/heads')).statusCode).toBe(200);
    await one.storage.metadata.removeToken(one.tokenId);
    expect((await one.send('GET', '/heads')).statusCode).toBe(401);
  });

  test('does not keep the token itself', async () => {
    await using one = await hub();
    expect(JSON.stringify(await one.storage.metadata.listTokens())).not.toContain(one.token);
  });

  test('keeps accounts apart', async () => {
    await using one = await hub();
    await one.send('PUT', `${PATH}/0`, Buffer.from('mine'));
    const other = await addToken(one.storage.metadata, {}, 0);
    const read = await one.send('GET', `${PATH}/0`, undefined, other.token);
    expect([read.statusCode, read.json().code]).toEqual([404, 'NOT_FOUND']);
    const heads = await one.send('GET', '/heads', undefined, other.token);
    expect(heads.json()).toMatchObject({ devices: [], used_bytes: 0 });
    // The same device and number of another account are another place.
    const put = await one.send('PUT', `${PATH}/0`, Buffer.from('theirs'), other.token);
    expect(put.statusCode).toBe(201);
    expect((await one.send('GET', `${PATH}/0`)).body).toBe('mine');
  });

  test('refuses what goes beyond the quota and keeps what was there', async () => {
    await using one = await hub({ quotaBytes: 2 * BLOCK });
    expect((await one.send('PUT', `${PATH}/0`, Buffer.alloc(BLOCK + 1))).statusCode).toBe(201);
    // A single byte takes a block too.
    const reply = await one.send('PUT', `${PATH}/1`, Buffer.alloc(1));
    expect([reply.statusCode, reply.json().code]).toEqual([507, 'QUOTA_EXCEEDED']);
    expect(await one.files()).toHaveLength(1);
    expect((await one.send('GET', '/heads')).json()).toMatchObject({
      used_bytes: 2 * BLOCK,
      quota_bytes: 2 * BLOCK,
      devices: [{ device_id: 'a', segments: 1 }],
    });
  });

  test('takes a segment that is rewritten beyond the quota only when it becomes smaller', async () => {
    await using one = await hub({ quotaBytes: 4 * BLOCK });
    const replace = (old: number, size: number) =>
      one.replace(`${PATH}/0`, Buffer.alloc(old * BLOCK), Buffer.alloc(size * BLOCK));
    const usedBlocks = async () => (await one.send('GET', '/heads')).json().used_bytes / BLOCK;
    await one.send('PUT', `${PATH}/0`, Buffer.alloc(3 * BLOCK));
    const reply = await replace(3, 4);
    expect([reply.statusCode, reply.json().code]).toEqual([507, 'QUOTA_EXCEEDED']);
    expect(await usedBlocks()).toBe(3);
    expect((await replace(3, 2)).statusCode).toBe(201);
    // What it was before counts until it is off the disk.
    expect(await usedBlocks()).toBe(5);
    expect((await one.send('PUT', `${PATH}/1`, Buffer.alloc(1))).statusCode).toBe(507);
    one.clock.nowMs += 21 * 60_000;
    await sweepBlobs(one.storage, one.clock.nowMs);
    expect(await usedBlocks()).toBe(2);
    expect((await one.send('PUT', `${PATH}/1`, Buffer.alloc(1))).statusCode).toBe(201);
  });

  test('rewriting and removing cannot pile up bytes beyond the quota', async () => {
    const quotaBytes = 10_000_000;
    await using one = await hub({ quotaBytes });
    const onDisk = async () => {
      const { used_bytes } = (await one.send('GET', '/heads')).json();
      return used_bytes as number;
    };
    let last = Buffer.alloc(MAX_BLOB_BYTES, 1);
    await one.send('PUT', `${PATH}/0`, last);
    const codes = new Set<number>();
    for (let index = 2; index < 40; index++) {
      const next = Buffer.alloc(MAX_BLOB_BYTES, index);
      const { statusCode } = await one.replace(`${PATH}/0`, last, next);
      codes.add(statusCode);
      if (statusCode === 201) last = next;
      await one.send('PUT', `/devices/a/streams/m${index}/0`, Buffer.alloc(100_000));
      await one.send('DELETE', `/devices/a/streams/m${index}`);
    }
    expect(codes).toEqual(new Set([201, 507]));
    expect(await onDisk()).toBeLessThanOrEqual(quotaBytes + MAX_BLOB_BYTES);
    one.clock.nowMs += 3_600_000;
    await sweepBlobs(one.storage, one.clock.nowMs);
    expect(await onDisk()).toBe(MAX_BLOB_BYTES);
  });

  test('what was refused or broken off takes no room', async () => {
    await using one = await hub({ quotaBytes: 3 * BLOCK });
    await one.send('PUT', `${PATH}/0`, Buffer.alloc(BLOCK));
    for (let index = 0; index < 5; index++) {
      expect((await one.send('PUT', `${PATH}/7`, Buffer.alloc(BLOCK))).json().code).toBe(
        'SEQUENCE_GAP',
      );
      expect((await one.send('PUT', `${PATH}/0`, Buffer.alloc(BLOCK))).statusCode).toBe(200);
    }
    expect(await one.files()).toHaveLength(1);
    expect((await one.send('GET', '/heads')).json()).toMatchObject({ used_bytes: BLOCK });
  });

  test('an older database counts in blocks from its next start', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hindcast-hub-'));
    const file = join(folder, 'hub.sqlite');
    const old = new Database(file);
    old.exec(`CREATE TABLE account (
        id TEXT PRIMARY KEY, quota_bytes INTEGER, used_bytes INTEGER NOT NULL, keys BLOB, keys_revision TEXT
      ) WITHOUT ROWID;
      CREATE TABLE segment (
        account_id TEXT NOT NULL, device_id TEXT NOT NULL, stream TEXT NOT NULL, sequence INTEGER NOT NULL,
        hash TEXT NOT NULL, size INTEGER NOT NULL, blob_key TEXT NOT NULL,
        PRIMARY KEY (account_id, device_id, stream, sequence)
      ) WITHOUT ROWID;
      CREATE TABLE loose_blob (
        blob_key TEXT PRIMARY KEY, since_ms INTEGER NOT NULL, is_doomed INTEGER NOT NULL DEFAULT 0
      ) WITHOUT ROWID;
      INSERT INTO account VALUES ('a', NULL, 3, NULL, NULL);
      INSERT INTO segment VALUES ('a', 'd', 'log', 0, 'h', 3, 'k');
      INSERT INTO loose_blob VALUES ('l', 0, 0);
      PRAGMA user_version = 1;`);
    old.close();
    for (let start = 0; start < 2; start++) {
      const { metadata } = embeddedStorage(folder);
      expect((await metadata.readHeads('a', undefined, 0)).usedBytes).toBe(BLOCK);
      await metadata.close();
    }
    await rm(folder, { recursive: true });
  });

  test('takes a bounded number of blobs at once from an account', async () => {
    await using one = await hub();
    const { port } = new URL(await one.app.listen({ host: '127.0.0.1', port: 0 }));
    const begin = (sequence: number) => {
      const sent = request({
        port,
        method: 'PUT',
        path: `/v1/devices/d${sequence}/streams/log/0`,
        headers: {
          authorization: `Bearer ${one.token}`,
          'x-hindcast-holder': 'h',
          'content-type': 'application/octet-stream',
          'content-length': 10,
        },
      });
      sent.write('x');
      return sent;
    };
    const slow = Array.from({ length: 8 }, (_, index) => begin(index));
    const drafts = async () => (await one.files()).filter((name) => name.endsWith('.tmp')).length;
    await expect.poll(drafts, { timeout: 20_000 }).toBe(8);
    const beyond = await one.send('PUT', `${PATH}/0`, Buffer.from('x'));
    expect([beyond.statusCode, beyond.json().code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    const other = await addToken(one.storage.metadata, {}, 0);
    expect((await one.send('PUT', `${PATH}/0`, Buffer.from('x'), other.token)).statusCode).toBe(
      201,
    );
    for (const sent of slow) sent.on('error', () => {}).destroy();
    await expect.poll(drafts, { timeout: 20_000 }).toBe(0);
    const put = async () => (await one.send('PUT', `${PATH}/0`, Buffer.from('x'))).statusCode;
    await expect.poll(put, { timeout: 20_000 }).toBeLessThan(300);
  });

  test('takes a body without a length that announces its size, and no other', async () => {
    await using one = await hub();
    const stream = (size?: string) =>
      one.app.inject({
        method: 'PUT',
        url: `/v1${PATH}/0`,
        headers: {
          authorization: `Bearer ${one.token}`,
          'x-hindcast-holder': 'h',
          'content-type': 'application/octet-stream',
          'transfer-encoding': 'chunked',
          ...(size === undefined ? {} : { [SIZE_HEADER]: size }),
        },
        payload: Readable.from([Buffer.from('ab'), Buffer.from('cd')]),
      });
    const wrong = [undefined, '3', '5', '-4', '4.5', 'x', 'Infinity'];
    for (const size of wrong) {
      // The hub closes the connection of a body that is longer than announced.
      const status = await stream(size).then(
        (reply) => reply.statusCode,
        () => 400,
      );
      expect(status, `${size}`).toBeGreaterThanOrEqual(400);
    }
    expect((await stream(String(MAX_BLOB_BYTES + 1))).statusCode).toBe(413);
    expect(await one.files()).toEqual([]);
    expect((await stream('4')).statusCode).toBe(201);
    expect((await one.send('GET', `${PATH}/0`)).body).toBe('abcd');
  });

  test('a request that never ends is ended', async () => {
    await using one = await hub();
    expect(one.app.server.requestTimeout).toBeGreaterThan(0);
    expect(one.app.server.requestTimeout).toBeLessThan(20 * 60_000);
  });

  test('asks a token that sends too much to come back later', async () => {
    await using one = await hub({ requestsPerMinute: 3 });
    const replies = [];
    for (let i = 0; i < 5; i++) replies.push(await one.send('GET', '/heads'));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429, 429]);
    expect(replies.at(-1)?.json().code).toBe('TOO_MANY_REQUESTS');
    const other = await addToken(one.storage.metadata, {}, 0);
    expect((await one.send('GET', '/heads', undefined, other.token)).statusCode).toBe(200);
  });

  test('counts whoever guesses tokens by address, whichever they try', async () => {
    await using one = await hub({ requestsPerMinute: 3 });
    const codes = [];
    for (let i = 0; i < 5; i++) {
      codes.push((await one.send('GET', '/heads', undefined, `hch_guess${i}`)).statusCode);
    }
    expect(codes).toEqual([401, 401, 401, 429, 429]);
    expect((await one.send('GET', '/heads')).statusCode).toBe(200);
  });

  test('keeps the quota of an account that gets a further token', async () => {
    await using one = await hub({ quotaBytes: 10 });
    const [known] = await one.storage.metadata.listTokens();
    await addToken(one.storage.metadata, { accountId: known?.accountId }, 1);
    const tokens = await one.storage.metadata.listTokens();
    expect(tokens.map(({ quotaBytes }) => quotaBytes)).toEqual([10, 10]);
  });

  test('does not keep a lease that a wrong clock has given', async () => {
    await using one = await hub();
    one.clock.nowMs += 86_400_000;
    await one.send('PUT', `${PATH}/0`, Buffer.from('x'), one.token, 'first');
    one.clock.nowMs -= 86_400_000;
    const put = await one.send('PUT', `${PATH}/1`, Buffer.from('y'), one.token, 'second');
    expect(put.statusCode).toBe(201);
  });

  test('gives the lease to another process when its time is over', async () => {
    await using one = await hub();
    const put = (sequence: number, holder: string) =>
      one.send('PUT', `${PATH}/${sequence}`, Buffer.from([sequence]), one.token, holder);
    await put(0, 'first');
    expect((await put(1, 'second')).statusCode).toBe(423);
    one.clock.nowMs += 90_001;
    expect((await put(1, 'second')).statusCode).toBe(201);
    expect((await put(2, 'first')).statusCode).toBe(423);
  });

  test.each([
    ['a name with a slash', '/devices/..%2F..%2Fetc/streams/log/0'],
    ['a number that is none', `${PATH}/one`],
    ['a negative number', `${PATH}/-1`],
    ['a number beyond all', `${PATH}/9999999999999`],
  ])('refuses %s', async (_what, path) => {
    await using one = await hub();
    const reply = await one.send('PUT', path, Buffer.from('x'));
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'BAD_REQUEST']);
  });

  test('sweeps what was removed or rewritten, after a while, and nothing else', async () => {
    await using one = await hub();
    const media = '/devices/a/streams/media';
    const [old, rest] = [Buffer.from('old'), Buffer.from('stays')];
    await one.send('PUT', `${PATH}/0`, old);
    await one.send('PUT', `${PATH}/1`, rest);
    await one.send('PUT', `${media}/0`, Buffer.alloc(1_000));
    const replaced = await one.replace(`${PATH}/0`, old, Buffer.from('new one'));
    expect(replaced.statusCode).toBe(201);
    expect((await one.send('DELETE', media)).statusCode).toBe(204);
    expect((await one.send('GET', '/heads')).json()).toMatchObject({ used_bytes: 4 * BLOCK });
    // Somebody may just be reading them.
    await sweepBlobs(one.storage, one.clock.nowMs);
    expect(await one.files()).toHaveLength(4);
    one.clock.nowMs += 21 * 60_000;
    await sweepBlobs(one.storage, one.clock.nowMs);
    expect(await one.files()).toHaveLength(2);
    const read = (number: number) => one.send('GET', `${PATH}/${number}`);
    expect([(await read(0)).body, (await read(1)).body]).toEqual(['new one', 'stays']);
  });

  test('never removes the log of a device', async () => {
    await using one = await hub();
    await one.send('PUT', `${PATH}/0`, Buffer.from('record'));
    expect((await one.send('DELETE', PATH)).json().code).toBe('BAD_REQUEST');
    expect((await one.send('GET', `${PATH}/0`)).body).toBe('record');
  });

  test.each(['before its blob was whole', 'before its row was stored'])(
    'sweeps what a kill left of an upload, %s',
    async (moment) => {
      await using one = await hub();
      const { metadata, blobs } = one.storage;
      await note(one, 'ab-key', one.clock.nowMs);
      if (moment.includes('row')) await blobs.write('ab-key', Readable.from([Buffer.from('x')]), 1);
      one.clock.nowMs += 21 * 60_000;
      await sweepBlobs(one.storage, one.clock.nowMs);
      expect(await blobs.read('ab-key')).toBeUndefined();
      expect(await metadata.doomBlobs(Number.MAX_SAFE_INTEGER, 10)).toEqual([]);
    },
  );

  test('sweeps on behind blobs that cannot be removed, however many, and says so', async () => {
    await using one = await hub();
    const { metadata, blobs } = one.storage;
    for (let index = 0; index < 210; index++) await note(one, `ab-${index}`, index);
    await blobs.write('cd-0', Readable.from([Buffer.from('x')]), 1);
    await note(one, 'cd-0', 210);
    const remove = blobs.remove;
    blobs.remove = (key) =>
      key.startsWith('ab-') ? Promise.reject(new Error('not permitted')) : remove(key);
    const left = () => metadata.doomBlobs(Number.MAX_SAFE_INTEGER, 300);
    const nowMs = one.clock.nowMs + 3_600_000;
    // Where so many fail one after the other, the store of blobs may be away.
    await expect(sweepBlobs(one.storage, nowMs)).rejects.toThrow('200 could not be removed');
    expect(await one.files()).toHaveLength(1);
    await expect(sweepBlobs(one.storage, nowMs)).rejects.toThrow('10 could not be removed');
    expect(await one.files()).toEqual([]);
    // Those have to wait, and are not forgotten.
    blobs.remove = remove;
    await sweepBlobs(one.storage, nowMs);
    expect(await left()).toHaveLength(210);
    await sweepBlobs(one.storage, nowMs + 21 * 60_000);
    expect(await left()).toEqual([]);
  });

  test('sweeps no further when it is to stop', async () => {
    await using one = await hub();
    const { metadata, blobs } = one.storage;
    for (const key of ['ab-0', 'ab-1', 'ab-2']) await note(one, key, 0);
    const stopping = new AbortController();
    const remove = blobs.remove;
    blobs.remove = (key) => {
      stopping.abort();
      return remove(key);
    };
    await sweepBlobs(one.storage, one.clock.nowMs + 3_600_000, stopping.signal);
    expect(await metadata.doomBlobs(Number.MAX_SAFE_INTEGER, 10)).toHaveLength(2);
  });

  test('an upload that was swept before its end is sent again', async () => {
    await using one = await hub();
    const { blobs } = one.storage;
    const write = blobs.write;
    blobs.write = async (...args) => {
      const hash = await write(...args);
      await sweepBlobs(one.storage, one.clock.nowMs + 3_600_000);
      return hash;
    };
    expect((await one.send('PUT', `${PATH}/0`, Buffer.from('x'))).statusCode).toBe(500);
    blobs.write = write;
    expect((await one.send('PUT', `${PATH}/0`, Buffer.from('x'))).statusCode).toBe(201);
    expect((await one.send('GET', `${PATH}/0`)).body).toBe('x');
  });

  test('removes an account with all that it keeps, and no other', async () => {
    await using one = await hub();
    const other = await addToken(one.storage.metadata, {}, 0);
    await one.send('PUT', `${PATH}/0`, Buffer.from('mine'));
    await one.send('PUT', `${PATH}/0`, Buffer.from('theirs'), other.token);
    const { metadata } = one.storage;
    expect(await metadata.removeAccount(other.accountId, one.clock.nowMs)).toBe(true);
    expect(await metadata.removeAccount(other.accountId, one.clock.nowMs)).toBe(false);
    await sweepBlobs(one.storage, one.clock.nowMs + 3_600_000);
    expect(await one.files()).toHaveLength(1);
    expect((await one.send('GET', `${PATH}/0`)).body).toBe('mine');
    expect((await one.send('GET', '/heads', undefined, other.token)).statusCode).toBe(401);
  });

  test('refuses a blob that is too large, an empty one, and keys without a condition', async () => {
    await using one = await hub();
    const large = await one.send('PUT', `${PATH}/0`, Buffer.alloc(4 * 1024 * 1024 + 1));
    expect(large.json().code).toBe('TOO_LARGE');
    expect((await one.send('PUT', `${PATH}/0`, Buffer.alloc(0))).statusCode).toBe(400);
    expect((await one.send('PUT', '/keys', Buffer.from('x'))).json().code).toBe('BAD_REQUEST');
  });
});
