import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deviations, documentOf } from '#serve/document.fixture.ts';
import { NOW_MS, type TestServer, testServer } from '#serve/server.fixture.ts';

let server: TestServer;
beforeEach(async () => {
  server = await testServer();
});
afterEach(() => server.close());

async function post(path: string, payload?: object) {
  const reply = await server.app.inject({ method: 'POST', url: path, ...(payload && { payload }) });
  expect(deviations(await documentOf(server.app), 'post', path, reply)).toEqual([]);
  return reply;
}

async function status() {
  const reply = await server.app.inject('/capture/status');
  const document = await documentOf(server.app);
  expect(deviations(document, 'get', '/capture/status', reply)).toEqual([]);
  return reply.json();
}

const inMinutes = (minutes: number) => new Date(NOW_MS + minutes * 60_000).toISOString();

describe('POST /capture/pause', () => {
  test('pauses both for some minutes, and health says so', async () => {
    expect(await status()).toEqual({ paused: false, paused_until: null, streams: [] });
    expect((await post('/capture/pause', { minutes: 5 })).json()).toMatchObject({
      success: true,
      paused: true,
      paused_until: inMinutes(5),
    });
    expect((await status()).streams.map(({ stream }: { stream: string }) => stream)).toEqual([
      'screen',
      'sound',
    ]);
    const health = await server.app.inject('/vision/status');
    expect(health.json()).toMatchObject({ paused: true });
  });

  test('takes a time, and tomorrow', async () => {
    const until = inMinutes(60);
    expect((await post('/capture/pause', { until })).json().paused_until).toBe(until);
    const { paused_until } = (await post('/capture/pause', { until: 'tomorrow' })).json();
    const midnight = new Date(NOW_MS);
    midnight.setHours(24, 0, 0, 0);
    expect(paused_until).toBe(midnight.toISOString());
  });

  test('without an end lasts until it is resumed', async () => {
    expect((await post('/capture/pause')).json()).toMatchObject({
      paused: true,
      paused_until: null,
    });
    expect((await post('/capture/resume')).json()).toMatchObject({ paused: false });
    expect((await post('/capture/resume')).statusCode).toBe(200);
  });

  test('can be of one stream', async () => {
    await post('/capture/pause', { streams: ['sound'], minutes: 1 });
    expect((await status()).streams).toEqual([
      { stream: 'sound', since: inMinutes(0), until: inMinutes(1) },
    ]);
  });

  test.each([
    ['minutes', { minutes: 0 }],
    ['minutes', { minutes: 'five' }],
    ['until', { until: 'whenever' }],
    ['until', { until: '2020-01-01' }],
    ['until', { until: '2036-01-01', minutes: 3 }],
    ['streams', { streams: ['smell'] }],
    ['streams', { streams: [] }],
  ])('names a bad %s', async (field, payload) => {
    const reply = await post('/capture/pause', payload);
    expect(reply.statusCode).toBe(400);
    expect(reply.body).toContain(field);
    expect((await status()).paused).toBe(false);
  });

  test('is not for pages of other origins', async () => {
    const reply = await server.app.inject({
      method: 'POST',
      url: '/capture/pause',
      headers: { origin: 'https://other.example' },
    });
    expect(reply.statusCode).toBe(403);
    expect((await status()).paused).toBe(false);
  });
});
