import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { systemClock } from '#core/clock.ts';
import { silentLog } from '#core/log/log.ts';
import { deviations, documentOf } from '#serve/document.fixture.ts';
import { type TestServer, testServer } from '#serve/server.fixture.ts';
import { memoryBackend } from '#sync/backends/memory/memory-backend.fixture.ts';
import { keyKeeper } from '#sync/keys/kept-key.ts';
import { openSync } from '#sync/sync.ts';

// Keys are derived at their full cost, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const ACCOUNT = { token: 't', password: 'pw' };

let server: TestServer;
let unconfigured: TestServer;

beforeAll(async () => {
  const backend = memoryBackend();
  server = await testServer(({ store, media }) => ({
    sync: openSync({
      store,
      clock: systemClock,
      log: silentLog,
      keys: keyKeeper('/nonexistent'),
      holder: 'h',
      url: 'memory',
      intervalMs: 30_000,
      mode: 'text',
      role: 'device',
      isWifiOnly: false,
      media,
      wifi: async () => 'yes',
      openBackend: () => backend,
    }),
  }));
  unconfigured = await testServer();
});
afterAll(async () => {
  await server.close();
  await unconfigured.close();
});

async function send(method: 'GET' | 'POST', url: string, payload?: object, at = server) {
  const reply = await at.app.inject({ method, url, ...(payload ? { payload } : {}) });
  const [path = ''] = url.split('?');
  expect(deviations(await documentOf(at.app), method, path, reply)).toEqual([]);
  return { status: reply.statusCode, body: reply.json() };
}

describe('/sync before init', () => {
  test('reports that it is off', async () => {
    expect((await send('GET', '/sync/status')).body).toMatchObject({
      enabled: false,
      is_syncing: false,
      last_sync: null,
      last_error: null,
      machine_id: null,
      last_download_at: null,
    });
    expect((await send('GET', '/sync/lock')).body).toEqual({
      locked: true,
      enabled: false,
      machine_id: null,
    });
    expect((await send('GET', '/sync/history')).body).toEqual({
      data: [],
      pagination: { limit: 20, offset: 0, total: 0 },
    });
    expect((await send('POST', '/sync/lock')).body).toMatchObject({ success: true });
  });

  test.each(['/sync/trigger', '/sync/now', '/sync/download'])('refuses %s', async (path) => {
    expect(await send('POST', path)).toMatchObject({
      status: 400,
      body: { code: 'SYNC_NOT_INITIALISED' },
    });
  });

  test.each([
    [{ token: 't' }, 'password'],
    [{ password: 'p' }, 'token'],
    [{ ...ACCOUNT, token: '' }, 'token'],
    [{ ...ACCOUNT, machine_id: 'a/b' }, 'machine_id'],
    [{ ...ACCOUNT, sync_interval_secs: 0 }, 'sync_interval_secs'],
  ])('refuses init with %j', async (body, field) => {
    expect(await send('POST', '/sync/init', body)).toMatchObject({ status: 400, body: { field } });
  });

  test('says what is missing when no place is configured', async () => {
    expect(await send('POST', '/sync/init', ACCOUNT, unconfigured)).toMatchObject({
      status: 409,
      body: { code: 'SYNC_NOT_CONFIGURED', hint: expect.stringContaining('HINDCAST_SYNC_URL') },
    });
  });
});

describe('/sync after init', () => {
  test('sends what was added and remembers that it did', async () => {
    const init = await send('POST', '/sync/init', { ...ACCOUNT, machine_id: 'desk' });
    expect(init.body).toEqual({ success: true, is_new_user: true, machine_id: 'desk' });
    expect((await send('POST', '/sync/init', ACCOUNT)).status).toBe(409);
    await server.add('frames', [{ ocr_results: [{ text: 'one' }] }]);
    expect((await send('POST', '/sync/trigger')).body).toEqual({
      success: true,
      message: 'sync is done',
    });
    expect((await send('GET', '/sync/history')).body.data).toMatchObject([
      { direction: 'upload', status: 'success', blobs: 1, records: 1, error: null },
    ]);
    expect((await send('GET', '/sync/status')).body).toMatchObject({
      enabled: true,
      machine_id: 'desk',
      pending_changes: 0,
      last_error: null,
    });
    expect((await send('POST', '/sync/download?hours=2')).body).toMatchObject({ imported: 0 });
    expect((await send('POST', '/sync/download', { hours: 2 })).body).toMatchObject({
      imported: 0,
    });
    for (const hours of ['x', 0, 1.5])
      expect(await send('POST', '/sync/download', { hours })).toMatchObject({
        status: 400,
        body: { code: 'INVALID_BODY', field: 'hours' },
      });
  });

  test('names this machine in its own records, and finds them by that name', async () => {
    await server.store.content.add({
      inputEvents: [{ atMs: 1_000, eventType: 'text', textContent: 'two' }],
    });
    const find = async (query: string) =>
      (await send('GET', `/search?content_type=all_modalities&${query}`)).body;
    expect((await find('machine_id=desk')).data).toMatchObject([
      { type: 'OCR', content: { machine_id: 'desk' } },
      { type: 'Input' },
    ]);
    expect((await find('machine_id=laptop')).data).toEqual([]);
    const [{ content }] = (await find('q=one')).data;
    const metadata = await server.app.inject({ url: `/frames/${content.frame_id}/metadata` });
    expect(metadata.json()).toMatchObject({ machine_id: 'desk' });
    // Without a picture it is still no picture of another machine.
    const picture = await server.app.inject({ url: `/frames/${content.frame_id}` });
    expect(picture.json()).toMatchObject({ code: 'FRAME_GONE' });
  });

  test('asks for the right password again after a lock', async () => {
    expect((await send('POST', '/sync/lock')).body).toMatchObject({ success: true });
    expect(await send('POST', '/sync/init', { ...ACCOUNT, password: 'other' })).toMatchObject({
      status: 403,
      body: { code: 'SYNC_WRONG_PASSWORD' },
    });
    expect((await send('POST', '/sync/init', ACCOUNT)).body).toMatchObject({
      is_new_user: false,
      machine_id: 'desk',
    });
  });

  test('changes the password only for whoever knows the present one', async () => {
    const change = { password: 'not it', new_password: 'a new one' };
    expect(await send('POST', '/sync/password', change)).toMatchObject({
      status: 403,
      body: { code: 'SYNC_WRONG_PASSWORD' },
    });
    const right = { ...change, password: ACCOUNT.password };
    expect((await send('POST', '/sync/password', right)).body).toMatchObject({ success: true });
    expect((await send('POST', '/sync/trigger')).status).toBe(200);
    await send('POST', '/sync/lock');
    expect((await send('POST', '/sync/password', right)).status).toBe(400);
    expect((await send('POST', '/sync/init', ACCOUNT)).status).toBe(403);
    const again = await send('POST', '/sync/init', { ...ACCOUNT, password: 'a new one' });
    expect(again.body).toMatchObject({ is_new_user: false, machine_id: 'desk' });
    expect((await send('POST', '/sync/password', { password: 'a new one' })).status).toBe(400);
  });

  test('shows a name that it had before, and rids the hub of it with that device', async () => {
    await send('POST', '/sync/lock');
    const wanted = { ...ACCOUNT, password: 'a new one', machine_id: 'attic' };
    expect((await send('POST', '/sync/init', wanted)).body).toMatchObject({ machine_id: 'attic' });
    for (let i = 0; i < 2; i++) await send('POST', '/sync/now');
    const devices = async () => (await send('GET', '/sync/status')).body.devices;
    expect(await devices()).toMatchObject([{ machine_id: 'desk', former_name: true }]);
    const used = (await send('GET', '/sync/status')).body.storage_used;
    const wouldDelete = { machine_id: 'desk', dry_run: true };
    for (const body of [wouldDelete, { machine_id: 'desk' }]) {
      expect((await send('POST', '/data/delete-device', body)).body).toMatchObject({
        frames_deleted: 0,
        log_removal_noted: body !== wouldDelete,
      });
      for (let i = 0; i < 2; i++) await send('POST', '/sync/now');
      expect(await devices()).toHaveLength(body === wouldDelete ? 1 : 0);
    }
    const after = (await send('GET', '/sync/status')).body;
    expect(after.storage_used).toBeLessThan(used);
    expect((await send('GET', '/search?q=one')).body.pagination).toMatchObject({ total: 1 });
  });

  test.each(['limit=0', 'limit=x', 'offset=-1'])('refuses history with %s', async (query) => {
    expect((await send('GET', `/sync/history?${query}`)).status).toBe(400);
  });
});
