import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deviations, documentOf } from '#serve/document.fixture.ts';
import { type TestServer, testServer } from '#serve/server.fixture.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer();
  await server.add('input', [
    {
      event_type: 'click',
      timestamp: '2026-02-03T09:00:00Z',
      x: 10,
      y: 20,
      button: 0,
      click_count: 2,
      app_name: 'Browser',
      window_title: 'News',
      element_role: 'button',
      element_name: 'Buy',
      element_bounds: '{"x":1,"y":2,"width":3,"height":4}',
    },
    { event_type: 'click', timestamp: '2026-02-03T09:01:00Z', app_name: 'Browser' },
    {
      event_type: 'clipboard',
      timestamp: '2026-02-03T09:02:00Z',
      app_name: 'Editor',
      text_content: 'copied words',
    },
    { event_type: 'key', timestamp: '2026-02-03T09:03:00Z', key_code: 65 },
  ]);
});
afterAll(() => server.close());

async function get(path: string, query: Record<string, string> = {}) {
  const reply = await server.app.inject({ url: path, query });
  expect(deviations(await documentOf(server.app), 'get', path, reply)).toEqual([]);
  return reply.json();
}

describe('GET /ui-events', () => {
  test('lists events, newest first, with the true total', async () => {
    const { data, pagination } = await get('/ui-events', { limit: '1' });
    expect(pagination).toEqual({ limit: 1, offset: 0, total: 4 });
    expect(data[0]).toMatchObject({ event_type: 'key', key_code: 65, app_name: null });
  });

  test('reports all about an event', async () => {
    const { data } = await get('/ui-events', { window_name: 'news' });
    expect(data).toEqual([
      {
        id: expect.any(Number),
        timestamp: '2026-02-03T09:00:00.000Z',
        session_id: null,
        relative_ms: 0,
        event_type: 'click',
        x: 10,
        y: 20,
        delta_x: null,
        delta_y: null,
        button: 0,
        click_count: 2,
        key_code: null,
        modifiers: null,
        text_content: null,
        text_length: null,
        app_name: 'Browser',
        app_pid: null,
        window_title: 'News',
        browser_url: null,
        element: {
          role: 'button',
          name: 'Buy',
          value: null,
          description: null,
          automation_id: null,
          bounds: '{"x":1,"y":2,"width":3,"height":4}',
        },
        frame_id: null,
      },
    ]);
  });

  test.each([
    [{ q: 'WORDS' }, ['clipboard']],
    [{ q: 'brow' }, ['click', 'click']],
    [{ event_type: 'click' }, ['click', 'click']],
    [{ app_name: 'edit' }, ['clipboard']],
    [
      { start_time: '2026-02-03T09:01:00Z', end_time: '2026-02-03T09:02:00Z' },
      ['clipboard', 'click'],
    ],
    [{ limit: '1', offset: '3' }, ['click']],
  ] as [Record<string, string>, string[]][])('with %j lists %j', async (query, expected) => {
    const { data } = await get('/ui-events', query);
    expect(data.map((event: { event_type: string }) => event.event_type)).toEqual(expected);
  });

  test('names the accepted kinds of event', async () => {
    const reply = await server.app.inject('/ui-events?event_type=wink');
    expect(reply.statusCode).toBe(400);
    expect(reply.json().message).toContain('one of click, move, scroll, key');
  });
});

describe('GET /ui-events/stats', () => {
  test('counts per application and kind, most frequent first', async () => {
    const stats = await get('/ui-events/stats');
    expect(stats[0]).toEqual({ app_name: 'Browser', event_type: 'click', count: 2 });
    expect(stats).toContainEqual({ app_name: 'unknown', event_type: 'key', count: 1 });
    expect(stats).toHaveLength(3);
  });

  test('keeps to a time range', async () => {
    const stats = await get('/ui-events/stats', { start_time: '2026-02-03T09:02:30Z' });
    expect(stats).toEqual([{ app_name: 'unknown', event_type: 'key', count: 1 }]);
  });
});
