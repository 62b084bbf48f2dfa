import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HindcastError, hindcastClient } from './client.ts';

/** What the next request is answered with; undefined: never. */
let answer: { status: number; body: string } | undefined;
let lastUrl = '';
let lastToken: string | undefined;
let server: Server;
let baseUrl: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    lastUrl = request.url ?? '';
    lastToken = request.headers.authorization;
    if (answer === undefined) return;
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function failureOf(call: Promise<unknown>): Promise<HindcastError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof HindcastError) return error;
  throw new Error(`expected a HindcastError, got ${String(error)}`);
}

const page = { data: [], pagination: { limit: 5, offset: 0, total: 0 } };

describe('search', () => {
  test('gives a list value by value', async () => {
    answer = { status: 200, body: JSON.stringify(page) };
    const client = hindcastClient({ baseUrl });
    await client.search({ app_name: ['Mail, old', 'Chat'] });
    expect(lastUrl).toBe('/search?app_name=Mail%2C+old&app_name=Chat');
    await client.get('/search', { query: { app_name: ['Mail', 'Chat'] } });
    expect(lastUrl).toBe('/search?app_name=Mail&app_name=Chat');
  });

  test('sends what was asked for, escaped, and leaves out what was not', async () => {
    answer = { status: 200, body: JSON.stringify(page) };
    const client = hindcastClient({ baseUrl: `${baseUrl}/` });
    expect(await client.search({ q: '"a & b" 港', limit: 5, app_name: undefined })).toEqual(page);
    expect(new URL(lastUrl, baseUrl).searchParams.get('q')).toBe('"a & b" 港');
    expect([...new URL(lastUrl, baseUrl).searchParams.keys()]).toEqual(['q', 'limit']);
    expect(lastToken).toBe(undefined);
  });

  test('sends an access token when it has one', async () => {
    answer = { status: 200, body: JSON.stringify(page) };
    await hindcastClient({ baseUrl, accessToken: 'secret' }).search({});
    expect(lastToken).toBe('Bearer secret');
  });

  test('a refusal carries the code, the sentence, the hint and the status', async () => {
    answer = {
      status: 400,
      body: JSON.stringify({ error: 'limit: bad', code: 'INVALID_PARAMETER', hint: 'Use 1.' }),
    };
    const error = await failureOf(hindcastClient({ baseUrl }).search({}));
    expect([error.code, error.message, error.hint, error.status]).toEqual([
      'INVALID_PARAMETER',
      'limit: bad',
      'Use 1.',
      400,
    ]);
  });

  test('an answer that is not JSON is reported as such', async () => {
    answer = { status: 200, body: '<html>' };
    expect((await failureOf(hindcastClient({ baseUrl }).search({}))).code).toBe('BAD_ANSWER');
  });

  test('no service at all is UNREACHABLE, with what to do', async () => {
    const error = await failureOf(hindcastClient({ baseUrl: 'http://127.0.0.1:1' }).search({}));
    expect([error.code, error.hint]).toEqual(['UNREACHABLE', 'Start it with: hindcast start']);
  });

  test('an aborted call rejects with the reason of the signal', async () => {
    answer = undefined;
    const reason = new Error('enough');
    const abort = new AbortController();
    const call = hindcastClient({ baseUrl }).search({}, { signal: abort.signal });
    abort.abort(reason);
    await expect(call).rejects.toBe(reason);
  });
});

describe('health', () => {
  test('a degraded service is an answer, not an error', async () => {
    const report = { status: 'degraded', frame_status: 'stale', message: 'm' };
    answer = { status: 503, body: JSON.stringify(report) };
    expect(await hindcastClient({ baseUrl }).health()).toEqual(report);
  });

  test('503 without a report is an error', async () => {
    answer = { status: 503, body: JSON.stringify({ error: 'stopping', code: 'STOPPING' }) };
    expect((await failureOf(hindcastClient({ baseUrl }).health())).code).toBe('STOPPING');
  });
});
