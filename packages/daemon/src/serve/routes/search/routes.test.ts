import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deviations, documentOf } from '#serve/document.fixture.ts';
import { type TestServer, testServer } from '#serve/server.fixture.ts';

let server: TestServer;
let frameIds: number[];
let document: Awaited<ReturnType<typeof documentOf>>;

beforeAll(async () => {
  server = await testServer();
  document = await documentOf(server.app);
  const goneImage = await server.makeImage();
  frameIds = await server.add('frames', [
    {
      file_path: await server.makeImage(),
      timestamp: '2026-02-03T09:00:00Z',
      app_name: 'Editor',
      window_name: 'plan.md - Writer',
      focused: true,
      frame_name: 'first frame',
      ocr_results: [
        {
          text: 'quarterly budget plan',
          text_json: JSON.stringify([
            {
              text: 'quarterly',
              left: '0.1',
              top: '0.2',
              width: '0.3',
              height: '0.05',
              conf: '91',
            },
          ]),
        },
      ],
      tags: ['work', 'money'],
    },
    {
      file_path: goneImage,
      timestamp: '2026-02-03T09:01:00Z',
      app_name: 'Browser',
      window_name: '会議の予定',
      browser_url: 'https://calendar.example/week',
      ocr_results: [
        {
          text: '明日の会議は中止です budget',
          text_json: [{ text: 'budget', left: 0.5, top: 0.5, width: 0.1, height: 0.1 }],
        },
      ],
      tags: ['work'],
    },
  ]);
  await server.app.inject({
    method: 'POST',
    url: '/memories',
    payload: { content: 'budget review is on Friday', tags: ['money'] },
  });
  await server.add(
    'transcription',
    {
      transcription: 'let us start with the budget',
      timestamp: '2026-02-03T09:02:00Z',
    },
    'Desk Mic',
  );
  await server.add('ui', {
    text: 'Budget dialog',
    app_name: 'Sheets',
    window_name: 'Totals',
    timestamp: '2026-02-03T09:03:00Z',
  });
  await server.add('input', {
    event_type: 'clipboard',
    text_content: 'copied budget',
    app_name: 'Sheets',
    timestamp: '2026-02-03T09:04:00Z',
  });
  const metadata = await server.app.inject(`/frames/${frameIds[1]}/metadata`);
  await rm(metadata.json().file_path);
});
afterAll(() => server.close());

async function search(query: Record<string, string | string[]>, path = '/search') {
  const reply = await server.app.inject({ url: path, query });
  expect(deviations(document, 'get', path, reply)).toEqual([]);
  return reply.json();
}

async function types(query: Record<string, string | string[]>): Promise<string[]> {
  const { data } = await search(query);
  return data.map((item: { type: string }) => item.type);
}

describe('GET /search', () => {
  test('returns what was captured, newest first, with the exact total', async () => {
    const { data, pagination } = await search({ q: 'budget', limit: '2' });
    expect(pagination).toEqual({ limit: 2, offset: 0, total: 4 });
    expect(data).toEqual([
      {
        type: 'UI',
        content: {
          id: expect.any(Number),
          text: 'Budget dialog',
          timestamp: '2026-02-03T09:03:00.000Z',
          app_name: 'Sheets',
          window_name: 'Totals',
          initial_traversal_at: null,
          file_path: '',
          offset_index: 0,
          frame_name: null,
          browser_url: null,
        },
      },
      {
        type: 'Audio',
        content: {
          chunk_id: expect.any(Number),
          transcription: 'let us start with the budget',
          timestamp: '2026-02-03T09:02:00.000Z',
          file_path: '',
          offset_index: -1,
          tags: [],
          device_name: 'Desk Mic',
          device_type: 'Input',
          other_devices: [],
          speaker: null,
          speaker_id: null,
          speaker_label: null,
          start_time: null,
          end_time: null,
          language: null,
        },
      },
    ]);
  });

  test('gives frames with all that is known about them', async () => {
    const { data } = await search({ q: 'quarterly' });
    expect(data).toEqual([
      {
        type: 'OCR',
        content: {
          frame_id: frameIds[0],
          text: 'quarterly budget plan',
          timestamp: '2026-02-03T09:00:00.000Z',
          file_path: expect.stringMatching(/^\/.*\.jpg$/),
          offset_index: 0,
          app_name: 'Editor',
          window_name: 'plan.md - Writer',
          tags: ['money', 'work'],
          frame: null,
          frame_name: 'first frame',
          browser_url: null,
          focused: true,
          device_name: 'monitor_1',
          text_source: 'ocr',
          capture_trigger: 'manual',
          machine_id: null,
        },
      },
    ]);
  });

  test.each([
    ['all', ['UI', 'Audio', 'OCR', 'OCR']],
    ['All', ['UI', 'Audio', 'OCR', 'OCR']],
    ['', ['UI', 'Audio', 'OCR', 'OCR']],
    ['ocr', ['OCR', 'OCR']],
    ['audio', ['Audio']],
    ['ui', ['UI']],
    ['accessibility', ['UI']],
    ['vision', ['UI', 'OCR', 'OCR']],
    ['input', ['Input']],
    ['memory', ['Memory']],
    ['audio+ui', ['UI', 'Audio']],
    ['audio ui', ['UI', 'Audio']],
    ['ocr+ui', ['UI', 'OCR', 'OCR']],
    ['audio+ocr', ['Audio', 'OCR', 'OCR']],
    ['vision+audio+input', ['Input', 'UI', 'Audio', 'OCR', 'OCR']],
    ['all_modalities', ['Input', 'UI', 'Audio', 'OCR', 'OCR']],
    ['vision+input', ['Input', 'UI', 'OCR', 'OCR']],
    ['audio+input', ['Input', 'Audio']],
  ])('content_type %s finds %j', async (contentType, expected) => {
    expect(await types({ q: 'budget', content_type: contentType })).toEqual(expected);
  });

  test('content_type=memory finds what /memories has, by words, time, tags and length', async () => {
    const find = async (query: object) => {
      const asked = { content_type: 'memory', ...query };
      const reply = await server.app.inject({ url: '/search', query: asked });
      expect(deviations(document, 'get', '/search', reply)).toEqual([]);
      return reply.json();
    };
    const { data, pagination } = await find({ q: 'budget review', tags: 'money' });
    expect(pagination).toMatchObject({ total: 1 });
    const [{ type, content }] = data;
    const { timestamp, ...memory } = content;
    const own = await server.app.inject({ url: `/memories/${content.id}` });
    expect([type, memory, timestamp]).toEqual(['Memory', own.json(), memory.created_at]);
    expect((await find({ max_content_length: 6 })).data[0].content.content).toContain('removed');
    for (const query of [
      { q: 'harbour' },
      { exclude: 'harbour review' },
      { tags: 'work' },
      { end_time: '2020-01-01' },
      { min_length: 500 },
      { app_name: 'Editor' },
      { offset: 1 },
    ])
      expect((await find(query)).data).toEqual([]);
  });

  test.each(['video', 'ocr+video', 'memory+ocr', 'constructor', '+'])(
    'refuses content_type "%s"',
    async (contentType) => {
      const reply = await server.app.inject({
        url: '/search',
        query: { content_type: contentType },
      });
      expect(reply.statusCode).toBe(400);
      expect(reply.json().field).toBe('content_type');
    },
  );

  test.each([
    [{ app_name: 'edit' }, ['OCR']],
    [{ window_name: 'WRITER' }, ['OCR']],
    [{ window_name: '会議' }, ['OCR']],
    [{ frame_name: 'first' }, ['OCR']],
    [{ browser_url: 'calendar.example' }, ['OCR']],
    [{ browser_url: 'calendar.example', content_type: 'audio' }, ['OCR']],
    [{ focused: 'true', content_type: 'all' }, ['OCR']],
    [{ app_name: 'Sheets' }, ['UI']],
    [{ app_name: 'Sheets', content_type: 'audio' }, []],
    [{ device_name: 'mic' }, ['Audio']],
    [{ tags: 'work' }, ['OCR', 'OCR']],
    [{ tags: 'work,money' }, ['OCR']],
    [{ min_length: '22', content_type: 'audio+ocr' }, ['Audio']],
    [{ max_length: '13' }, ['UI']],
    [{ start_time: '2026-02-03T09:02:00Z', end_time: '2026-02-03T09:03:00Z' }, ['UI', 'Audio']],
    [{ end_time: '1770109200' }, ['OCR']],
    [{ start_time: '2026-02-03', end_time: '2026-02-03' }, ['UI', 'Audio', 'OCR', 'OCR']],
    [{ end_time: '2026-02-02' }, []],
    [{ order: 'ascending' }, ['OCR', 'OCR', 'Audio', 'UI']],
    [{ limit: '1', offset: '1' }, ['Audio']],
    [{ on_screen: 'maybe', unknown: 'x', timezone: 'utc' }, ['UI', 'Audio', 'OCR', 'OCR']],
    [{ machine_id: 'other' }, []],
    [{ speaker_name: 'nobody' }, []],
    [{ app_name: ['Sheets', 'edit'] }, ['UI', 'OCR']],
    [{ app_name: ['Sheets', ''], window_name: ['nothing like it'] }, []],
  ] as [Record<string, string | string[]>, string[]][])(
    'the filter %j finds %j',
    async (query, expected) => {
      expect(await types(query)).toEqual(expected);
    },
  );

  test.each([
    ['会議', 1],
    ['中止', 1],
    ['"budget plan"', 1],
    ['plan budget', 1],
    ['quart*', 1],
    ['"', 0],
    ['*', 0],
    ['-', 0],
    ['AND', 0],
    ['budget AND', 0],
    ['🙂', 0],
    ["'; DROP TABLE frames; --", 0],
    ['NEAR(budget plan)', 0],
    ['budget\u0000plan', undefined],
    ['\ud800', undefined],
  ])('%j is a query', async (q, total) => {
    const reply = await server.app.inject({
      url: `/search?q=${encodeURIComponent(q.toWellFormed())}`,
    });
    expect(reply.statusCode).toBe(200);
    if (total !== undefined) expect(reply.json().pagination.total).toBe(total);
  });

  test('puts images into the items, and null where the file is missing', async () => {
    const { data } = await search({ content_type: 'ocr', include_frames: 'true' });
    const frames = data.map((item: { content: { frame: string | null } }) => item.content.frame);
    expect(frames[0]).toBeNull();
    expect(Buffer.from(frames[1], 'base64').subarray(0, 3)).toEqual(
      Buffer.from([0xff, 0xd8, 0xff]),
    );
  });

  test('lowers a limit above the maximum, and says so', async () => {
    expect((await search({ limit: '10001' })).pagination.limit).toBe(10_000);
  });

  test('shortens long texts in the middle', async () => {
    const { data } = await search({ q: '会議', max_content_length: '5' });
    expect(data[0].content.text).toBe('明日の… [12 characters removed] …et');
  });

  test('says that there is no cloud, when asked', async () => {
    expect((await search({ include_cloud: 'true' })).cloud).toEqual({
      cloudSearchAvailable: false,
      cloudHasRelevantData: false,
      cloudQueryHint: null,
      status: 'Disabled',
    });
    expect(await search({})).not.toHaveProperty('cloud');
  });

  test('names the parameter that cannot be read', async () => {
    const reply = await server.app.inject('/search?speaker_ids=1,two');
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ code: 'INVALID_PARAMETER', field: 'speaker_ids' });
  });
});

describe('GET /search/keyword', () => {
  test('returns a bare list with the places of the words', async () => {
    const matches = await search({ query: 'quarterly' }, '/search/keyword');
    expect(matches).toEqual([
      {
        frame_id: frameIds[0],
        timestamp: '2026-02-03T09:00:00.000Z',
        text_positions: [
          {
            text: 'quarterly',
            confidence: 0.91,
            bounds: { left: 0.1, top: 0.2, width: 0.3, height: 0.05 },
          },
        ],
        app_name: 'Editor',
        window_name: 'plan.md - Writer',
        confidence: expect.any(Number),
        text: 'quarterly budget plan',
        url: '',
      },
    ]);
  });

  test('knows its query as q as well', async () => {
    expect(await search({ q: 'quarterly' }, '/search/keyword')).toHaveLength(1);
  });

  test('finds beginnings of words when asked to be fuzzy', async () => {
    expect(await search({ query: 'quart' }, '/search/keyword')).toEqual([]);
    expect(await search({ query: 'quart', fuzzy_match: 'true' }, '/search/keyword')).toHaveLength(
      1,
    );
  });

  test('keeps to the applications it is given', async () => {
    const query = { query: 'budget', app_names: 'Browser,Mail' };
    const matches = await search(query, '/search/keyword');
    expect(matches.map((match: { app_name: string }) => match.app_name)).toEqual(['Browser']);
  });

  test('returns clusters when asked to group', async () => {
    const groups = await search({ query: 'budget', group: 'true' }, '/search/keyword');
    expect(groups).toHaveLength(1);
    expect(groups[0]).toMatchObject({
      representative: { frame_id: frameIds[1], text: '', text_positions: [] },
      group_size: 1,
      start_time: '2026-02-03T09:01:00.000Z',
      frame_ids: [frameIds[1]],
    });
  });

  test.each(['', '?query=', '?query=%20&q='])('needs a word, also with "%s"', async (query) => {
    const reply = await server.app.inject(`/search/keyword${query}`);
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({
      code: 'INVALID_PARAMETER',
      field: 'query',
      error: 'query must be at least one word',
    });
  });
});
