import { request } from 'node:http';
import { Readable } from 'node:stream';
import { MAX_BLOB_BYTES, SIZE_HEADER } from '@hindcast/client/hub-wire';
import { describe, expect, test } from 'vitest';
import { hub, PATH } from './server.fixture.ts';
import { sweepBlobs } from './sweep.ts';
import { addToken } from './tokens.ts';

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
