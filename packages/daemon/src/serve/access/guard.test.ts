import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exchange, lines, portOf } from '../http/raw-exchange.fixture.ts';
import { type TestServer, testServer } from '../server.fixture.ts';

let server: TestServer;
let exposed: TestServer;

beforeAll(async () => {
  server = await testServer();
  exposed = await testServer((real) => ({ guard: { ...real.guard, accessToken: 's3cret-token' } }));
  await server.add('ui', { text: 'private words' });
});
afterAll(async () => {
  await server.close();
  await exposed.close();
});

async function ask(headers: Record<string, string>, on = server, remoteAddress = '127.0.0.1') {
  const reply = await on.app.inject({ url: '/search', headers, remoteAddress });
  return { status: reply.statusCode, code: reply.json().code as string | undefined, reply };
}

describe('the Host header', () => {
  test.each([
    'localhost',
    'localhost:3030',
    'LOCALHOST:3030',
    'localhost.:3030',
    '127.0.0.1',
    '127.0.0.1:3030',
    '127.8.9.1:80',
    '[::1]',
    '[::1]:3030',
  ])('may be %s', async (host) => {
    expect((await ask({ host })).status).toBe(200);
  });

  test.each([
    'rebind.example',
    'rebind.example:3030',
    '127.0.0.1.rebind.example',
    'localhost.rebind.example',
    'localhost@rebind.example',
    'rebind.localhost',
    '0.0.0.0:3030',
    '192.168.1.5:3030',
    '127.0.0.1:3030:1',
    '[::2]',
    '[::ffff:10.0.0.1]',
    '::1',
    '2130706433',
  ])('may not be "%s", where DNS could have led a web page', async (host) => {
    expect(await ask({ host })).toMatchObject({ status: 403, code: 'HOST_NOT_ALLOWED' });
  });

  test('has to be there, and only once', async () => {
    const none = await exchange(server.app, lines('GET /search HTTP/1.1', 'Connection: close'));
    const old = await exchange(server.app, lines('GET /search HTTP/1.0'));
    const two = await exchange(
      server.app,
      lines('GET /search HTTP/1.1', 'Host: localhost', 'Host: rebind.example', 'Connection: close'),
    );
    const empty = await exchange(
      server.app,
      lines('GET /search HTTP/1.1', 'Host:', 'Connection: close'),
    );
    for (const reply of [none, old, two, empty]) {
      expect(reply.status).toBe(403);
      expect(JSON.parse(reply.body).code).toBe('HOST_NOT_ALLOWED');
    }
  });

  test('does not outrank the name in an address of absolute form', async () => {
    const foreign = await exchange(
      server.app,
      lines('GET http://rebind.example/search HTTP/1.1', 'Host: localhost', 'Connection: close'),
    );
    const own = await exchange(
      server.app,
      lines('GET http://localhost/health HTTP/1.1', 'Host: localhost', 'Connection: close'),
    );
    expect(foreign.status).toBe(403);
    expect(own.status).toBe(503);
  });
});

describe('the Origin header', () => {
  test.each([
    'http://localhost:5173',
    'http://127.0.0.1:3030',
    'https://localhost',
    'http://[::1]:8080',
    'https://trusted.example',
  ])('may be %s, which is echoed', async (origin) => {
    const { status, reply } = await ask({ origin });
    expect(status).toBe(200);
    expect(reply.headers['access-control-allow-origin']).toBe(origin);
    expect(reply.headers.vary).toBe('origin, sec-fetch-site');
  });

  test.each([
    'https://hostile.example',
    'http://localhost.hostile.example',
    'http://localhost@hostile.example',
    'https://trusted.example.hostile.example',
    'https://trusted.example:8443',
    'http://trusted.example',
    'null',
    'file://',
    'chrome-extension://abcdef',
    'ftp://localhost',
    '*',
    '',
  ])('may not be "%s"', async (origin) => {
    const { status, code, reply } = await ask({ origin });
    expect({ status, code }).toEqual({ status: 403, code: 'ORIGIN_NOT_ALLOWED' });
    expect(reply.headers['access-control-allow-origin']).toBeUndefined();
    expect(reply.body).not.toContain('private words');
  });

  test('keeps foreign pages from changing anything with a form that needs no preflight', async () => {
    const reply = await server.app.inject({
      method: 'POST',
      url: '/add',
      headers: { origin: 'https://hostile.example', 'content-type': 'text/plain' },
      payload: JSON.stringify({
        device_name: 'x',
        content: { content_type: 'ui', data: { text: 'planted' } },
      }),
    });
    expect(reply.statusCode).toBe(403);
    const found = await server.app.inject('/search?q=planted');
    expect(found.json().pagination.total).toBe(0);
  });
});

describe('the Sec-Fetch-Site header', () => {
  test.each(['same-origin', 'same-site', 'none'])('may be %s', async (site) => {
    expect((await ask({ 'sec-fetch-site': site })).status).toBe(200);
  });

  test.each(['cross-site', 'something-new', ''])('may not be "%s"', async (site) => {
    expect(await ask({ 'sec-fetch-site': site })).toMatchObject({
      status: 403,
      code: 'CROSS_SITE_REQUEST',
    });
  });

  test('refuses a link from another site as well, because a frame would follow it too', async () => {
    const headers = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    };
    expect((await ask(headers)).status).toBe(403);
  });

  test('does not overrule an allowed origin: a trusted page is always cross-site', async () => {
    const headers = { origin: 'https://trusted.example', 'sec-fetch-site': 'cross-site' };
    expect((await ask(headers)).status).toBe(200);
  });
});

describe('callers from other machines', () => {
  const FAR = '192.168.1.7';

  test('are refused when no access token is configured, whatever they send', async () => {
    const headers = { authorization: 'Bearer undefined', host: 'localhost' };
    expect(await ask(headers, server, FAR)).toMatchObject({
      status: 401,
      code: 'ACCESS_TOKEN_REQUIRED',
    });
  });

  test('need the token, which lets them use any Host', async () => {
    const host = 'desk.lan:3030';
    const good = { host, authorization: 'Bearer s3cret-token' };
    expect((await ask(good, exposed, FAR)).status).toBe(200);
    expect(
      (await ask({ ...good, authorization: 'bearer s3cret-token' }, exposed, FAR)).status,
    ).toBe(200);
    for (const authorization of [
      'Bearer s3cret-toke',
      'Bearer s3cret-tokenX',
      's3cret-token',
      '',
    ]) {
      const { status, reply } = await ask({ host, authorization }, exposed, FAR);
      expect(status).toBe(401);
      expect(reply.headers['www-authenticate']).toBe('Bearer');
    }
    expect((await ask({ host }, exposed, '::ffff:192.168.1.7')).status).toBe(401);
  });

  test('may use pages of the service itself, but not pages of others', async () => {
    const headers = { host: 'desk.lan:3030', authorization: 'Bearer s3cret-token' };
    const own = { ...headers, origin: 'http://desk.lan:3030' };
    expect((await ask(own, exposed, FAR)).status).toBe(200);
    const foreign = { ...headers, origin: 'http://hostile.example' };
    expect(await ask(foreign, exposed, FAR)).toMatchObject({ code: 'ORIGIN_NOT_ALLOWED' });
  });

  test('get the rules of a preflight without a token, and nothing else', async () => {
    const preflight = await exposed.app.inject({
      method: 'OPTIONS',
      url: '/search',
      remoteAddress: FAR,
      headers: { host: 'desk.lan', origin: 'https://trusted.example' },
    });
    expect(preflight.statusCode).toBe(204);
    expect(preflight.body).toBe('');
  });

  test('do not change anything for local callers, whose tokens are ignored', async () => {
    expect((await ask({ authorization: 'Bearer anything' }, exposed)).status).toBe(200);
    expect((await ask({}, exposed, '::1')).status).toBe(200);
    expect((await ask({}, exposed, '::ffff:127.0.0.1')).status).toBe(200);
    expect(await ask({ host: 'rebind.example' }, exposed)).toMatchObject({ status: 403 });
  });
});

describe('WebSocket upgrades', () => {
  const upgrade = (...headers: string[]) => upgradeTo('/ws/health', ...headers);
  function upgradeTo(path: string, ...headers: string[]) {
    return exchange(
      server.app,
      lines(
        `GET ${path} HTTP/1.1`,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        ...headers,
      ),
    );
  }

  test.each([
    [['Host: localhost', 'Origin: https://hostile.example'], 'ORIGIN_NOT_ALLOWED'],
    [['Host: localhost', 'Origin: null'], 'ORIGIN_NOT_ALLOWED'],
    [['Host: rebind.example'], 'HOST_NOT_ALLOWED'],
    [['Host: localhost', 'Sec-Fetch-Site: cross-site'], 'CROSS_SITE_REQUEST'],
  ])('with %j are refused', async (headers, code) => {
    const reply = await upgrade(...headers);
    expect(reply.status).toBe(403);
    expect(JSON.parse(reply.body)).toMatchObject({ success: false, code });
  });

  test('that are allowed are followed', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${await portOf(server.app)}/ws/health`);
    await once(socket, 'open');
    socket.close();
    await once(socket, 'close');
  });

  test.each(['/search', '/nowhere'])('to %s, which is no stream, are a 404', async (path) => {
    const reply = await upgradeTo(path, 'Host: localhost');
    expect(reply.status).toBe(404);
    expect(JSON.parse(reply.body).code).toBe('ROUTE_NOT_FOUND');
  });

  test('to anything but WebSocket are answered as plain requests', async () => {
    const reply = await exchange(
      server.app,
      lines(
        'GET /search HTTP/1.1',
        'Host: localhost',
        'Connection: Upgrade, HTTP2-Settings, close',
        'Upgrade: h2c',
      ),
    );
    expect(reply.status).toBe(200);
  });
});
