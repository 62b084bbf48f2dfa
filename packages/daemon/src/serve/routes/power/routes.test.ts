import { afterAll, beforeAll, expect, test } from 'vitest';
import { deviations, documentOf } from '#serve/document.fixture.ts';
import { type TestServer, testServer } from '#serve/server.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

test('reports what the machine runs on, and what follows', async () => {
  const reply = await server.app.inject('/power');
  expect(deviations(await documentOf(server.app), 'get', '/power', reply)).toEqual([]);
  expect(reply.json()).toEqual({ state: 'ac', active_profile: 'performance', user_pref: 'auto' });
});

test('a chosen mode holds and is reported by the governor too', async () => {
  const choose = async (mode: string) => {
    const reply = await server.app.inject({ method: 'POST', url: '/power', payload: { mode } });
    return [reply.statusCode, reply.json().active_profile, reply.json().user_pref];
  };
  const level = async () => (await server.app.inject('/governor')).json().level;
  expect(await choose('battery_saver')).toEqual([200, 'battery_saver', 'battery_saver']);
  expect(await level()).toBe('light');
  expect(await choose('performance')).toEqual([200, 'performance', 'performance']);
  expect(await level()).toBe('full');
  expect(await choose('auto')).toEqual([200, 'performance', 'auto']);
  expect((await choose('turbo'))[0]).toBe(400);
});
