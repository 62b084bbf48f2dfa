import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deviations, documentOf } from '#serve/document.fixture.ts';
import { type TestServer, testServer } from '#serve/server.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const post = (payload: object) => server.app.inject({ method: 'POST', url: '/backup', payload });

async function get() {
  const reply = await server.app.inject('/backup');
  expect(deviations(await documentOf(server.app), 'get', '/backup', reply)).toEqual([]);
  return reply.json();
}
const ended = () => expect.poll(async () => (await get()).state, { timeout: 60_000 }).toBe('idle');

describe('POST /backup', () => {
  test.each([{}, { path: '' }, { path: 'relative' }, { path: '/tmp/a\0b' }, { path: 7 }])(
    'refuses %j',
    async (body) => {
      expect((await post(body)).statusCode).toBe(400);
      expect((await get()).state).toBe('idle');
    },
  );

  test('makes a backup, one at a time, and reports how it ended', async () => {
    const frame = { file_path: await server.makeImage(), ocr_results: [{ text: 'harbour' }] };
    await server.add('frames', [frame]);
    const path = join(dirname(server.dataDir), 'backup');
    const first = await post({ path });
    expect(deviations(await documentOf(server.app), 'post', '/backup', first)).toEqual([]);
    expect(first.json()).toMatchObject({ state: 'running', path });
    expect((await post({ path })).json()).toMatchObject({ code: 'BACKUP_RUNNING' });
    await ended();
    expect(await get()).toMatchObject({ last: { path, frames: 1, missing: 0, files: 2 } });
    expect(existsSync(join(path, 'manifest.json'))).toBe(true);
  });

  test('says why a place cannot be used', async () => {
    await post({ path: join(server.dataDir, 'backup') });
    await ended();
    expect(await get()).toMatchObject({ error_code: 'BACKUP_PLACE_REFUSED' });
  });
});
