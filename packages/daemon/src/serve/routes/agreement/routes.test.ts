import { afterEach, beforeEach, expect, test } from 'vitest';
import { deviations, documentOf } from '#serve/document.fixture.ts';
import { NOW_MS, type TestServer, testServer } from '#serve/server.fixture.ts';

let server: TestServer;
let given: (boolean | undefined)[];

beforeEach(async () => {
  given = [];
  server = await testServer(() => ({
    agreement: {
      dataDir: '/data',
      startCommand: 'hindcast start',
      status: () =>
        given.length === 0
          ? { state: 'waiting', givenAtMs: undefined, startsAtLogin: false }
          : { state: 'given', givenAtMs: NOW_MS, startsAtLogin: given[0] === true },
      give: async (startAtLogin) => void given.push(startAtLogin),
    },
  }));
});
afterEach(() => server.close());

const CLI = { 'user-agent': 'hindcast-cli/1' };

async function agree(
  headers: Record<string, string>,
  payload: object = {},
  remoteAddress?: string,
) {
  const reply = await server.app.inject({
    method: 'POST',
    url: '/agreement',
    headers,
    payload,
    ...(remoteAddress !== undefined && { remoteAddress }),
  });
  expect(deviations(await documentOf(server.app), 'post', '/agreement', reply)).toEqual([]);
  return reply;
}

test('says that it waits, and where everything would be kept', async () => {
  const reply = await server.app.inject('/agreement');
  expect(deviations(await documentOf(server.app), 'get', '/agreement', reply)).toEqual([]);
  expect(reply.json()).toEqual({
    state: 'waiting',
    given_at: null,
    starts_at_login: false,
    data_dir: '/data',
    start_command: 'hindcast start',
  });
});

test('the command line and our own page may give it', async () => {
  expect((await agree(CLI)).json()).toMatchObject({
    state: 'given',
    given_at: '2026-02-03T12:00:00.000Z',
  });
  const page = { host: 'localhost:3030', origin: 'http://localhost:3030' };
  expect((await agree(page, { start_at_login: true })).statusCode).toBe(200);
  expect(given).toEqual([undefined, true]);
});

test.each([
  ['another program', { 'user-agent': 'curl/8' }],
  ['an assistant', { 'user-agent': 'hindcast-mcp/1' }],
  ['a page that is allowed to ask', { origin: 'https://trusted.example' }],
])('%s may not', async (_who, headers) => {
  const reply = await agree(headers);
  expect([reply.statusCode, reply.json().code]).toEqual([403, 'AGREEMENT_NOT_LOCAL']);
  expect(given).toEqual([]);
});

test('tokens of pipes and of people may not, whoever they say they are', async () => {
  for (const token of ['hc_pipe_1', 'hc_token_1']) {
    const reply = await agree({ ...CLI, authorization: `Bearer ${token}` });
    expect(reply.statusCode).toBeGreaterThanOrEqual(401);
  }
  expect(given).toEqual([]);
});

test('a body of the wrong shape is named', async () => {
  const reply = await agree(CLI, { start_at_login: 'maybe' });
  expect(reply.statusCode).toBe(400);
  expect(reply.body).toContain('start_at_login');
  expect(given).toEqual([]);
});
