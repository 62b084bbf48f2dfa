import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { deviations, documentOf } from '#serve/document.fixture.ts';
import { type TestServer, testServer } from '#serve/server.fixture.ts';

let server: TestServer;
let document: Awaited<ReturnType<typeof documentOf>>;
let mailIds: number[];

const at = (minute: number, second = 0) =>
  new Date(Date.UTC(2026, 1, 3, 9, minute, second)).toISOString();

function mail(minute: number, text: string, app = 'Mail') {
  const box = { text: 'deposit', left: 0.1, top: 0.2, width: 0.3, height: 0.05, conf: 90 };
  return {
    timestamp: at(minute),
    app_name: app,
    window_name: 'Inbox',
    browser_url: app === 'Browser' ? 'https://www.bank.example/deposit' : undefined,
    ocr_results: [{ text, text_json: [box] }],
  };
}

beforeAll(async () => {
  server = await testServer();
  document = await documentOf(server.app);
  mailIds = await server.add('frames', [
    mail(0, 'the deposit arrived'),
    mail(1, 'the deposit arrived again'),
    mail(2, 'the deposit arrived once more'),
    // Between the others, in another window.
    mail(1.5, 'deposit on the page', 'Browser'),
    mail(20, 'late deposit'),
    { timestamp: at(21), app_name: 'Notes', ocr_results: [{ text: 'deposit without a place' }] },
  ]);
  await server.add('transcription', [
    { transcription: 'about the deposit', timestamp: at(40, 0) },
    { transcription: 'yes, the deposit', timestamp: at(40, 10) },
    { transcription: 'later the deposit', timestamp: at(42, 0) },
  ]);
  await server.add('input', { event_type: 'text', text_content: 'deposit', timestamp: at(50) });
});
afterAll(() => server.close());

async function get(path: string, query: Record<string, string>) {
  const reply = await server.app.inject({ url: path, query });
  expect(deviations(document, 'get', path, reply)).toEqual([]);
  return reply;
}

interface Row {
  type: string;
  content: { app_name?: string; timestamp: string };
  group?: { size: number; start_time: string; end_time: string; ids: number[] };
}

describe('GET /search?group=true', () => {
  test('makes neighbours of one window, and of one speaker, one row', async () => {
    const { data, pagination, has_more } = (
      await get('/search', { q: 'deposit', group: 'true' })
    ).json();
    const rows = data.map(({ type, content, group }: Row) => [
      type === 'OCR' ? content.app_name : type,
      group?.size,
    ]);
    expect(rows).toEqual([
      ['Audio', 1],
      ['Audio', 2],
      ['Notes', 1],
      ['Mail', 1],
      ['Mail', 3],
      ['Browser', 1],
    ]);
    expect(pagination.total).toBe(9);
    expect(has_more).toBe(false);
    expect(data[4].group).toEqual({
      size: 3,
      start_time: at(0),
      end_time: at(2),
      ids: [mailIds[2], mailIds[1], mailIds[0]],
    });
  });

  test('pages by rows, which together are all of them', async () => {
    const whole = (await get('/search', { q: 'deposit', group: 'true' })).json().data;
    const pages: Row[] = [];
    for (let offset = 0; offset < 6; offset += 2) {
      const query = { q: 'deposit', group: 'true', limit: '2', offset: String(offset) };
      const { data, has_more } = (await get('/search', query)).json();
      pages.push(...data);
      expect(has_more).toBe(offset < 4);
    }
    expect(pages).toEqual(whole);
  });

  test('works without words, and in order of time', async () => {
    const query = { group: 'true', content_type: 'ocr', order: 'ascending' };
    const { data } = (await get('/search', query)).json();
    expect(data.map(({ group }: Row) => group?.size)).toEqual([3, 1, 1, 1]);
    expect(data[0].match).toBeUndefined();
  });

  test('leaves input events as they are', async () => {
    const query = { q: 'deposit', group: 'true', content_type: 'input' };
    const { data } = (await get('/search', query)).json();
    expect(data).toEqual([expect.objectContaining({ type: 'Input' })]);
  });

  test('finds nothing where nothing is', async () => {
    const query = { q: 'nowhere', group: 'true', snippet: 'true' };
    expect((await get('/search', query)).json()).toMatchObject({
      data: [],
      pagination: { total: 0 },
      has_more: false,
    });
  });
});

describe('GET /search?snippet=true&positions=true', () => {
  test('says where the words were found', async () => {
    const query = { q: 'deposit', snippet: 'true', positions: 'true', limit: '5' };
    const { data } = (await get('/search', query)).json();
    expect(data[0].match).toEqual({
      matched_in: 'speech',
      snippet: { text: 'later the deposit', marks: [{ start: 10, end: 17 }] },
      text_positions: [],
    });
    expect(data[3].match).toMatchObject({ matched_in: 'text', text_positions: [] });
    expect(data[4].match).toMatchObject({
      matched_in: 'picture',
      text_positions: [
        {
          text: 'deposit',
          confidence: 0.9,
          bounds: { left: 0.1, top: 0.2, width: 0.3, height: 0.05 },
        },
      ],
    });
  });

  test('can be without the whole text', async () => {
    const query = { q: 'deposit', snippet: 'true', max_content_length: '4', limit: '1' };
    const { data } = (await get('/search', query)).json();
    expect(data[0].match.snippet.text).toBe('later the deposit');
    expect(data[0].content.transcription).not.toBe('later the deposit');
  });

  test('is not for pages with images', async () => {
    const reply = await get('/search', { q: 'deposit', group: 'true', include_frames: 'true' });
    expect(reply.statusCode).toBe(400);
    expect(reply.json().field).toBe('include_frames');
  });
});

describe('GET /search/facets', () => {
  test('counts a word by app, site and type', async () => {
    const { data, total, counted } = (
      await get('/search/facets', { q: 'deposit', fields: 'app,site,type' })
    ).json();
    expect({ total, counted }).toEqual({ total: 9, counted: 9 });
    expect(data.app).toEqual([
      { value: 'Mail', label: 'Mail', count: 4 },
      { value: 'Browser', label: 'Browser', count: 1 },
      { value: 'Notes', label: 'Notes', count: 1 },
    ]);
    expect(data.site).toEqual([{ value: 'bank.example', label: 'bank.example', count: 1 }]);
    expect(data.type.map(({ value, count }: never) => [value, count])).toEqual([
      ['OCR', 6],
      ['Audio', 3],
    ]);
    expect(data.day).toBeUndefined();
  });

  test('counts everything of a range that begins and ends within an hour', async () => {
    const query = { start_time: at(1), end_time: at(20), fields: 'app' };
    const { data, total } = (await get('/search/facets', query)).json();
    expect(total).toBe(4);
    expect(data.app[0]).toEqual({ value: 'Mail', label: 'Mail', count: 3 });
  });

  test('counts days as the time zone has them', async () => {
    const days = async (timezone: string) =>
      (await get('/search/facets', { fields: 'day', timezone })).json().data.day;
    expect(await days('UTC')).toEqual([{ value: '2026-02-03', label: '2026-02-03', count: 9 }]);
    expect((await days('Pacific/Honolulu'))[0].value).toBe('2026-02-02');
  });

  test('knows the time zone of this machine as local, and times stay in UTC', async () => {
    vi.stubEnv('TZ', 'Pacific/Honolulu');
    onTestFinished(() => void vi.unstubAllEnvs());
    const facets = await get('/search/facets', { fields: 'day', timezone: 'local' });
    expect(facets.json().data.day[0].value).toBe('2026-02-02');
    const found = await get('/search', { limit: '1', timezone: 'local' });
    expect(found.json().data[0].content.timestamp).toMatch(/Z$/);
  });

  test.each([{}, { q: 'deposit' }])('divides an hour in which a day begins, for %j', async (q) => {
    // Half past nine in London is midnight there.
    const query = { ...q, fields: 'day', timezone: 'Pacific/Marquesas' };
    const { data } = (await get('/search/facets', query)).json();
    expect(data.day.map(({ value, count }: never) => [value, count])).toEqual([
      ['2026-02-02', 6],
      ['2026-02-03', 3],
    ]);
  });

  test('keeps to the filters and to the most frequent', async () => {
    const query = { app_name: 'mail', fields: 'app,window', limit: '1' };
    const { data, total } = (await get('/search/facets', query)).json();
    expect(total).toBe(4);
    expect(data.window).toEqual([{ value: 'Inbox', label: 'Inbox', count: 4 }]);
  });

  test('reports speakers by their names', async () => {
    await using other = await testServer();
    await other.add('transcription', { transcription: 'hello', timestamp: at(1) });
    const [chunk] = (await other.app.inject('/search?content_type=audio')).json().data;
    await other.app.inject({
      method: 'POST',
      url: '/speakers/reassign',
      payload: { audio_chunk_id: chunk.content.chunk_id, new_speaker_name: 'Ana' },
    });
    const reply = await other.app.inject('/search/facets?fields=speaker');
    expect(reply.json().data.speaker).toEqual([
      { value: expect.stringMatching(/^\d+$/), label: 'Ana', count: 1 },
    ]);
  });

  test('finds nothing where nothing is', async () => {
    const { data, total } = (await get('/search/facets', { q: 'nowhere', fields: 'app' })).json();
    expect({ data, total }).toEqual({ data: { app: [] }, total: 0 });
  });

  test.each([
    ['fields', { fields: 'app,colour' }],
    ['timezone', { timezone: 'Mars/Olympus' }],
    ['limit', { limit: '0' }],
    ['start_time', { start_time: 'soon' }],
  ])('names a bad %s', async (field, query) => {
    const reply = await get('/search/facets', query);
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ code: 'INVALID_PARAMETER', field });
  });
});

test('GET /search with count=false says whether the total is exact', async () => {
  const reply = await server.app.inject('/search?q=deposit&group=true&count=false&limit=2');
  expect(deviations(document, 'get', '/search', reply)).toEqual([]);
  const counted = (await server.app.inject('/search?q=deposit&group=true&limit=2')).json();
  // Few enough to be read whole.
  expect(reply.json()).toEqual({ ...counted, total_is_exact: true });
});

describe('GET /search with exclude', () => {
  const find = async (query: string) => {
    const reply = await server.app.inject(`/search?limit=50&${query}`);
    expect(deviations(document, 'get', '/search', reply)).toEqual([]);
    const { data, pagination } = reply.json() as {
      data: { content: { text?: string; transcription?: string } }[];
      pagination: { total: number };
    };
    expect(data).toHaveLength(pagination.total);
    return data.map(({ content }) => content.text ?? content.transcription);
  };

  test('leaves out what holds one of the words, with words, beginnings and filters, and alone', async () => {
    const all = await find('content_type=ocr');
    const without = (...words: string[]) =>
      all.filter((text) => !words.some((word) => text?.split(' ').includes(word)));
    expect(await find('content_type=ocr&q=deposit&exclude=arrived')).toEqual(without('arrived'));
    expect(await find('content_type=ocr&q=depos*&exclude=arrived')).toEqual(without('arrived'));
    expect(await find('content_type=ocr&q=d*&exclude=arrived')).toEqual(without('arrived'));
    expect(await find('content_type=ocr&exclude=arrived late')).toEqual(without('arrived', 'late'));
    expect(await find('app_name=Mail&q=deposit&exclude="once more"')).not.toContain(
      'the deposit arrived once more',
    );
    expect(await find('content_type=ocr&q=late&exclude="  "')).toEqual(['late deposit']);
    expect(await find('content_type=input&exclude=deposit')).toEqual([]);
  });

  test('is counted by the facets as well', async () => {
    const reply = await server.app.inject('/search/facets?content_type=ocr&exclude=arrived');
    expect(reply.json().total).toBe(3);
  });
});

test('GET /search/spelling reports what may have been meant', async () => {
  const ask = async (query: string) => {
    const reply = await server.app.inject(`/search/spelling${query}`);
    expect(deviations(document, 'get', '/search/spelling', reply)).toEqual([]);
    return reply.json();
  };
  expect(await ask('?q=depposit')).toEqual({ suggestion: 'deposit' });
  expect(await ask('?q=deposit')).toEqual({ suggestion: null });
  expect(await ask('')).toMatchObject({ code: 'INVALID_PARAMETER' });
});
