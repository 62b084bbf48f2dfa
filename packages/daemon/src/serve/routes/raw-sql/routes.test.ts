import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deviations, documentOf } from '#serve/document.fixture.ts';
import { type TestServer, testServer } from '#serve/server.fixture.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer();
  await server.add('frames', [
    { app_name: 'Editor', ocr_results: [{ text: 'budget plan' }] },
    { app_name: 'Mail', ocr_results: [{ text: 'other words' }] },
  ]);
});
afterAll(() => server.close());

async function ask(query: unknown) {
  const reply = await server.app.inject({ method: 'POST', url: '/raw_sql', payload: { query } });
  expect(deviations(await documentOf(server.app), 'post', '/raw_sql', reply)).toEqual([]);
  return reply;
}

describe('POST /raw_sql', () => {
  test('returns rows as a bare list of objects', async () => {
    const reply = await ask('SELECT app_name, NULL AS missing FROM frames ORDER BY id');
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(reply.json()).toEqual([
      { app_name: 'Editor', missing: null },
      { app_name: 'Mail', missing: null },
    ]);
  });

  test('answers for numbers that JavaScript cannot count and for bytes', async () => {
    const reply = await ask("SELECT 9223372036854775807 AS big, x'00ff' AS bytes, 0.5 AS half");
    expect(reply.statusCode).toBe(200);
    expect(reply.json()[0]).toMatchObject({ bytes: null, half: 0.5 });
  });

  test.each([
    'DELETE FROM frames',
    "ATTACH '/tmp/x' AS x",
    'PRAGMA journal_mode = DELETE',
    'SELECT 1; SELECT 2',
    'SELEC 1',
    'SELECT * FROM nothing',
    'SELECT "\u0000',
    '',
    5,
    null,
  ])('refuses %j with 400', async (query) => {
    const reply = await ask(query);
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ success: false, code: expect.any(String) });
    const count = await ask('SELECT count(*) AS n FROM frames');
    expect(count.json()).toEqual([{ n: 2 }]);
  });

  test('stops a statement that takes too long with 408', async () => {
    const endless =
      'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n';
    const reply = await ask(endless);
    expect(reply.statusCode).toBe(408);
    expect(reply.json().code).toBe('SQL_TIMEOUT');
    expect((await ask('SELECT 1 AS one')).json()).toEqual([{ one: 1 }]);
  });
});
