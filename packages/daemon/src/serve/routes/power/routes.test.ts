import { afterAll, beforeAll, expect, test } from 'vitest';
import { deviations, documentOf } from '#serve/document.fixture.ts';
import { type TestServer, testServer } from '#serve/server.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

test('tells what the machine runs on, and what follows', async () => {
  const reply = await server.app.inject('/power');
  expect(deviations(await documentOf(server.app), 'get', '/power', reply)).toEqual([]);
  const { state, active_profile, user_pref } = reply.json();
  expect([state, active_profile]).toEqual(
    state === 'ac' ? ['ac', 'performance'] : ['battery', 'battery_saver'],
  );
  expect(user_pref).toBe('auto');
});

test('takes the one mode there is, and says so of the others', async () => {
  const choose = (mode: string) =>
    server.app.inject({ method: 'POST', url: '/power', payload: { mode } });
  expect((await choose('auto')).json()).toMatchObject({ user_pref: 'auto' });
  const refused = await choose('battery_saver');
  expect(refused.statusCode).toBe(501);
  expect(refused.json()).toMatchObject({ success: false, code: 'NOT_SUPPORTED' });
  expect((await choose('turbo')).statusCode).toBe(400);
});
