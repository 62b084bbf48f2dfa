import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type TestServer, testServer } from '#serve/server.fixture.ts';
import { type TestPipe, writePipe } from './pipe-folder.fixture.ts';

let server: TestServer;
beforeEach(async () => {
  server = await testServer();
});
afterEach(() => server.close());

const WITHIN = { timeout: 55_000, interval: 100 };

function put(pipe: Partial<TestPipe> & { id: string }): void {
  writePipe(join(server.dataDir, 'pipes'), { process: '', ...pipe });
}
const post = async (url: string, payload: object = {}) => {
  const reply = await server.app.inject({ method: 'POST', url, payload });
  expect(reply.statusCode, reply.body).toBe(200);
};
const get = async (url: string) => (await server.app.inject(url)).json().data;
const messages = async (id: string): Promise<string[]> =>
  (await get(`/pipes/${id}/logs`))
    .map(({ message }: { message: string }) => message)
    .filter((message: string) => !/^run \d+ /.test(message));

const frames = (app: string, ...texts: string[]) =>
  server.add(
    'frames',
    texts.map((text) => ({ app_name: app, ocr_results: [{ text }] })),
  );

/** Reports the texts it was given. */
const REPORTER = `ctx.log.info(data.items.map((item) => item.content.text ?? item.content.transcription ?? '?').join());`;
const ON_FRAMES = { trigger: 'data', data: { content_types: ['frames'], wait: 0 } };

describe('a pipe on new content', () => {
  test('is given what was stored since it was there, once', async () => {
    await frames('Editor', 'before');
    put({ id: 'reader', hindcast: ON_FRAMES, process: REPORTER });
    await get('/pipes');
    await post('/pipes/reader/enable', { enabled: true });
    await frames('Editor', 'one', 'two');
    await expect.poll(() => messages('reader'), WITHIN).toEqual(['one,two']);
    await frames('Editor', 'three');
    await expect.poll(() => messages('reader'), WITHIN).toEqual(['one,two', 'three']);
    await expect
      .poll(async () => (await get('/pipes/reader/executions'))[0], WITHIN)
      .toMatchObject({ trigger_type: 'data', items_processed: 1, status: 'success' });
  });

  test('is given later what came while it was off', async () => {
    put({ id: 'reader', hindcast: ON_FRAMES, process: REPORTER });
    await get('/pipes');
    await frames('Editor', 'one');
    await post('/pipes/reader/enable', { enabled: true });
    await expect.poll(() => messages('reader'), WITHIN).toEqual(['one']);
    await post('/pipes/reader/enable', { enabled: false });
    await frames('Editor', 'two');
    await post('/pipes/reader/enable', { enabled: true });
    await expect.poll(() => messages('reader'), WITHIN).toEqual(['one', 'two']);
  });

  test('is given the same again when it failed', async () => {
    put({
      id: 'reader',
      hindcast: ON_FRAMES,
      process: `${REPORTER} throw new Error('not today');`,
    });
    await get('/pipes');
    await post('/pipes/reader/enable', { enabled: true });
    await frames('Editor', 'one');
    await expect.poll(() => messages('reader'), WITHIN).toEqual(['one']);
    await expect
      .poll(async () => (await get('/pipes/reader')).consecutive_failures, WITHIN)
      .toBe(1);
    // Repaired, and switched off and on rather than waited for.
    put({ id: 'reader', hindcast: { ...ON_FRAMES, timeout: 100 }, process: REPORTER });
    await post('/pipes/reader/enable', { enabled: false });
    await server.store.pipes.endExecution(
      await server.store.pipes.addExecution({
        pipeId: 'reader',
        trigger: 'manual',
        startedAtMs: 0,
      }),
      {
        status: 'completed',
        itemsProcessed: 0,
        output: '',
        errorOutput: '',
        exitCode: 0,
        errorType: null,
        errorMessage: null,
        finishedAtMs: 1,
      },
    );
    await post('/pipes/reader/enable', { enabled: true });
    await expect.poll(() => messages('reader'), WITHIN).toEqual(['one', 'one']);
  });

  test('is given the same again when it was stopped', async () => {
    const waits = `${REPORTER} await new Promise(() => setInterval(() => {}, 1000));`;
    put({ id: 'reader', hindcast: ON_FRAMES, process: waits });
    await get('/pipes');
    await post('/pipes/reader/enable', { enabled: true });
    await frames('Editor', 'one');
    await expect.poll(() => messages('reader'), WITHIN).toEqual(['one']);
    await post('/pipes/reader/stop');
    put({ id: 'reader', hindcast: ON_FRAMES, process: REPORTER });
    await frames('Editor', 'two');
    await expect.poll(() => messages('reader'), WITHIN).toEqual(['one', 'one,two']);
  });

  test('is given the same again when the service ended meanwhile', async () => {
    const waits = `${REPORTER} await new Promise(() => setInterval(() => {}, 1000));`;
    put({ id: 'reader', hindcast: ON_FRAMES, process: waits });
    await get('/pipes');
    await post('/pipes/reader/enable', { enabled: true });
    const cursorOf = async () => (await server.store.pipes.list())[0]?.cursor;
    const before = await cursorOf();
    await frames('Editor', 'one');
    await expect.poll(() => messages('reader'), WITHIN).toEqual(['one']);
    await server.pipes.close();
    expect(await cursorOf()).toEqual(before);
    expect((await server.store.pipes.listExecutions('reader', 1))[0]?.status).toBe('cancelled');
  });

  test('is given only what it asks for and may see, in batches', async () => {
    put({
      id: 'reader',
      hindcast: {
        trigger: 'data',
        data: { content_types: ['frames', 'audio'], apps: ['edit'], wait: 0, batch: 2 },
        permissions: { deny_windows: ['diary'] },
      },
      process: REPORTER,
    });
    await get('/pipes');
    await server.add('frames', [
      { app_name: 'Editor', ocr_results: [{ text: 'a' }] },
      { app_name: 'Bank', ocr_results: [{ text: 'b' }] },
      { app_name: 'Editor', window_name: 'diary', ocr_results: [{ text: 'c' }] },
      { app_name: 'Editor', ocr_results: [{ text: 'd' }] },
      { app_name: 'Editor', ocr_results: [{ text: 'e' }] },
    ]);
    await server.add('transcription', { transcription: 'said' });
    await post('/pipes/reader/enable', { enabled: true });
    await expect.poll(() => messages('reader'), WITHIN).toEqual(['a', 'd', 'e']);
  });
});

test('content that is too large for one run comes in several, and in the end without its end', async () => {
  put({
    id: 'small',
    hindcast: { ...ON_FRAMES, memory: 32 },
    process: `ctx.log.info(data.items.map((item) => item.content.text.length).join());`,
  });
  await get('/pipes');
  const long = 600_000;
  // Three bytes each.
  await frames('Editor', '€'.repeat(long), '₤'.repeat(long));
  await frames('Editor', '€'.repeat(1_000_000), 'd');
  await post('/pipes/small/enable', { enabled: true });
  await expect.poll(async () => (await messages('small')).length, WITHIN).toBe(5);
  const [first, second, notice, cut, last] = await messages('small');
  expect([first, second, last]).toEqual([String(long), String(long), '1']);
  expect(notice).toMatch(/^1 items were too large/);
  expect(Number(cut)).toBeGreaterThan(200_000);
  expect(Number(cut)).toBeLessThan(1_000_000);
});

test('nothing that pipes have said outlasts a deletion', async () => {
  const deleteAll = async () => {
    await frames('Editor', 'harbour');
    await post('/data/delete', { app_name: 'Editor', wait: true });
  };
  const ends = () => get('/pipes/quotes').then(({ status }) => status);
  put({ id: 'quotes', process: `console.log('secret'); ctx.log.info('secret');` });
  await get('/pipes');
  await post('/pipes/quotes/run');
  await expect.poll(ends, WITHIN).toBe('stopped');
  expect(await messages('quotes')).toEqual(['secret', 'secret']);
  await deleteAll();
  expect(await get('/pipes/quotes/logs')).toEqual([]);
  expect((await get('/pipes/quotes/executions'))[0].stdout).toBe('');

  // One that has read it, and says so only when it is stopped.
  put({
    id: 'slow',
    process: `console.log('secret');
      await new Promise((done) => ctx.signal.addEventListener('abort', done));
      console.log('secret'); ctx.log.info('secret'); throw new Error('secret');`,
  });
  await get('/pipes');
  await post('/pipes/slow/run');
  await expect.poll(() => messages('slow'), WITHIN).toEqual(['secret']);
  await deleteAll();
  expect((await get('/pipes/slow')).status).toBe('stopped');
  const ended = (await get('/pipes/slow/executions'))[0];
  expect(ended).toMatchObject({ status: 'failed', stdout: '', stderr: '' });
  const said = [ended, await get('/pipes/slow/logs'), await get('/pipes/slow')];
  expect(JSON.stringify(said)).not.toContain('secret');

  // The next one says what it likes.
  await post('/pipes/quotes/run');
  await expect.poll(() => messages('quotes'), WITHIN).toEqual(['secret', 'secret']);
});

describe('a pipe by time', () => {
  test('runs by itself, and only while it is enabled', async () => {
    put({ id: 'ticks', hindcast: { interval: 5 }, process: 'ctx.log.info(data.trigger);' });
    await get('/pipes');
    await post('/pipes/ticks/enable', { enabled: true });
    await expect.poll(() => messages('ticks'), WITHIN).toEqual(['scheduled']);
  });
});

test('what a pipe keeps survives its runs, and too much is refused', async () => {
  put({
    id: 'keeps',
    process: `const n = (await ctx.state.get('n')) ?? 0;
      await ctx.state.set('n', n + 1);
      await ctx.state.set('missing', true); await ctx.state.delete('missing');
      ctx.log.info(n + ' ' + (await ctx.state.keys()).join());
      for (let i = 0; i < 5 && n === 1; i++) await ctx.state.set('big' + i, 'x'.repeat(1_000_000));`,
  });
  for (const expected of ['0 n', '1 n']) {
    await post('/pipes/keeps/run');
    await expect.poll(() => messages('keeps'), WITHIN).toContain(expected);
    await expect.poll(async () => (await get('/pipes/keeps')).status, WITHIN).toBe('stopped');
  }
  expect((await get('/pipes/keeps')).last_error).toMatch(/state would be larger/);
});

test('permissions that reach beyond the data need a person', async () => {
  const permissions = { raw_sql: true, network: ['example.com'], write: ['/tmp/notes'] };
  put({
    id: 'wants',
    hindcast: { permissions },
    process: `ctx.log.info(JSON.stringify(await ctx.query.sql('SELECT 1 AS one')));`,
  });
  expect((await get('/pipes/wants')).permissions.missing).toEqual(['network', 'raw_sql', 'write']);
  await post('/pipes/wants/run');
  await expect.poll(async () => (await get('/pipes/wants')).last_error, WITHIN).toMatch(/raw SQL/);
  await post('/pipes/wants/config', { allow: ['raw_sql'] });
  expect((await get('/pipes/wants')).permissions).toMatchObject({
    granted: { raw_sql: true },
    missing: ['network', 'write'],
  });
  await post('/pipes/wants/run');
  await expect.poll(() => messages('wants'), WITHIN).toEqual(['[{"one":1}]']);
});

describe('a folder', () => {
  const READS = `ctx.log.info((await import('node:fs')).readFileSync(ctx.config.notes + '/a.txt', 'utf8'));`;
  const notes = () => {
    const folder = join(server.dataDir, 'notes');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'a.txt'), 'mine');
    return folder;
  };
  const ends = (id: string) =>
    expect.poll(async () => (await get(`/pipes/${id}`)).status, WITHIN).toBe('stopped');

  test('is open to a pipe when a person names it, not because it is the default', async () => {
    const config = { notes: { type: 'string', format: 'folder', default: notes() } };
    put({ id: 'curious', hindcast: { config }, process: READS });
    await post('/pipes/curious/run');
    await ends('curious');
    expect((await get('/pipes/curious')).last_error).toMatch(/permission|access/i);
    await post('/pipes/curious/config', { notes: notes() });
    await post('/pipes/curious/run');
    await expect.poll(() => messages('curious'), WITHIN).toEqual(['mine']);
  });

  test('to write into is made when it is missing, and one that cannot be is reported', async () => {
    const config = { notes: { type: 'string', format: 'folder', access: 'write' } };
    put({
      id: 'writes',
      hindcast: { config },
      process: `(await import('node:fs')).writeFileSync(ctx.config.notes + '/a.txt', 'kept');`,
    });
    const made = join(server.dataDir, 'not', 'yet', 'there');
    await get('/pipes');
    await post('/pipes/writes/config', { notes: made });
    await post('/pipes/writes/run');
    await ends('writes');
    expect((await get('/pipes/writes')).last_error).toBe(null);
    expect(readFileSync(join(made, 'a.txt'), 'utf8')).toBe('kept');
    for (const impossible of [join(made, 'a.txt', 'below'), '/proc/hindcast']) {
      await post('/pipes/writes/config', { notes: impossible });
      await post('/pipes/writes/run');
      await ends('writes');
      const { last_error } = await get('/pipes/writes');
      expect(last_error).toContain(`the folder ${impossible} cannot be made (`);
    }
  });

  test('that was only a text before, or only to be read, is to be set again', async () => {
    const version = (id: string, property: object) =>
      writePipe(join(server.dataDir, 'versions'), {
        id,
        process: READS,
        hindcast: { config: { notes: property } },
      });
    const update = (id: string, property: object) =>
      post('/pipes/update-version', { pipe_id: id, source: version(id, property) });
    await post('/pipes/install', { source: version('grows', { type: 'string' }) });
    const notesOf = async () => (await get('/pipes/grows')).config.notes;
    await post('/pipes/grows/config', { notes: notes() });
    await update('grows', { type: 'string', description: 'the same' });
    expect(await notesOf()).toBe(notes());
    await update('grows', { type: 'string', format: 'folder' });
    expect(await notesOf()).toBeUndefined();
    await post('/pipes/grows/config', { notes: notes() });
    await update('grows', { type: 'string', format: 'folder', access: 'write' });
    expect(await notesOf()).toBeUndefined();
  });

  test('of a pipe with a link that leads out of it is not run', async () => {
    put({ id: 'linked', process: READS });
    const own = join(server.dataDir, 'pipes', 'linked');
    symlinkSync('package.json', join(own, 'inside'));
    await post('/pipes/linked/run');
    await ends('linked');
    expect((await get('/pipes/linked')).last_error).not.toMatch(/leads out/);
    symlinkSync(notes(), join(own, 'deep'));
    await post('/pipes/linked/run');
    await ends('linked');
    expect((await get('/pipes/linked')).last_error).toMatch(/"deep" leads out of its folder/);
  });
});

test('an installation that fails leaves no pipe, no folder and nothing in the database', async () => {
  const broken = writePipe(join(server.dataDir, 'elsewhere'), { id: 'broken', process: '' });
  rmSync(join(broken, 'index.ts'));
  const sources = [broken, 'http://127.0.0.1:1/broken.tgz', 'file:///no/such/archive.tgz'];
  for (const source of sources) {
    const payload = { source, allow: ['raw_sql'] };
    const reply = await server.app.inject({ method: 'POST', url: '/pipes/install', payload });
    expect(reply.statusCode).toBeGreaterThanOrEqual(400);
    expect(reply.json().error).toMatch(/./);
  }
  expect(await get('/pipes')).toEqual([]);
  expect(await server.store.pipes.list()).toEqual([]);
  expect(readdirSync(join(server.dataDir, 'pipes'))).toEqual([]);
});

test('a pipe does not inherit what another of its name was granted', async () => {
  const pipe = { id: 'heir', process: '', hindcast: { permissions: { raw_sql: true } } };
  put(pipe);
  await post('/pipes/heir/config', { allow: ['raw_sql'] });
  await post('/pipes/heir/enable', { enabled: true });
  rmSync(join(server.dataDir, 'pipes', 'heir'), { recursive: true });
  const source = writePipe(join(server.dataDir, 'elsewhere'), pipe);
  await post('/pipes/install', { source });
  expect(await get('/pipes/heir')).toMatchObject({
    enabled: false,
    permissions: { granted: {}, missing: ['raw_sql'] },
  });
});
