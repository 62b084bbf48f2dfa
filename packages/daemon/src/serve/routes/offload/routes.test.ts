import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '#serve/server.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

test('nothing is moved unless a place is set', async () => {
  const state = await server.app.inject('/offload');
  expect(state.json()).toMatchObject({ state: 'off', place: null, moved: 0, waiting: 0 });
  const run = await server.app.inject({ method: 'POST', url: '/offload/run' });
  expect(run.statusCode).toBe(409);
  expect(run.json()).toMatchObject({ code: 'OFFLOAD_NOT_SET' });
});

test('a store from which nothing was moved has nothing to verify', async () => {
  const verified = await server.app.inject({ method: 'POST', url: '/offload/verify' });
  expect(verified.json()).toEqual({ checked: 0, missing: 0 });
});

test('raw SQL reads the moved files and never their key', async () => {
  const ask = (query: string) =>
    server.app.inject({ method: 'POST', url: '/raw_sql', payload: { query } });
  expect((await ask('SELECT count(*) AS n FROM offloaded_file')).statusCode).toBe(200);
  expect((await ask('SELECT secret FROM offload_key')).statusCode).toBeGreaterThanOrEqual(400);
});
