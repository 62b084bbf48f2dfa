import { describe, expect, test } from 'vitest';
import { deviations, documentOf } from '#serve/document.fixture.ts';
import { NOW_MS, testServer } from '#serve/server.fixture.ts';

const at = (minutes: number) => new Date(NOW_MS + minutes * 60_000).toISOString();
const ms = (minutes: number) => NOW_MS + minutes * 60_000;

describe('GET /coverage', () => {
  test('accounts for every minute of the range, with totals and gaps', async () => {
    await using server = await testServer();
    await server.store.coverage.add([
      { stream: 'screen', startMs: ms(-100), endMs: ms(-60), state: 'captured', cause: undefined },
      { stream: 'screen', startMs: ms(-60), endMs: ms(-50), state: 'failed', cause: 'missing' },
      { stream: 'screen', startMs: ms(-20), endMs: ms(0), state: 'idle', cause: undefined },
    ]);
    const query = new URLSearchParams({ start_time: at(-80), end_time: at(-10) });
    const reply = await server.app.inject(`/coverage?${query}`);
    expect(deviations(await documentOf(server.app), 'get', '/coverage', reply)).toEqual([]);
    const body = reply.json();
    expect(body).toMatchObject({ since: at(-100), start_time: at(-80), end_time: at(-10) });
    const off = 'the service did not run';
    expect(body.streams.screen).toEqual({
      spans: [
        { start_time: at(-80), end_time: at(-60), state: 'captured', cause: null },
        { start_time: at(-60), end_time: at(-50), state: 'failed', cause: 'missing' },
        { start_time: at(-50), end_time: at(-20), state: 'off', cause: off },
        { start_time: at(-20), end_time: at(-10), state: 'idle', cause: null },
      ],
      minutes: { captured: 20, failed: 10, off: 30, idle: 10 },
      gaps: [
        { start_time: at(-60), end_time: at(-50), state: 'failed', cause: 'missing' },
        { start_time: at(-50), end_time: at(-20), state: 'off', cause: off },
      ],
    });
    expect(body.streams.audio.minutes).toEqual({ off: 70 });
  });

  test('knows nothing from before the first span', async () => {
    await using server = await testServer();
    const empty = await server.app.inject('/coverage');
    expect(empty.json()).toMatchObject({ since: null, streams: { screen: { spans: [] } } });
    expect(empty.json().start_time).toBe(at(-24 * 60));
  });

  test.each([
    ['start_time', 'yesterdayish'],
    ['end_time', 'soon'],
  ])('refuses a bad %s', async (field, value) => {
    await using server = await testServer();
    const reply = await server.app.inject(`/coverage?${field}=${value}`);
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ code: 'INVALID_PARAMETER' });
    expect(reply.json().message).toContain(field);
  });
});
