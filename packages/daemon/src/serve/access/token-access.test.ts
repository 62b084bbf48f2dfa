import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Grant } from '#pipes/permissions.ts';
import { writePipe } from '#pipes/pipe-folder.fixture.ts';
import { type TestServer, testServer } from '../server.fixture.ts';

/** Grants by token, in the place of runs. */
const grants = new Map<string, Grant>();
let server: TestServer;
let secretFrame: number;
let openFrame: number;

const ALL: Grant = {
  scope: {},
  frames: true,
  rawSql: true,
  hosts: [],
  readFolders: [],
  writeFolders: [],
};

beforeAll(async () => {
  server = await testServer((real) => ({
    pipes: {
      ...real.pipes,
      findRun: (token) => {
        const grant = grants.get(token);
        return grant && { pipeId: 'a-pipe', grant };
      },
    },
  }));
  const at = (hour: number) => `2026-02-03T${String(hour).padStart(2, '0')}:00:00.000Z`;
  const frame = (app: string, window: string, hour: number) => ({
    timestamp: at(hour),
    app_name: app,
    window_name: window,
    ocr_results: [
      {
        text: `common words of ${app}`,
        text_json: JSON.stringify([
          { text: 'common', left: '0', top: '0', width: '0.1', height: '0.1', conf: '90' },
        ]),
      },
    ],
  });
  [openFrame = 0, secretFrame = 0] = await server.add('frames', [
    frame('Editor', 'plan.md', 9),
    frame('Bank', 'balance', 10),
    frame('Editor', 'diary', 11),
  ]);
  await server.add('transcription', { transcription: 'common words said', timestamp: at(9) });
  await server.add('input', [
    { event_type: 'click', app_name: 'Bank', timestamp: at(10), text_content: 'common' },
    { event_type: 'click', app_name: 'Editor', timestamp: at(9), text_content: 'common' },
  ]);
});
afterAll(() => server.close());

function as(grant: Partial<Grant>) {
  const token = `hc_pipe_${grants.size}`;
  grants.set(token, { ...ALL, ...grant });
  return async (url: string, options: object = {}) => {
    const headers = { authorization: `Bearer ${token}` };
    const reply = await server.app.inject({ method: 'GET', url, headers, ...options });
    return { status: reply.statusCode, body: reply.json() };
  };
}

const EVERYTHING = '/search?q=common&content_type=all';
const appsOf = (body: { data: { content: { app_name?: string } }[] }) =>
  body.data.map(({ content }) => content.app_name ?? 'sound').sort();

describe('a pipe token', () => {
  test('without restrictions sees what everyone sees', async () => {
    const ask = as({});
    expect((await ask(EVERYTHING)).body.pagination.total).toBe(4);
    const rows = await ask('/raw_sql', { method: 'POST', payload: { query: 'SELECT 1 AS one' } });
    expect(rows).toEqual({ status: 200, body: [{ one: 1 }] });
  });

  test('does not read memories by way of the search', async () => {
    const reply = await as({})('/search?content_type=Memory');
    expect([reply.status, reply.body.code]).toEqual([403, 'PIPE_NOT_PERMITTED']);
  });

  test('that nobody has issued is refused, and is not taken for no token', async () => {
    const headers = { authorization: 'Bearer hc_pipe_forged' };
    const reply = await server.app.inject({ url: '/search', headers });
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'PIPE_TOKEN_UNKNOWN']);
    const other = await server.app.inject({
      url: '/search',
      headers: { authorization: 'Bearer x' },
    });
    expect(other.statusCode).toBe(200);
  });

  test.each([
    ['POST', '/add', { content: {} }],
    ['POST', '/tags/vision/1', { tags: ['a'] }],
    ['DELETE', '/speakers/delete', { id: 1 }],
    ['POST', '/vision/stop', {}],
    ['POST', '/audio/stop', {}],
    ['GET', '/pipes', undefined],
    ['POST', '/pipes/install', { source: 'file:///x' }],
    ['POST', '/frames/1/ocr', {}],
    ['POST', '/frames/export', {}],
    ['GET', '/sse/events', undefined],
    ['GET', '/openapi.json', undefined],
  ] as const)('does not open %s %s', async (method, url, payload) => {
    const reply = await as({})(url, { method, ...(payload ? { payload } : {}) });
    expect([reply.status, reply.body.code]).toEqual([403, 'PIPE_NOT_PERMITTED']);
  });
});

describe('rows outside of the scope', () => {
  test.each([
    [{ denyApps: ['bank'] }, ['Editor', 'Editor', 'sound']],
    [{ allowApps: ['EDIT'] }, ['Editor', 'Editor', 'sound']],
    [{ denyWindows: ['diary'] }, ['Bank', 'Editor', 'sound']],
    [{ allowWindows: ['plan'] }, ['Editor', 'sound']],
    [{ kinds: ['audio'] as const }, ['sound']],
    [{ kinds: ['ocr'] as const, denyApps: ['bank'] }, ['Editor', 'Editor']],
    [{ startMs: Date.parse('2026-02-03T09:30:00Z') }, ['Bank', 'Editor']],
    [{ endMs: Date.parse('2026-02-03T09:30:00Z') }, ['Editor', 'sound']],
  ])('%j are not found, not listed and not counted', async (scope, apps) => {
    const ask = as({ scope });
    const found = await ask(EVERYTHING);
    expect(appsOf(found.body)).toEqual(apps);
    expect(found.body.pagination.total).toBe(apps.length);
    const listed = await ask('/timeline?start_time=2026-02-03&end_time=2026-02-03&limit=100');
    expect(appsOf(listed.body)).toEqual(apps);
  });

  test('are not reached by a wider question', async () => {
    const ask = as({ scope: { denyApps: ['bank'], startMs: Date.parse('2026-02-03T10:30:00Z') } });
    const found = await ask('/search?app_name=bank&start_time=2020-01-01');
    expect(found.body.data).toEqual([]);
    const keyword = await ask('/search/keyword?query=common&start_time=2020-01-01');
    expect(keyword.body.map(({ window_name }: { window_name: string }) => window_name)).toEqual([
      'diary',
    ]);
  });

  test('are absent as single frames, whatever is asked about them', async () => {
    const ask = as({ scope: { denyApps: ['bank'] } });
    for (const path of ['', '/metadata', '/ocr', '/text', '/context', '/elements']) {
      expect([path, (await ask(`/frames/${secretFrame}${path}`)).status]).toEqual([path, 404]);
    }
    expect((await ask(`/frames/${openFrame}/metadata`)).status).toBe(200);
    const tags = await ask('/tags/vision/batch', {
      method: 'POST',
      payload: { frame_ids: [secretFrame] },
    });
    expect(tags.body).toEqual({ tags: { [secretFrame]: [] } });
  });

  test('are left out of events and their statistics', async () => {
    const ask = as({ scope: { denyApps: ['bank'] } });
    const events = await ask('/ui-events');
    expect(events.body.data.map(({ app_name }: { app_name: string }) => app_name)).toEqual([
      'Editor',
    ]);
    const stats = await ask('/ui-events/stats');
    expect(stats.body.map(({ app_name }: { app_name: string }) => app_name)).toEqual(['Editor']);
    const found = await ask('/search?content_type=input');
    expect(found.body.pagination.total).toBe(1);
    expect((await as({ scope: { kinds: ['ocr'] } })('/ui-events')).body.data).toEqual([]);
  });

  test('close raw SQL, which cannot be held to rows', async () => {
    const payload = { query: 'SELECT * FROM frames' };
    const restricted = await as({ scope: { denyApps: ['bank'] } })('/raw_sql', {
      method: 'POST',
      payload,
    });
    expect(restricted.status).toBe(403);
    const ungranted = await as({ rawSql: false })('/raw_sql', { method: 'POST', payload });
    expect(ungranted.status).toBe(403);
  });

  test('do not show up in requests of others that run at the same time', async () => {
    const narrow = as({ scope: { allowApps: ['nothing'], kinds: ['ocr'] } });
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, i) =>
        i % 2 === 0
          ? (await narrow(EVERYTHING)).body.pagination.total
          : (await server.app.inject(EVERYTHING)).json().pagination.total,
      ),
    );
    expect(answers).toEqual(Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? 0 : 4)));
  });
});

test('images need the permission for frames, also inside of a page', async () => {
  const ask = as({ frames: false });
  expect((await ask(`/frames/${openFrame}`)).status).toBe(403);
  expect((await ask('/search?include_frames=true')).status).toBe(403);
  expect((await ask('/search?include_frames=false')).status).toBe(200);
});

test('a real run is held to what its manifest says, and its token ends with it', async () => {
  await using other = await testServer();
  await other.add('frames', [
    { app_name: 'Bank', ocr_results: [{ text: 'common' }] },
    { app_name: 'Editor', ocr_results: [{ text: 'common' }] },
  ]);
  writePipe(join(other.dataDir, 'pipes'), {
    id: 'narrow',
    hindcast: { permissions: { deny_apps: ['bank'], raw_sql: true, frames: false } },
    process: `const page = await ctx.query.search({ q: 'common' });
      ctx.log.info(page.data.map((item) => item.content.app_name).join());
      const codes = [];
      await ctx.query.sql('SELECT 1').catch((error) => codes.push(error.code));
      await ctx.query.frameImage(1).catch((error) => codes.push(error.code));
      const long = 'x'.repeat(300_000);
      await ctx.query.sql('SELECT ' + long).catch((error) => codes.push(error.code));
      ctx.log.info(codes.join());`,
  });
  await other.app.inject({ method: 'POST', url: '/pipes/narrow/run' });
  const messages = async () =>
    (await other.app.inject('/pipes/narrow/logs'))
      .json()
      .data.map(({ message }: { message: string }) => message);
  await expect
    .poll(messages, { timeout: 45_000 })
    .toEqual([
      'Editor',
      'PIPE_NOT_PERMITTED,PIPE_NOT_PERMITTED,BODY_TOO_LARGE',
      'run 1 ended: 0 items processed',
    ]);
});
