import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deviations, documentOf } from '#serve/document.fixture.ts';
import { type TestServer, testServer } from '#serve/server.fixture.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer();
  await server.add('frames', [
    {
      file_path: await server.makeImage(),
      timestamp: '2026-02-03T09:00:00Z',
      app_name: 'Editor',
      window_name: 'plan.md - Writer',
      text_source: 'accessibility',
      capture_trigger: 'app_switch',
      ocr_results: [{ text: 'first' }],
    },
    { timestamp: '2026-02-03T09:02:00Z', app_name: 'Mail', ocr_results: [{ text: 'third' }] },
  ]);
  await server.add('transcription', {
    transcription: 'second',
    timestamp: '2026-02-03T09:01:00Z',
    is_input: false,
  });
  await server.add('ui', { text: 'fourth', timestamp: '2026-02-03T09:03:00Z' });
  await server.add('input', { event_type: 'click', timestamp: '2026-02-03T09:04:00Z' });
});
afterAll(() => server.close());

async function timeline(query: Record<string, string>) {
  const reply = await server.app.inject({ url: '/timeline', query });
  expect(deviations(await documentOf(server.app), 'get', '/timeline', reply)).toEqual([]);
  return reply.json();
}

async function texts(query: Record<string, string>): Promise<string[]> {
  const { data } = await timeline(query);
  return data.map(
    ({ content }: { content: { text?: string; transcription?: string } }) =>
      content.text ?? content.transcription,
  );
}

describe('GET /timeline', () => {
  test('reports what happened, oldest first, without input events', async () => {
    expect(await texts({})).toEqual(['first', 'second', 'third', 'fourth']);
    expect((await timeline({})).pagination).toEqual({ limit: 20, offset: 0, total: 4 });
  });

  test('has the fields of the specification and more', async () => {
    const { data } = await timeline({ limit: '2' });
    expect(data[0]).toMatchObject({
      type: 'OCR',
      content: {
        timestamp: '2026-02-03T09:00:00.000Z',
        text: 'first',
        app_name: 'Editor',
        window_name: 'plan.md - Writer',
        file_path: expect.stringContaining('.jpg'),
        text_source: 'accessibility',
        capture_trigger: 'app_switch',
        frame_id: expect.any(Number),
      },
    });
    expect(data[1]).toMatchObject({
      type: 'Audio',
      content: {
        timestamp: '2026-02-03T09:01:00.000Z',
        transcription: 'second',
        device_name: 'monitor_1',
        device_type: 'Output',
        speaker_id: null,
      },
    });
  });

  test.each([
    [{ order: 'descending' }, ['fourth', 'third', 'second', 'first']],
    [{ content_type: 'ocr' }, ['first', 'third']],
    [{ content_type: 'audio' }, ['second']],
    [{ content_type: 'ui' }, ['fourth']],
    [{ app_name: 'mail' }, ['third']],
    [{ window_name: 'writ' }, ['first']],
    [{ start_time: '2026-02-03T09:01:00Z', end_time: '1770109320' }, ['second', 'third']],
    [{ limit: '1', offset: '2' }, ['third']],
    [{ offset: '100' }, []],
  ] as [Record<string, string>, string[]][])('with %j reports %j', async (query, expected) => {
    expect(await texts(query)).toEqual(expected);
  });

  test('puts images into the items when asked', async () => {
    const { data } = await timeline({ include_frames: 'true', content_type: 'ocr' });
    expect(data[0].content.frame).toMatch(/^\/9j\//);
    expect(data[1].content.frame).toBeNull();
  });

  test('lowers a limit above 1000, and says so', async () => {
    expect((await timeline({ limit: '5000' })).pagination.limit).toBe(1000);
  });

  test.each([
    ['limit', '0'],
    ['offset', '-1'],
    ['start_time', 'later'],
    ['content_type', 'video'],
    ['include_frames', 'perhaps'],
    ['order', 'sideways'],
  ])('refuses %s=%s and names it', async (field, value) => {
    const reply = await server.app.inject({ url: '/timeline', query: { [field]: value } });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ code: 'INVALID_PARAMETER', field });
  });
});

describe('GET /timeline/segments', () => {
  async function segments(query: Record<string, string>, from: TestServer = server) {
    const reply = await from.app.inject({ url: '/timeline/segments', query });
    const document = await documentOf(from.app);
    expect(deviations(document, 'get', '/timeline/segments', reply)).toEqual([]);
    return reply;
  }
  const range = { start_time: '2026-02-03', end_time: '2026-02-03' };

  test('reports stretches of one window, oldest first', async () => {
    const { data, granularity } = (await segments(range)).json();
    expect(granularity).toBe('frame');
    expect(data).toEqual([
      {
        start: '2026-02-03T09:00:00.000Z',
        end: '2026-02-03T09:02:00.000Z',
        app_name: 'Editor',
        window_name: 'plan.md - Writer',
        site: null,
        frames: 1,
        first_frame_id: expect.any(Number),
      },
      expect.objectContaining({ app_name: 'Mail', start: '2026-02-03T09:02:00.000Z' }),
    ]);
  });

  test('can be of one application', async () => {
    const { data } = (await segments({ ...range, app_name: 'Mail' })).json();
    expect(data.map((one: { app_name: string }) => one.app_name)).toEqual(['Mail']);
  });

  test('are none where nothing was captured', async () => {
    const reply = await segments({ start_time: '2026-02-05', end_time: '2026-02-04' });
    expect(reply.json().data).toEqual([]);
  });

  test.each([
    ['start_time', {}],
    ['start_time', { start_time: 'soon' }],
    ['end_time', { ...range, end_time: 'late' }],
    ['max', { ...range, max: '1' }],
    ['max', { ...range, max: '1000000' }],
  ])('name a bad %s', async (field, query) => {
    const reply = await segments(query);
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ code: 'INVALID_PARAMETER', field });
  });
});
