import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestServer, testServer } from '#serve/server.fixture.ts';
import { withDatabase } from '#store/testing/temporary-store.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer();
  await server.add('frames', [
    { app_name: 'Editor', window_name: 'plan', ocr_results: [{ text: 'marmot plans' }] },
    { app_name: 'Bank', window_name: 'balance', ocr_results: [{ text: 'marmot balance' }] },
  ]);
});
afterAll(() => server.close());

type Headers = Record<string, string>;
async function ask(url: string, headers: Headers = {}, options: object = {}) {
  const reply = await server.app.inject({ method: 'GET', url, headers, ...options });
  return { status: reply.statusCode, body: reply.json() };
}
const post = (payload: object) => ask('/access-tokens', {}, { method: 'POST', payload });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

interface Noted {
  kind: string;
  caller: string;
  route: string;
  count: number;
  refused: number;
  bytes: number;
}
const notedOf = async (query: string): Promise<Noted[]> =>
  (await ask(`/access-log?${query}`)).body.data;

describe('the access log', () => {
  test.each([
    ['a program by the name it gives', { 'user-agent': 'curl/8.1.2' }, 'program', 'curl'],
    ['a program without a name', { 'user-agent': '' }, 'program', 'unnamed'],
    ['our command', { 'user-agent': 'hindcast-cli/0.1.0' }, 'command', 'hindcast'],
    ['an assistant', { 'user-agent': 'hindcast-mcp/0.1.0' }, 'assistant', 'hindcast mcp'],
    ['our page', { host: 'localhost:3030', origin: 'http://localhost:3030' }, 'page', 'own page'],
    ['another page', { origin: 'https://trusted.example' }, 'page', 'trusted.example'],
  ])('names %s', async (_name, headers, kind, caller) => {
    await ask('/search?q=marmot', headers);
    await ask('/search?q=marmot', headers);
    const [noted] = await notedOf(`kind=${kind}&caller=${encodeURIComponent(caller)}`);
    expect(noted).toMatchObject({ kind, caller, route: 'GET /search', count: 2, refused: 0 });
    expect(noted?.bytes).toBeGreaterThan(100);
  });

  test('reports a page that was turned away', async () => {
    const { status } = await ask('/search?q=marmot', { origin: 'https://evil.example' });
    expect(status).toBe(403);
    expect(await notedOf('caller=evil.example')).toMatchObject([
      { count: 1, refused: 1, bytes: 0 },
    ]);
  });

  test('does not take a page for ours whose name was turned to this machine', async () => {
    const origin = { host: 'rebound.example:3030', origin: 'http://rebound.example:3030' };
    expect((await ask('/search?q=marmot', origin)).status).toBe(403);
    expect(await notedOf('caller=rebound.example%3A3030')).toMatchObject([
      { kind: 'page', count: 1, refused: 1 },
    ]);
  });

  test('holds no word of what was asked for', async () => {
    await ask('/search?q=wolverine', { 'user-agent': 'curious/1' });
    await notedOf('caller=curious');
    const rows = withDatabase(server.dataDir, (db) =>
      JSON.stringify(db.prepare('SELECT * FROM access_log').all()),
    );
    expect(rows).toContain('curious');
    expect(rows).not.toContain('wolverine');
    expect(rows).not.toContain('marmot');
  });

  test('leaves out what shows nothing that was captured', async () => {
    const headers = { 'user-agent': 'watcher/1' };
    const urls = ['/health', '/config', '/pipes', '/pipes/none', '/access-log', '/coverage'];
    for (const url of [...urls, '/access-tokens', '/pipes/list', '/pipes/info/none'])
      await ask(url, headers);
    expect(await notedOf('caller=watcher')).toEqual([]);
  });

  test('reports what runs of pipes have printed, and tokens that are made and revoked', async () => {
    const headers = { 'user-agent': 'reader/1' };
    for (const url of ['none/logs', 'none/executions']) await ask(`/pipes/${url}`, headers);
    await ask('/pipes?include_executions=true', headers);
    await ask('/access-tokens', headers, { method: 'POST', payload: { name: 'noted' } });
    await ask('/access-tokens/noted', headers, { method: 'DELETE' });
    const noted = (await notedOf('caller=reader')).map(({ route, count }) => [route, count]);
    expect(noted).toEqual([
      ['DELETE /access-tokens/:name', 1],
      ['GET /pipes/:id/executions', 2],
      ['GET /pipes/:id/logs', 1],
      ['POST /access-tokens', 1],
    ]);
  });

  test('forgets after 90 days', async () => {
    const day = 24 * 3_600_000;
    const entry = {
      callerKind: 'program',
      caller: 'old',
      route: 'GET /search',
      count: 1,
      refused: 0,
      bytes: 1,
    };
    await server.store.access.note([{ ...entry, atMs: Date.UTC(2020, 0, 1) }]);
    expect(await notedOf('caller=old')).toHaveLength(1);
    await server.store.access.note([
      { ...entry, caller: 'new', atMs: Date.UTC(2020, 0, 1) + 91 * day },
    ]);
    expect(await notedOf('caller=old')).toEqual([]);
  });
});

describe('a token', () => {
  test('sees what it was given, and is named in the log', async () => {
    const made = await post({ name: 'editor only', permissions: { allow_apps: ['editor'] } });
    expect(made.status).toBe(200);
    const { body } = await ask('/search?q=marmot', bearer(made.body.token));
    expect(
      body.data.map(({ content }: { content: { app_name: string } }) => content.app_name),
    ).toEqual(['Editor']);
    expect(await notedOf('kind=token')).toMatchObject([{ caller: 'editor only', count: 1 }]);
    const listed = await ask('/access-tokens');
    expect(listed.body.data).toMatchObject([{ name: 'editor only', expires_at: null }]);
    expect(JSON.stringify(listed.body)).not.toContain(made.body.token);
  });

  test('for some apps hears nothing, for speech has no app, unless it was given speech by name', async () => {
    await server.add('transcription', { transcription: 'marmots were heard' });
    const heardBy = async (name: string, permissions: object) => {
      const { token } = (await post({ name, permissions })).body;
      const { body } = await ask('/search?q=marmots&content_type=audio', bearer(token));
      return body.pagination.total;
    };
    expect(await heardBy('windows', { allow_windows: ['plan'] })).toBe(0);
    expect(await heardBy('apps', { allow_apps: ['editor'] })).toBe(0);
    const content_types = ['ocr', 'audio'];
    expect(await heardBy('and speech', { allow_apps: ['editor'], content_types })).toBe(1);
    expect(await heardBy('all but one', { deny_apps: ['bank'] })).toBe(1);
  });

  test('changes nothing, makes no tokens, and uses SQL only when it sees all', async () => {
    const { token } = (
      await post({ name: 'narrow', permissions: { raw_sql: true, content_types: ['ocr'] } })
    ).body;
    const payload = { query: 'SELECT 1 AS one' };
    for (const [method, url, body] of [
      ['POST', '/raw_sql', payload],
      ['POST', '/access-tokens', { name: 'wider' }],
      ['POST', '/data/delete-range', { start: '2020-01-01', end: '2030-01-01' }],
      ['GET', '/access-log', undefined],
      ['GET', '/config', undefined],
    ] as const) {
      const { status, body: answer } = await ask(url, bearer(token), {
        method,
        ...(body && { payload: body }),
      });
      expect([status, answer.code], url).toEqual([403, 'TOKEN_NOT_PERMITTED']);
    }
    const wide = (await post({ name: 'sql', permissions: { raw_sql: true } })).body.token;
    expect((await ask('/raw_sql', bearer(wide), { method: 'POST', payload })).status).toBe(200);
  });

  test('ends when it is revoked', async () => {
    const { token } = (await post({ name: 'short life' })).body;
    expect((await ask('/search', bearer(token))).status).toBe(200);
    expect((await ask('/access-tokens/short%20life', {}, { method: 'DELETE' })).status).toBe(200);
    expect((await ask('/search', bearer(token))).body).toMatchObject({ code: 'TOKEN_UNKNOWN' });
    expect((await ask('/access-tokens/short%20life', {}, { method: 'DELETE' })).status).toBe(404);
  });

  test.each([
    [{ name: 'sql' }, 409, 'TOKEN_NAME_TAKEN'],
    [{ name: '../x' }, 400, 'INVALID_BODY'],
    [{ name: 'late', expires_at: '2001-01-01T00:00:00Z' }, 400, 'INVALID_PARAMETER'],
    [{ name: 'odd', permissions: { content_types: ['everything'] } }, 400, 'INVALID_BODY'],
  ])('is refused as %j', async (payload, status, code) => {
    const reply = await post(payload);
    expect([reply.status, reply.body.code]).toEqual([status, code]);
  });
});
