import { rm, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deviations, documentOf } from '#serve/document.fixture.ts';
import { type TestServer, testServer } from '#serve/server.fixture.ts';

let server: TestServer;
let shown: number;
let missing: number;
let broken: number;
let textOnly: number;
let last: number;

async function filePath(id: number): Promise<string> {
  return (await server.app.inject(`/frames/${id}/metadata`)).json().file_path;
}

beforeAll(async () => {
  server = await testServer();
  const at = (minute: number) => `2026-02-03T09:0${minute}:00Z`;
  [shown = 0, missing = 0, broken = 0, textOnly = 0, last = 0] = await server.add('frames', [
    {
      file_path: await server.makeImage({ width: 1920, height: 1080 }),
      timestamp: at(0),
      app_name: 'Editor',
      window_name: 'plan.md',
      browser_url: 'https://a.example/x',
      focused: false,
      ocr_results: [
        {
          text: 'Hello World, see https://b.example/y.',
          text_json: JSON.stringify([
            { text: 'Hello', left: '0.1', top: '0.2', width: '0.3', height: '0.05', conf: '88' },
            { text: 'World', left: '0.5', top: '0.2', width: '0.3', height: '0.05', conf: '0.5' },
            { text: '', left: '0', top: '0', width: '1', height: '1', conf: '-1' },
            { text: 'flat', left: '0', top: '0', width: '1', height: '0', conf: '90' },
          ]),
        },
      ],
    },
    { file_path: await server.makeImage(), timestamp: at(1) },
    { file_path: await server.makeImage(), timestamp: at(2) },
    {
      timestamp: at(3),
      elements: [
        { role: 'window', text: 'Settings', depth: 0 },
        {
          role: 'link',
          text: 'https://c.example/z',
          parent: 0,
          depth: 1,
          bounds: { left: 0.25, top: 0.5, width: 0.5, height: 0.1 },
        },
      ],
    },
    { file_path: await server.makeImage(), timestamp: at(4) },
  ]);
  await rm(await filePath(missing));
  await writeFile(await filePath(broken), 'no image');
});
afterAll(() => server.close());

async function get(path: string, id: number, query = '') {
  const reply = await server.app.inject(`${path.replace('{frame_id}', String(id))}${query}`);
  expect(deviations(await documentOf(server.app), 'get', path, reply)).toEqual([]);
  return reply;
}

describe('GET /frames/{frame_id}', () => {
  test('is the whole JPEG', async () => {
    const reply = await get('/frames/{frame_id}', shown);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toBe('image/jpeg');
    const { format, width, height } = await sharp(reply.rawPayload).metadata();
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1920, height: 1080 });
  });

  test('may be kept by the browser, which has to ask again each time', async () => {
    const first = await get('/frames/{frame_id}', shown);
    expect(first.headers['cache-control']).toBe('private, no-cache');
    const etag = String(first.headers.etag);
    const again = await server.app.inject({
      url: `/frames/${shown}`,
      headers: { 'if-none-match': `"other", W/${etag}` },
    });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
    const other = await server.app.inject({
      url: `/frames/${last}`,
      headers: { 'if-none-match': etag },
    });
    expect(other.statusCode).toBe(200);
  });

  test('does not confirm an image that is missing', async () => {
    const reply = await server.app.inject({
      url: `/frames/${missing}`,
      headers: { 'if-none-match': '*' },
    });
    expect(reply.statusCode).toBe(410);
  });

  test('is a 404 for a frame that never was', async () => {
    const reply = await get('/frames/{frame_id}', 99_999);
    expect(reply.statusCode).toBe(404);
    expect(reply.json()).toMatchObject({ code: 'FRAME_NOT_FOUND', frame_id: 99_999 });
  });

  test('is a 410 when the file is missing, broken, or was never there', async () => {
    for (const id of [missing, broken, textOnly]) {
      const reply = await get('/frames/{frame_id}', id);
      expect(reply.statusCode).toBe(410);
      expect(reply.json()).toMatchObject({ code: 'FRAME_GONE', frame_id: id });
    }
  });

  test.each(['abc', '-1', '1.5', '1e3', '99999999999999999999', '%20'])(
    'is a 400 for the id %s',
    async (id) => {
      const reply = await server.app.inject(`/frames/${id}`);
      expect(reply.statusCode).toBe(400);
      expect(reply.json()).toMatchObject({ code: 'INVALID_PARAMETER', field: 'frame_id' });
    },
  );

  test('takes redact_pii as a flag and nothing else', async () => {
    expect((await get('/frames/{frame_id}', shown, '?redact_pii=false')).statusCode).toBe(200);
    expect((await get('/frames/{frame_id}', shown, '?redact_pii=oui')).statusCode).toBe(400);
  });

  test('is a 408 when the image cannot be had in time', async () => {
    await using slow = await testServer((real) => ({
      media: { ...real.media, readJpeg: () => new Promise(() => undefined) },
      limits: { ...real.limits, frameTimeoutMs: 40 },
    }));
    const [id] = await slow.add('frames', { file_path: await slow.makeImage() });
    const reply = await slow.app.inject(`/frames/${id}`);
    expect(reply.statusCode).toBe(408);
    expect(reply.json().code).toBe('FRAME_TIMEOUT');
  });
});

describe('GET /frames/{frame_id}?width=', () => {
  const sizeOf = async (id: number, query: string) => {
    const reply = await get('/frames/{frame_id}', id, query);
    expect(reply.headers['content-type']).toBe('image/jpeg');
    const { width, height } = await sharp(reply.rawPayload).metadata();
    return { width, height };
  };

  test('is the same picture, smaller', async () => {
    expect(await sizeOf(shown, '?width=240')).toEqual({ width: 240, height: 135 });
    expect(await sizeOf(shown, '?width=960')).toEqual({ width: 960, height: 540 });
    expect(await sizeOf(shown, '?width=240')).toEqual({ width: 240, height: 135 });
  });

  test('never enlarges', async () => {
    expect(await sizeOf(last, '?width=240')).toEqual({ width: 40, height: 20 });
  });

  test('has its own etag, which saves sending it again', async () => {
    const url = `/frames/${shown}?width=240`;
    const { etag } = (await server.app.inject(url)).headers;
    expect(etag).not.toBe((await server.app.inject(`/frames/${shown}`)).headers.etag);
    const again = await server.app.inject({ url, headers: { 'if-none-match': String(etag) } });
    expect(again.statusCode).toBe(304);
  });

  test('is missing with its file, also when it was asked for before', async () => {
    await using other = await testServer();
    const [id = 0] = await other.add('frames', { file_path: await other.makeImage() });
    const url = `/frames/${id}?width=32`;
    expect((await other.app.inject(url)).statusCode).toBe(200);
    await rm((await other.app.inject(`/frames/${id}/metadata`)).json().file_path);
    expect((await other.app.inject(url)).statusCode).toBe(410);
    expect((await get('/frames/{frame_id}', broken, '?width=32')).statusCode).toBe(410);
    expect((await get('/frames/{frame_id}', 99_999, '?width=32')).statusCode).toBe(404);
  });

  test.each(['0', '15', '8193', 'wide', '-240'])('is a 400 for the width %s', async (width) => {
    const reply = await get('/frames/{frame_id}', shown, `?width=${width}`);
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ code: 'INVALID_PARAMETER', field: 'width' });
  });
});

describe('GET /frames/{frame_id}/ocr', () => {
  test.each(['/frames/{frame_id}/ocr', '/frames/{frame_id}/text'])(
    '%s gives words in pixels and in fractions',
    async (path) => {
      const reply = await get(path, shown);
      expect(reply.json()).toEqual({
        frame_id: shown,
        text_positions: [
          {
            text: 'Hello',
            x: 192,
            y: 216,
            width: 576,
            height: 54,
            confidence: 0.88,
            bounds: { left: 0.1, top: 0.2, width: 0.3, height: 0.05 },
          },
          expect.objectContaining({ text: 'World', x: 960, confidence: 0.5 }),
        ],
      });
    },
  );

  test('keeps to the words that contain the query', async () => {
    const reply = await get('/frames/{frame_id}/ocr', shown, '?query=WOR');
    expect(reply.json().text_positions).toHaveLength(1);
  });

  test('falls back to elements, in fractions when there is no image', async () => {
    const reply = await get('/frames/{frame_id}/ocr', textOnly);
    expect(reply.json().text_positions).toEqual([
      expect.objectContaining({ text: 'https://c.example/z', x: 0.25, y: 0.5, confidence: 1 }),
    ]);
  });

  test('is empty for a frame without text, and a 404 for no frame', async () => {
    expect((await get('/frames/{frame_id}/ocr', last)).json().text_positions).toEqual([]);
    expect((await get('/frames/{frame_id}/ocr', 99_999)).statusCode).toBe(404);
  });
});

describe('GET /frames/{frame_id}/metadata', () => {
  test('says when and where', async () => {
    const reply = await get('/frames/{frame_id}/metadata', shown);
    expect(reply.json()).toMatchObject({
      frame_id: shown,
      timestamp: '2026-02-03T09:00:00.000Z',
      app_name: 'Editor',
      window_name: 'plan.md',
      browser_url: 'https://a.example/x',
      focused: false,
      width: 1920,
      height: 1080,
    });
  });

  test('is a 404 for no frame', async () => {
    const reply = await get('/frames/{frame_id}/metadata', 99_999);
    expect(reply.statusCode).toBe(404);
    expect(reply.json()).toMatchObject({ code: 'FRAME_NOT_FOUND', frame_id: 99_999 });
  });
});

describe('GET /frames/next-valid', () => {
  async function next(query: string) {
    const reply = await server.app.inject(`/frames/next-valid${query}`);
    const document = await documentOf(server.app);
    expect(deviations(document, 'get', '/frames/next-valid', reply)).toEqual([]);
    return reply;
  }

  test('skips frames without a file', async () => {
    const reply = await next(`?frame_id=${broken}`);
    expect(reply.json()).toEqual({
      frame_id: last,
      timestamp: '2026-02-03T09:04:00.000Z',
      skipped_count: 1,
    });
  });

  test.each(['backward', 'BACKWARD'])('goes %s as well', async (direction) => {
    const reply = await next(`?frame_id=${broken}&direction=${direction}`);
    expect(reply.json()).toMatchObject({ frame_id: shown, skipped_count: 1 });
  });

  test('goes forward for any other direction', async () => {
    expect((await next(`?frame_id=${textOnly}&direction=up`)).json().frame_id).toBe(last);
  });

  test('is a 404 when no file is near enough', async () => {
    const reply = await next(`?frame_id=${broken}&limit=1`);
    expect(reply.statusCode).toBe(404);
    expect(reply.json()).toMatchObject({
      code: 'NO_VALID_FRAME',
      frame_id: broken,
      checked_count: 1,
    });
    expect((await next(`?frame_id=${last}`)).json()).toMatchObject({ checked_count: 0 });
  });

  test('needs to know where to start', async () => {
    expect((await next('')).json()).toMatchObject({ code: 'INVALID_PARAMETER', field: 'frame_id' });
    expect((await next('?frame_id=1&limit=0')).statusCode).toBe(400);
  });
});

describe('GET /frames/{frame_id}/elements and /context', () => {
  test('list the elements of the frame', async () => {
    const reply = await get('/frames/{frame_id}/elements', textOnly);
    const { data, pagination } = reply.json();
    expect(pagination.total).toBe(2);
    expect(data[1]).toMatchObject({
      frame_id: textOnly,
      source: 'accessibility',
      role: 'link',
      parent_id: data[0].id,
      depth: 1,
      bounds: { left: 0.25, top: 0.5, width: 0.5, height: 0.1 },
    });
    const none = await get('/frames/{frame_id}/elements', textOnly, '?source=ocr');
    expect(none.json().data).toEqual([]);
    expect((await get('/frames/{frame_id}/elements', 99_999)).statusCode).toBe(404);
    expect((await get('/frames/{frame_id}/elements', shown, '?source=x')).statusCode).toBe(400);
  });

  test('put text, elements and links together', async () => {
    expect((await get('/frames/{frame_id}/context', textOnly)).json()).toEqual({
      frame_id: textOnly,
      text: null,
      nodes: [
        { role: 'window', text: 'Settings', depth: 0 },
        {
          role: 'link',
          text: 'https://c.example/z',
          depth: 1,
          bounds: { left: 0.25, top: 0.5, width: 0.5, height: 0.1 },
        },
      ],
      urls: ['https://c.example/z'],
      text_source: 'accessibility',
    });
    expect((await get('/frames/{frame_id}/context', shown)).json()).toMatchObject({
      text: 'Hello World, see https://b.example/y.',
      nodes: [],
      urls: ['https://a.example/x', 'https://b.example/y'],
      text_source: 'ocr',
    });
    expect((await get('/frames/{frame_id}/context', 99_999)).statusCode).toBe(404);
  });
});

// The last, because it adds a frame that the tests above must not meet.
test('elements beyond the page are counted too', async () => {
  const word = { text: 'w', left: 0, top: 0, width: 0.1, height: 0.1 };
  const [id = 0] = await server.add('frames', {
    elements: Array(10_000).fill({ role: 'text', text: 'w' }),
    ocr_results: [{ text: 'w', text_json: [word] }],
  });
  const { data, pagination } = (await get('/frames/{frame_id}/elements', id)).json();
  expect(data).toHaveLength(10_000);
  expect(pagination.total).toBe(10_001);
});
