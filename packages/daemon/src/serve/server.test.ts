import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ServiceError } from '#core/errors.ts';
import { openLog } from '#core/log/log.ts';
import type { Item, Page } from '#store/records.ts';
import { exchange, lines, portOf } from './http/raw-exchange.fixture.ts';
import { type TestServer, testServer } from './server.fixture.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer((real) => ({ limits: { ...real.limits, bodyBytes: 10_000 } }));
});
afterAll(() => server.close());

/** A store read that never ends by itself, and what its signal said. */
function endlessRead() {
  const seen: { signal?: AbortSignal } = {};
  const started = Promise.withResolvers<void>();
  return {
    seen,
    started: started.promise,
    read: (_filter: unknown, signal?: AbortSignal): Promise<Page<Item>> => {
      if (signal !== undefined) seen.signal = signal;
      started.resolve();
      return new Promise(() => undefined);
    },
  };
}

describe('addresses and methods', () => {
  test('an unknown path is a 404 in JSON that says where to look', async () => {
    const reply = await server.app.inject('/nothing/here');
    expect(reply.statusCode).toBe(404);
    expect(reply.json()).toEqual({
      error: 'there is no such endpoint',
      message: 'there is no such endpoint',
      success: false,
      code: 'ROUTE_NOT_FOUND',
      hint: 'All endpoints are described at /docs and in /openapi.json.',
    });
  });

  test.each([
    ['POST', '/search', 'GET, HEAD, OPTIONS'],
    ['GET', '/raw_sql', 'OPTIONS, POST'],
    ['PUT', '/tags/vision/1/', 'DELETE, OPTIONS, POST'],
    ['DELETE', '/frames/7?redact_pii=true', 'GET, HEAD, OPTIONS'],
  ] as const)('%s %s is a 405 that lists the methods', async (method, url, allow) => {
    const reply = await server.app.inject({ method, url });
    expect(reply.statusCode).toBe(405);
    expect(reply.headers.allow).toBe(allow);
    expect(reply.json().code).toBe('METHOD_NOT_ALLOWED');
  });

  test('a method that HTTP knows and we do not is a 405 too', async () => {
    const reply = await exchange(
      server.app,
      lines('PROPFIND /search HTTP/1.1', 'Host: localhost', 'Connection: close'),
    );
    expect(reply.status).toBe(405);
    expect(JSON.parse(reply.body).code).toBe('METHOD_NOT_ALLOWED');
  });

  test('a slash at the end makes no difference', async () => {
    expect((await server.app.inject('/search/?limit=3')).json().pagination.limit).toBe(3);
  });

  test('HEAD answers like GET without a body', async () => {
    const reply = await server.app.inject({ method: 'HEAD', url: '/search' });
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toContain('application/json');
    expect(reply.body).toBe('');
  });

  test.each(['/search', '/add', '/no/such/path'])('OPTIONS %s is answered', async (url) => {
    const reply = await server.app.inject({
      method: 'OPTIONS',
      url,
      headers: {
        origin: 'http://localhost:5173',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-own',
      },
    });
    expect(reply.statusCode).toBe(204);
    expect(reply.headers['access-control-allow-origin']).toBe('http://localhost:5173');
    expect(reply.headers['access-control-allow-headers']).toBe('content-type,x-own');
    expect(reply.headers['access-control-allow-methods']).toContain('OPTIONS');
  });

  test('an address with broken escapes is a 400', async () => {
    const reply = await server.app.inject('/frames/%E0%A4%A');
    expect(reply.statusCode).toBe(400);
    expect(reply.json().code).toBe('BAD_REQUEST');
  });
});

describe('headers of answers', () => {
  test('keep browsers from guessing, framing, leaking and keeping', async () => {
    const { headers } = await server.app.inject('/search');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-site',
      'cache-control': 'no-store',
    });
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  test('let pages of this machine on another port show images, and no other page', async () => {
    const policyFor = async (site: string) => {
      const reply = await server.app.inject({
        url: '/search',
        headers: { 'sec-fetch-site': site },
      });
      return [reply.statusCode, reply.headers['cross-origin-resource-policy']];
    };
    expect(await policyFor('same-site')).toEqual([200, 'cross-origin']);
    expect(await policyFor('same-origin')).toEqual([200, 'same-site']);
    expect(await policyFor('cross-site')).toEqual([403, 'same-site']);
  });
});

describe('bodies', () => {
  function post(payload: string, contentType?: string) {
    return server.app.inject({
      method: 'POST',
      url: '/raw_sql',
      payload,
      headers: contentType === undefined ? {} : { 'content-type': contentType },
    });
  }

  test.each([
    undefined,
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=latin1',
    'no media type at all',
  ])('are read as JSON when the content type is %s', async (contentType) => {
    const reply = await post('{"query": "SELECT 1 AS one"}', contentType);
    expect(reply.json()).toEqual([{ one: 1 }]);
  });

  test.each([
    ['{"query": ', 'INVALID_JSON'],
    ['query=SELECT', 'INVALID_JSON'],
    ['{"query":"SELECT 1","__proto__":{"x":1}}', 'INVALID_JSON'],
    ['{"query":"SELECT 1","constructor":{"prototype":{"x":1}}}', 'INVALID_JSON'],
    [`{"query":${'['.repeat(33)}${']'.repeat(33)}}`, 'JSON_TOO_DEEP'],
    ['', 'INVALID_BODY'],
    ['null', 'INVALID_BODY'],
    ['"text"', 'INVALID_BODY'],
    ['{"query": 5}', 'INVALID_BODY'],
  ])('like %j are a 400', async (payload, code) => {
    const reply = await post(payload);
    expect({ status: reply.statusCode, code: reply.json().code }).toEqual({ status: 400, code });
  });

  test('that are too large are a 413, announced or not', async () => {
    const payload = JSON.stringify({ query: 'x'.repeat(10_000) });
    const announced = await post(payload);
    expect(announced.statusCode).toBe(413);
    expect(announced.json()).toMatchObject({ code: 'BODY_TOO_LARGE', limit_bytes: 10_000 });

    const chunked = await exchange(
      server.app,
      `${lines('POST /raw_sql HTTP/1.1', 'Host: localhost', 'Transfer-Encoding: chunked')}` +
        `${payload.length.toString(16)}\r\n${payload}\r\n0\r\n\r\n`,
    );
    expect(chunked.status).toBe(413);
    expect(JSON.parse(chunked.body).code).toBe('BODY_TOO_LARGE');
  });

  test.each(['Content-Length: 20000000', 'Transfer-Encoding: chunked'])(
    'that are too large are read to their end, for clients that send all before they listen (%s)',
    async (header) => {
      const head = lines('POST /raw_sql HTTP/1.1', 'Host: localhost', 'Connection: close', header);
      const body = ' '.repeat(20_000_000);
      const isChunked = header.startsWith('Transfer');
      const sent = isChunked ? `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body;
      expect((await exchange(server.app, head + sent)).status).toBe(413);
    },
  );
});

describe('what is hardly HTTP', () => {
  test.each([
    ['this is not HTTP\r\n\r\n', 400, 'BAD_REQUEST'],
    [lines('GET / HTTP/9.9', 'Host: localhost'), 400, 'BAD_REQUEST'],
    [lines('GET /\u0000 HTTP/1.1', 'Host: localhost'), 400, 'BAD_REQUEST'],
    [
      lines(`GET /search?q=${'x'.repeat(70_000)} HTTP/1.1`, 'Host: localhost'),
      431,
      'HEADERS_TOO_LARGE',
    ],
    [
      lines('GET /search HTTP/1.1', 'Host: localhost', `X-Long: ${'x'.repeat(70_000)}`),
      431,
      'HEADERS_TOO_LARGE',
    ],
  ])('is answered in JSON (%#)', async (bytes, status, code) => {
    const reply = await exchange(server.app, bytes);
    expect(reply.status).toBe(status);
    expect(reply.head.toLowerCase()).toContain('content-type: application/json');
    expect(JSON.parse(reply.body)).toMatchObject({ success: false, code });
  });

  test('a query of 10 kB is a query', async () => {
    const words = encodeURIComponent('検索 '.repeat(1000));
    const reply = await exchange(
      server.app,
      lines(`GET /search?q=${words} HTTP/1.1`, 'Host: localhost', 'Connection: close'),
    );
    expect(reply.status).toBe(200);
  });

  test('an expectation that nobody knows is ignored', async () => {
    const reply = await exchange(
      server.app,
      lines('GET /search HTTP/1.1', 'Host: localhost', 'Expect: miracles', 'Connection: close'),
    );
    expect(reply.status).toBe(200);
  });
});

describe('time and patience', () => {
  test('a search that takes too long is a 408, and its query is aborted', async () => {
    const endless = endlessRead();
    await using slow = await testServer((real) => ({
      store: { ...real.store, search: { ...real.store.search, find: endless.read } },
      limits: { ...real.limits, searchTimeoutMs: 40 },
    }));
    for (const url of ['/search?q=x', '/timeline']) {
      const reply = await slow.app.inject(url);
      expect(reply.statusCode).toBe(408);
      expect(reply.json()).toMatchObject({ code: 'SEARCH_TIMEOUT', success: false });
      expect(endless.seen.signal?.aborted).toBe(true);
    }
  });

  test('a client that goes away stops its query at once', async () => {
    const endless = endlessRead();
    await using slow = await testServer((real) => ({
      store: { ...real.store, search: { ...real.store.search, find: endless.read } },
    }));
    const socket = connect(await portOf(slow.app), '127.0.0.1');
    socket.write(lines('GET /search?q=x HTTP/1.1', 'Host: localhost'));
    await endless.started;
    expect(endless.seen.signal?.aborted).toBe(false);
    socket.destroy();
    const { signal } = endless.seen;
    if (signal !== undefined && !signal.aborted) await once(signal, 'abort');
    expect(signal?.reason).toMatchObject({ code: 'CLIENT_GONE' });
  });

  test('an answer that was given leaves its signal alone', async () => {
    const seen: AbortSignal[] = [];
    await using watched = await testServer((real) => ({
      store: {
        ...real.store,
        search: {
          ...real.store.search,
          find: (filter, signal) => {
            if (signal !== undefined) seen.push(signal);
            return real.store.search.find(filter, signal);
          },
        },
      },
    }));
    const port = await portOf(watched.app);
    await fetch(`http://127.0.0.1:${port}/search`, { headers: { connection: 'close' } });
    const open = () =>
      new Promise((resolve) =>
        watched.app.server.getConnections((_error, count) => resolve(count)),
      );
    await expect.poll(open).toBe(0);
    expect(seen.map((signal) => signal.aborted)).toEqual([false]);
  });
});

describe('our own faults', () => {
  test('are a 500 without details, and are logged without what they worked on', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hindcast-log-'));
    const file = join(folder, 'hindcast.log');
    const reported: string[] = [];
    const log = openLog({ file, level: 'debug', person: { write: (line) => reported.push(line) } });
    const secret = 'marker-of-captured-text';
    await using broken = await testServer((real) => ({
      log,
      store: {
        ...real.store,
        search: {
          ...real.store.search,
          find: () =>
            Promise.reject(
              Object.assign(
                new TypeError(`near "${secret}"\n${secret}`, { cause: new Error(secret) }),
                {
                  code: 'SQLITE_ERROR',
                },
              ),
            ),
        },
      },
    }));
    const reply = await broken.app.inject(`/search?q=${secret}`);
    expect(reply.statusCode).toBe(500);
    expect(reply.json()).toMatchObject({ code: 'INTERNAL_ERROR', success: false });
    expect(reply.body).not.toContain(secret);
    const logged = await readFile(file, 'utf8');
    await rm(folder, { recursive: true });
    expect(logged + reported.join('')).not.toContain(secret);
    expect(reported).toEqual(['error: request failed: SQLITE_ERROR (/search)\n']);
    expect(JSON.parse(logged.split('\n')[0] ?? '')).toMatchObject({
      msg: 'request failed',
      requestId: reply.json().request_id,
      route: '/search',
      err: { type: 'TypeError', stack: expect.stringContaining('server.test.ts') },
    });
  });

  test('carry the context of a known error, which cannot replace the fixed fields', async () => {
    await using broken = await testServer((real) => ({
      store: {
        ...real.store,
        search: {
          ...real.store.search,
          find: () =>
            Promise.reject(
              new ServiceError(
                { code: 'DISK_FULL', message: 'no room' },
                { context: { free_bytes: 0, code: 'X' } },
              ),
            ),
        },
      },
    }));
    const reply = await broken.app.inject('/search');
    expect(reply.statusCode).toBe(507);
    expect(reply.json()).toEqual({
      error: 'no room',
      message: 'no room',
      success: false,
      code: 'DISK_FULL',
      free_bytes: 0,
    });
  });
});

describe('stopping', () => {
  test('refuses requests that arrive on open connections', async () => {
    const endless = endlessRead();
    const stopping = await testServer((real) => ({
      store: { ...real.store, search: { ...real.store.search, find: endless.read } },
      limits: { ...real.limits, searchTimeoutMs: 300 },
    }));
    const socket = connect(await portOf(stopping.app), '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    socket.write(lines('GET /search HTTP/1.1', 'Host: localhost'));
    await endless.started;
    const closed = stopping.close();
    socket.write(lines('GET /search HTTP/1.1', 'Host: localhost', 'Connection: close'));
    await once(socket, 'close');
    await closed;
    expect(text).toContain('"code":"SEARCH_TIMEOUT"');
    expect(text).toContain('"code":"SERVICE_STOPPING"');
  });
});
