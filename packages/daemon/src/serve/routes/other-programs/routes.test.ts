import { afterAll, beforeAll, expect, test } from 'vitest';
import { deviations, documentOf } from '#serve/document.fixture.ts';
import { type TestServer, testServer } from '#serve/server.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

test.each([
  ['POST', '/experimental/operator'],
  ['POST', '/experimental/operator/click'],
  ['POST', '/experimental/input_control'],
  ['POST', '/ai/chat/completions'],
  ['POST', '/v1/embeddings'],
  ['GET', '/semantic-search'],
] as const)('%s %s says that this service does no such thing', async (method, url) => {
  const payload = method === 'POST' ? { payload: { any: 'thing' } } : {};
  const reply = await server.app.inject({ method, url, ...payload });
  expect(reply.statusCode).toBe(501);
  expect(reply.json()).toMatchObject({
    success: false,
    code: 'NOT_SUPPORTED',
    error: expect.stringContaining('not supported'),
    hint: expect.any(String),
  });
});

test('there are no connections, and no model', async () => {
  const document = await documentOf(server.app);
  const list = await server.app.inject('/connections');
  expect(deviations(document, 'get', '/connections', list)).toEqual([]);
  expect(list.json()).toEqual({ data: [] });
  const status = await server.app.inject('/ai/status');
  expect(deviations(document, 'get', '/ai/status', status)).toEqual([]);
  expect(status.json()).toMatchObject({ available: false });
});

test.each([
  ['GET', '/connections/notes'],
  ['PUT', '/connections/notes'],
  ['DELETE', '/connections/notes'],
  ['POST', '/connections/notes/test'],
] as const)('%s %s knows no such connection', async (method, url) => {
  const payload = method === 'GET' || method === 'DELETE' ? {} : { payload: { credentials: {} } };
  const reply = await server.app.inject({ method, url, ...payload });
  expect(reply.statusCode).toBe(404);
  expect(reply.json()).toMatchObject({ success: false, code: 'CONNECTION_NOT_FOUND' });
});
