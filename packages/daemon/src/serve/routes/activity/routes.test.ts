import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deviations, documentOf } from '#serve/document.fixture.ts';
import { type TestServer, testServer } from '#serve/server.fixture.ts';

let server: TestServer;
const at = (hour: number, minute: number) =>
  new Date(Date.UTC(2026, 1, 3, hour, minute)).toISOString();

beforeAll(async () => {
  server = await testServer();
  const frame = (timestamp: string, app_name: string, browser_url?: string) => ({
    timestamp,
    app_name,
    browser_url,
    ocr_results: [{ text: `${app_name} at ${timestamp}` }],
  });
  await server.add('frames', [
    frame(at(9, 0), 'Mail'),
    frame(at(9, 2), 'Mail'),
    frame(at(9, 4), 'Mail'),
    // More than five minutes later: nobody knows what was between.
    frame(at(9, 30), 'Mail'),
    frame(at(9, 58), 'Browser', 'https://www.news.example/a'),
    frame(at(10, 1), 'Browser', 'https://news.example/b'),
    frame(at(10, 2), 'Browser', 'https://other.example/b'),
  ]);
  await server.add('transcription', [
    { transcription: 'one', timestamp: at(9, 1) },
    { transcription: 'two', timestamp: at(9, 2) },
  ]);
});
afterAll(() => server.close());

async function summary(query: Record<string, string>) {
  const reply = await server.app.inject({ url: '/activity-summary', query });
  const document = await documentOf(server.app);
  expect(deviations(document, 'get', '/activity-summary', reply)).toEqual([]);
  return reply;
}
const range = { start_time: at(9, 0), end_time: at(11, 0) };

describe('GET /activity-summary', () => {
  test('counts the time between pictures of an app that are near each other', async () => {
    const { apps, sites, total_frames, total_minutes, time_range } = (await summary(range)).json();
    expect(apps).toEqual(
      [
        {
          name: 'Browser',
          frame_count: 3,
          minutes: 4,
          first_seen: at(9, 58),
          last_seen: at(10, 2),
        },
        { name: 'Mail', frame_count: 4, minutes: 4, first_seen: at(9, 0), last_seen: at(9, 30) },
      ].sort((a, b) => b.minutes - a.minutes || b.frame_count - a.frame_count),
    );
    expect(
      sites.map(({ name, minutes }: { name: string; minutes: number }) => [name, minutes]),
    ).toEqual([
      ['news.example', 3],
      ['other.example', 0],
    ]);
    expect(total_frames).toBe(7);
    expect(total_minutes).toBe(8);
    expect(time_range).toEqual({ start: at(9, 0), end: at(11, 0) });
  });

  test('reports the newest texts and what was said', async () => {
    const { recent_texts, audio_summary } = (await summary(range)).json();
    expect(recent_texts[0]).toEqual({
      text: `Browser at ${at(10, 2)}`,
      app_name: 'Browser',
      timestamp: at(10, 2),
    });
    expect(audio_summary).toEqual({ segment_count: 2, speakers: [] });
  });

  test('can be of one app, and by the hour', async () => {
    const query = { ...range, app_name: 'Browser', bucket: 'hour' };
    const { apps, buckets, total_frames } = (await summary(query)).json();
    expect(apps).toHaveLength(1);
    expect(total_frames).toBe(3);
    expect(buckets).toEqual([
      { start: at(9, 0), name: 'Browser', minutes: 3 },
      { start: at(10, 0), name: 'Browser', minutes: 1 },
    ]);
    const bySite = (await summary({ ...query, by: 'site' })).json();
    expect(bySite.buckets).toEqual([{ start: at(9, 0), name: 'news.example', minutes: 3 }]);
  });

  test('reports days as the time zone has them', async () => {
    const query = { ...range, bucket: 'day', timezone: 'Pacific/Honolulu' };
    const { buckets } = (await summary(query)).json();
    // Ten in the morning in London is midnight there.
    expect(new Set(buckets.map(({ start }: { start: string }) => start))).toEqual(
      new Set([at(9, 0), at(10, 0)]),
    );
  });

  test('is empty where nothing is', async () => {
    const reply = await summary({ start_time: '2020-01-01', end_time: '2020-01-02' });
    expect(reply.json()).toMatchObject({ apps: [], sites: [], recent_texts: [], total_frames: 0 });
  });

  test.each([
    ['start_time', { end_time: at(9, 0) }],
    ['end_time', { start_time: at(9, 0) }],
    ['bucket', { ...range, bucket: 'week' }],
    ['bucket', { ...range, start_time: '1971-01-01', bucket: 'hour' }],
    ['by', { ...range, by: 'mood' }],
    ['timezone', { ...range, timezone: 'Nowhere' }],
  ])('names a bad %s', async (field, query) => {
    const reply = await summary(query);
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ code: 'INVALID_PARAMETER', field });
  });
});
