import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestPipe, writePipe } from '#pipes/pipe-folder.fixture.ts';
import { type Document, deviations, documentOf } from '#serve/document.fixture.ts';
import { type TestServer, testServer } from '#serve/server.fixture.ts';

let server: TestServer;
let document: Document;
let pipesFolder: string;

beforeAll(async () => {
  server = await testServer();
  document = await documentOf(server.app);
  pipesFolder = join(server.dataDir, 'pipes');
});
afterAll(() => server.close());

/** Sends a request, holds the answer against the document, and returns both. */
async function send(method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) {
  const reply = await server.app.inject({ method, url, ...(payload ? { payload } : {}) });
  const path = Object.keys(document.paths)
    .filter((template) => method.toLowerCase() in (document.paths[template] ?? {}))
    .sort((a, b) => a.split('{').length - b.split('{').length)
    .find((template) =>
      new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(url.split('?')[0] ?? ''),
    );
  expect(deviations(document, method, path ?? url, reply)).toEqual([]);
  return { status: reply.statusCode, body: reply.json() };
}

const put = (pipe: Partial<TestPipe> & { id: string }) =>
  writePipe(pipesFolder, { process: '', ...pipe });

async function ended(id: string) {
  await expect
    .poll(async () => (await send('GET', `/pipes/${id}`)).body.data.is_running, { timeout: 45_000 })
    .toBe(false);
  return (await send('GET', `/pipes/${id}/executions?limit=1`)).body.data[0];
}

const WAITS = 'await new Promise(() => setInterval(() => {}, 1000));';

describe('GET /pipes and /pipes/{id}', () => {
  test('show what lies in the folder, also what was put there a moment ago', async () => {
    put({
      id: 'listed',
      hindcast: { interval: 60, config: { word: { type: 'string', default: 'a' } } },
    });
    const { body } = await send('GET', '/pipes?include_executions=true');
    const pipe = body.data.find(({ id }: { id: string }) => id === 'listed');
    expect(pipe).toMatchObject({
      id: 'listed',
      name: 'listed',
      description: 'the pipe listed',
      enabled: false,
      status: 'stopped',
      last_run: null,
      last_error: null,
      last_success: null,
      version: '1.2.3',
      author: 'A. Tester',
      is_running: false,
      recent_executions: [],
      config: {
        name: 'listed',
        enabled: false,
        schedule: 'every 60s',
        trigger: 'interval',
        interval: 60,
        word: 'a',
      },
    });
    expect((await send('GET', '/pipes/listed')).body.data.id).toBe('listed');
  });

  test('name the fault of a pipe that cannot run, which is then refused', async () => {
    put({ id: 'broken', hindcast: { cron: 'whenever' } });
    const { body } = await send('GET', '/pipes/broken');
    expect(body.data.last_error).toMatch(/cron/);
    expect((await send('POST', '/pipes/broken/run')).body.code).toBe('PIPE_BROKEN');
    expect((await send('POST', '/pipes/broken/enable', { enabled: true })).status).toBe(409);
  });

  test.each([
    ['GET', '', undefined],
    ['DELETE', '', undefined],
    ['POST', '/enable', { enabled: true }],
    ['POST', '/run', undefined],
    ['POST', '/stop', undefined],
    ['GET', '/logs', undefined],
    ['POST', '/config', {}],
    ['GET', '/executions', undefined],
  ] as const)('%s of an unknown pipe%s is a 404', async (method, path, body) => {
    const reply = await send(method, `/pipes/absent${path}`, body);
    expect([reply.status, reply.body.code]).toEqual([404, 'PIPE_NOT_FOUND']);
  });
});

test('GET /pipes/sandbox says which walls stand around runs', async () => {
  const { status, body } = await send('GET', '/pipes/sandbox');
  expect(status).toBe(200);
  expect(body.data.map(({ name }: { name: string }) => name)).toEqual([
    'runtime',
    'files',
    'network',
  ]);
  expect(body.data[0]).toMatchObject({ stands: true, detail: expect.stringContaining('Node') });
});

describe('the states of the specification', () => {
  test('enable and disable change nothing but that', async () => {
    put({ id: 'switched' });
    for (const enabled of [true, true, false, false]) {
      const { status, body } = await send('POST', '/pipes/switched/enable', { enabled });
      expect([status, body.success]).toEqual([200, true]);
      expect((await send('GET', '/pipes/switched')).body.data.enabled).toBe(enabled);
    }
    const wrong = await send('POST', '/pipes/switched/enable', { enabled: 'yes' });
    expect([wrong.status, wrong.body.field]).toEqual([400, 'enabled']);
  });

  test('a run begins at once, is seen, and ends in a success', async () => {
    put({ id: 'runs', process: "ctx.log.info('hello'); return 4;" });
    const { body } = await send('POST', '/pipes/runs/run');
    expect(body).toMatchObject({ success: true, data: { status: 'running' } });
    expect(body.data.execution_id).toBe(String(body.data.id));
    const run = await ended('runs');
    expect(run).toMatchObject({
      execution_id: body.data.execution_id,
      started_at: body.data.started_at,
      status: 'success',
      raw_status: 'completed',
      items_processed: 4,
      error: null,
      trigger_type: 'manual',
      pipe_name: 'runs',
      exit_code: 0,
    });
    expect(run.completed_at).toBe(run.finished_at);
    expect(run.duration_ms).toBe(Date.parse(run.completed_at) - Date.parse(run.started_at));
    const { data } = (await send('GET', '/pipes/runs/logs')).body;
    expect(data[0]).toMatchObject({ level: 'info', message: 'hello' });
    expect(data.at(-1)).toMatchObject({ pipe_name: 'runs', success: true, stdout: '' });
    const pipe = (await send('GET', '/pipes/runs')).body.data;
    expect(pipe).toMatchObject({ last_run: run.started_at, last_success: true, last_error: null });
  });

  test('a second run at the same time is refused; stop ends the first', async () => {
    put({ id: 'busy', process: WAITS });
    const first = await send('POST', '/pipes/busy/run');
    const second = await send('POST', '/pipes/busy/run');
    expect([second.status, second.body.code]).toEqual([409, 'PIPE_RUNNING']);
    const running = (await send('GET', '/pipes/busy')).body.data;
    expect([running.status, running.current_execution_id]).toEqual(['running', first.body.data.id]);
    const stopped = await send('POST', '/pipes/busy/stop');
    expect(stopped).toEqual({ status: 200, body: { success: true, message: 'pipe busy stopped' } });
    expect((await send('GET', '/pipes/busy')).body.data.status).toBe('stopped');
    const [run] = (await send('GET', '/pipes/busy/executions')).body.data;
    expect([run.status, run.raw_status, run.error_type]).toEqual([
      'failed',
      'cancelled',
      'cancelled',
    ]);
    const again = await send('POST', '/pipes/busy/stop');
    expect(again.body).toEqual({ success: true, message: 'pipe busy was not running' });
  });

  test('a failed run is reported by the pipe, and the next success forgets it', async () => {
    put({ id: 'fails', process: "if (ctx.config.fail !== false) throw new Error('bad day');" });
    await send('POST', '/pipes/fails/run');
    expect((await ended('fails')).error).toMatch(/bad day/);
    const pipe = (await send('GET', '/pipes/fails')).body.data;
    expect([pipe.consecutive_failures, pipe.last_success]).toEqual([1, false]);
    expect(pipe.last_error).toMatch(/bad day/);
    await send('POST', '/pipes/fails/config', { fail: false });
    await send('POST', '/pipes/fails/run');
    await ended('fails');
    const repaired = (await send('GET', '/pipes/fails')).body.data;
    expect([repaired.consecutive_failures, repaired.last_error]).toEqual([0, null]);
  });

  test('more runs than fit wait for their turn, and one that waits can be stopped', async () => {
    const ids = Array.from({ length: 6 }, (_, i) => `crowd-${i}`);
    for (const id of ids) put({ id, process: WAITS });
    for (const id of ids) await send('POST', `/pipes/${id}/run`);
    const rows = await Promise.all(
      ids.map(async (id) => (await send('GET', `/pipes/${id}/executions`)).body.data[0]),
    );
    expect(rows.every(({ status }) => status === 'running')).toBe(true);
    expect(rows.some(({ raw_status }) => raw_status === 'queued')).toBe(true);
    for (const id of ids.toReversed()) await send('POST', `/pipes/${id}/stop`);
    const [last] = (await send('GET', `/pipes/${ids.at(-1)}/executions`)).body.data;
    expect(last.raw_status).toBe('cancelled');
  });

  test('delete stops it and leaves nothing', async () => {
    put({ id: 'goes', process: `await ctx.state.set('a', 1); ${WAITS}` });
    await send('POST', '/pipes/goes/run');
    expect((await send('DELETE', '/pipes/goes')).body.success).toBe(true);
    expect(existsSync(join(pipesFolder, 'goes'))).toBe(false);
    expect((await send('GET', '/pipes/goes')).status).toBe(404);
    expect(await server.store.pipes.listExecutions('goes', 5)).toEqual([]);
    expect(await server.store.pipes.listStateKeys('goes')).toEqual([]);
  });
});

describe('what other servers have', () => {
  test('history: the runs that ended and the log are forgotten, what goes on is not', async () => {
    put({ id: 'chatty', process: `ctx.log.info('said'); if (ctx.config.stay) { ${WAITS} }` });
    await send('POST', '/pipes/chatty/run');
    await ended('chatty');
    await send('POST', '/pipes/chatty/config', { stay: true });
    await send('POST', '/pipes/chatty/run');
    const { body } = await send('DELETE', '/pipes/chatty/history');
    expect(body).toEqual({ success: true, message: 'the history of pipe chatty is cleared' });
    const runs = (await send('GET', '/pipes/chatty/executions')).body.data;
    expect(runs.map(({ status }: { status: string }) => status)).toEqual(['running']);
    await send('POST', '/pipes/chatty/stop');
    await send('DELETE', '/pipes/chatty/history');
    expect((await send('GET', '/pipes/chatty/logs')).body.data).toEqual([]);
    const pipe = (await send('GET', '/pipes/chatty')).body.data;
    expect([pipe.last_run, pipe.last_success, pipe.last_error]).toEqual([null, null, null]);
    expect((await send('DELETE', '/pipes/absent/history')).status).toBe(404);
  });

  test('store: the pipes that come along, and nothing else can be done in it', async () => {
    const { data } = (await send('GET', '/pipes/store')).body;
    expect(data).toHaveLength(6);
    const installed = await send('POST', '/pipes/install', { source: data[0].source });
    expect(installed.body).toMatchObject({ success: true, name: data[0].id });
    for (const call of ['GET /pipes/store/some', 'POST /pipes/store/install']) {
      const [method = '', url = ''] = call.split(' ');
      const reply = await server.app.inject({ method: method as 'GET', url });
      expect([reply.statusCode, reply.json().code], call).toEqual([501, 'NOT_SUPPORTED']);
    }
  });

  test('a pipe.md: shown with its prompt, refused when it is to run', async () => {
    mkdirSync(join(pipesFolder, 'digest'));
    const text = '---\nschedule: daily\nmodel: small\n---\nSum up my day.\n';
    writeFileSync(join(pipesFolder, 'digest', 'pipe.md'), text);
    const pipe = (await send('GET', '/pipes/digest')).body.data;
    expect(pipe).toMatchObject({
      id: 'digest',
      enabled: false,
      prompt_body: 'Sum up my day.',
      raw_content: text,
      config: { name: 'digest', schedule: 'daily', enabled: false, model: 'small' },
    });
    expect(pipe.last_error).toMatch(/prompt for an agent/);
    const run = await send('POST', '/pipes/digest/run');
    expect([run.status, run.body.code]).toEqual([409, 'PIPE_BROKEN']);
    expect((await send('DELETE', '/pipes/digest')).status).toBe(200);
  });
});

describe('POST /pipes/{id}/config', () => {
  beforeAll(() => {
    put({
      id: 'tuned',
      hindcast: {
        config: {
          word: { type: 'string', default: 'a' },
          most: { type: 'integer', minimum: 1, maximum: 9, default: 3 },
        },
      },
    });
  });
  const config = async () => (await send('GET', '/pipes/tuned')).body.data.config;

  test('changes what is given and keeps the rest, also when it is wrapped', async () => {
    await send('POST', '/pipes/tuned/config', { word: 'b' });
    await send('POST', '/pipes/tuned/config', { config: { most: 5, name: 'tuned' } });
    expect(await config()).toMatchObject({ word: 'b', most: 5 });
    await send('POST', '/pipes/tuned/config', { word: null });
    expect(await config()).toMatchObject({ word: 'a', most: 5 });
  });

  test.each([
    [{ interval: 60 }, 'every 60s', 'interval'],
    [{ schedule: 'every 30m' }, 'every 1800s', 'interval'],
    [{ cron: '5 4 * * *' }, '5 4 * * *', 'cron'],
    [{ schedule: 'manual' }, 'manual', 'manual'],
  ])('%j is a new trigger', async (change, schedule, trigger) => {
    expect((await send('POST', '/pipes/tuned/config', change)).status).toBe(200);
    expect(await config()).toMatchObject({ schedule, trigger });
  });

  test.each([
    [{ most: 12 }, 'most'],
    [{ most: 'five' }, 'most'],
    [{ wrod: 'b' }, 'wrod'],
    [{ interval: 1 }, 'interval'],
    [{ cron: 'soon' }, 'cron'],
    [{ allow: ['everything'] }, 'allow'],
  ])('refuses %j, names the field and changes nothing', async (change, field) => {
    const before = await config();
    const { status, body } = await send('POST', '/pipes/tuned/config', { word: 'z', ...change });
    expect([status, body.field]).toEqual([400, field]);
    expect(await config()).toEqual(before);
  });
});

describe('GET /pipes/{id}/executions', () => {
  test('lists the newest first, within the limit', async () => {
    put({ id: 'often' });
    for (let i = 0; i < 3; i += 1) {
      await send('POST', '/pipes/often/run');
      await ended('often');
    }
    const all = (await send('GET', '/pipes/often/executions')).body.data;
    expect(all.map(({ id }: { id: number }) => id)).toEqual(
      all.map(({ id }: { id: number }) => id).toSorted((a: number, b: number) => b - a),
    );
    expect((await send('GET', '/pipes/often/executions?limit=2')).body.data).toHaveLength(2);
    const wrong = await send('GET', '/pipes/often/executions?limit=none');
    expect([wrong.status, wrong.body.field]).toEqual([400, 'limit']);
  });
});

describe('the older family', () => {
  test('is the same host behind other words', async () => {
    put({ id: 'older' });
    const list = await send('GET', '/pipes/list');
    expect(list.body.success).toBe(true);
    expect(list.body.data).toContainEqual(
      expect.objectContaining({ id: 'older', enabled: false, port: null, desc: 'the pipe older' }),
    );
    expect((await send('POST', '/pipes/enable', { pipe_id: 'older' })).body.data.pipe_id).toBe(
      'older',
    );
    expect((await send('GET', '/pipes/info/older')).body.data.enabled).toBe(true);
    await send('POST', '/pipes/disable', { pipe_id: 'older' });
    await send('POST', '/pipes/update', { pipe_id: 'older', config: { tone: 'dry' } });
    expect((await send('GET', '/pipes/info/older')).body.data).toMatchObject({
      enabled: false,
      config: { tone: 'dry' },
    });
    expect((await send('GET', '/pipes/build-status/older')).body.status).toBe('success');
    expect((await send('POST', '/pipes/delete', { pipe_id: 'older' })).body.success).toBe(true);
    expect((await send('GET', '/pipes/info/older')).status).toBe(404);
    expect((await send('GET', '/pipes/build-status/older')).status).toBe(404);
  });

  test('installs, replaces and purges', async () => {
    const from = writePipe(join(server.dataDir, '..', 'sources'), {
      id: 'fetched',
      process: 'return 1;',
    });
    const installed = await send('POST', '/pipes/download', { url: `file://${from}` });
    expect(installed.body.data.pipe_id).toBe('fetched');
    await send('POST', '/pipes/update', { pipe_id: 'fetched', config: { kept: 1 } });
    writePipe(join(server.dataDir, '..', 'sources'), {
      id: 'fetched',
      process: 'return 2;',
      manifest: { version: '2.0.0' },
    });
    await send('POST', '/pipes/update-version', { pipe_id: 'fetched', source: `file://${from}` });
    expect((await send('GET', '/pipes/fetched')).body.data).toMatchObject({
      version: '2.0.0',
      config: { kept: 1 },
    });
    expect((await send('POST', '/pipes/purge', {})).body.success).toBe(true);
    expect((await send('GET', '/pipes')).body.data).toEqual([]);
    expect(readdirSync(pipesFolder)).toEqual([]);
  });
});
