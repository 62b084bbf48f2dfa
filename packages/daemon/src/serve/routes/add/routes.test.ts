import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deviations, documentOf } from '#serve/document.fixture.ts';
import { portOf } from '#serve/http/raw-exchange.fixture.ts';
import { NOW_MS, type TestServer, testServer } from '#serve/server.fixture.ts';
import { DiskFullError } from '#store/errors.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

async function add(content: unknown, deviceName: unknown = 'monitor_1', on = server) {
  const reply = await on.app.inject({
    method: 'POST',
    url: '/add',
    payload: { device_name: deviceName, content },
  });
  expect(deviations(await documentOf(on.app), 'post', '/add', reply)).toEqual([]);
  return reply;
}

async function found(q: string, contentType = 'all') {
  const query = { q, content_type: contentType };
  const reply = await server.app.inject({ url: '/search', query });
  return reply.json().data as { type: string; content: Record<string, unknown> }[];
}

async function storedImages(on: TestServer): Promise<string[]> {
  const files = await readdir(join(on.dataDir, 'data'), { recursive: true, withFileTypes: true });
  return files.filter((file) => file.isFile()).map((file) => file.name);
}

describe('frames', () => {
  test('are stored with their image, text, words and tags', async () => {
    const reply = await add({
      content_type: 'frames',
      data: [
        {
          file_path: await server.makeImage(),
          timestamp: '2026-02-03T09:00:00+01:00',
          app_name: 'Editor',
          window_name: 'plan.md',
          ocr_results: [
            { text: 'alpha one', ocr_engine: 'tesseract', focused: true },
            {
              text: 'alpha two',
              text_json: JSON.stringify([
                { text: 'alpha', left: '0', top: '0', width: '0.5', height: '0.5', conf: '1' },
              ]),
            },
          ],
          tags: ['work', ' work'],
        },
      ],
    });
    expect(reply.json()).toEqual({
      success: true,
      message: 'frames stored: 1',
      ids: [expect.any(Number)],
    });
    const [item] = await found('alpha');
    expect(item).toMatchObject({
      type: 'OCR',
      content: {
        frame_id: reply.json().ids[0],
        text: 'alpha one\nalpha two',
        timestamp: '2026-02-03T08:00:00.000Z',
        focused: true,
        tags: ['work'],
        device_name: 'monitor_1',
        text_source: 'ocr',
      },
    });
    const words = await server.app.inject(`/frames/${reply.json().ids[0]}/ocr`);
    expect(words.json().text_positions).toMatchObject([{ text: 'alpha', width: 20, height: 10 }]);
  });

  test.each([
    ['a list', (frame: object) => [frame]],
    ['one object', (frame: object) => frame],
    ['a list under its name', (frame: object) => ({ frames: [frame] })],
    ['one object under its name', (frame: object) => ({ frames: frame })],
  ])('may come as %s', async (shape, wrap) => {
    const word = `shape${shape.replaceAll(' ', '')}`;
    const reply = await add({
      content_type: 'frames',
      data: wrap({ ocr_results: [{ text: word }] }),
    });
    expect(reply.json().ids).toHaveLength(1);
    expect(await found(word)).toHaveLength(1);
  });

  test('may have keys in camelCase, and null for what is not known', async () => {
    const reply = await add({
      contentType: 'frames',
      data: {
        filePath: await server.makeImage(),
        appName: 'CamelApp',
        windowName: 'CamelWindow',
        browserUrl: null,
        ocrResults: [{ text: 'camelword', textJson: null, ocrEngine: 'tesseract' }],
        tags: null,
      },
    });
    expect(reply.statusCode).toBe(200);
    expect(await found('camelword')).toMatchObject([
      { content: { app_name: 'CamelApp', window_name: 'CamelWindow', browser_url: null } },
    ]);
  });

  test('without a file are text only, at the present time', async () => {
    await add({ content_type: 'frames', data: { file_path: '', ocr_results: [{ text: 'bare' }] } });
    expect(await found('bare')).toMatchObject([
      { content: { file_path: '', timestamp: new Date(NOW_MS).toISOString() } },
    ]);
  });

  test('keep the order of their ids', async () => {
    const reply = await add({
      content_type: 'frames',
      data: ['orderone', 'ordertwo'].map((text) => ({ ocr_results: [{ text }] })),
    });
    const [first, second] = reply.json().ids;
    expect(await found('orderone')).toMatchObject([{ content: { frame_id: first } }]);
    expect(await found('ordertwo')).toMatchObject([{ content: { frame_id: second } }]);
  });

  test('leave nothing behind when one of their images cannot be read', async () => {
    await using fresh = await testServer();
    const noImage = join(fresh.dataDir, '..', 'no-image.png');
    await writeFile(noImage, 'this is text');
    for (const path of [noImage, join(fresh.dataDir, 'missing.png'), fresh.dataDir]) {
      const data = [
        { file_path: await fresh.makeImage(), ocr_results: [{ text: 'half' }] },
        { file_path: path, ocr_results: [{ text: 'half' }] },
      ];
      const reply = await add({ content_type: 'frames', data }, 'monitor_1', fresh);
      expect(reply.statusCode).toBe(400);
      expect(reply.json()).toMatchObject({ code: 'UNREADABLE_IMAGE', success: false });
    }
    expect(await storedImages(fresh)).toEqual([]);
    expect((await fresh.app.inject('/search?q=half')).json().pagination.total).toBe(0);
  });

  test('leave no image behind when the disk is full, and reading goes on', async () => {
    await using full = await testServer((real) => ({
      store: {
        ...real.store,
        content: { ...real.store.content, add: () => Promise.reject(new DiskFullError()) },
      },
    }));
    const data = { file_path: await full.makeImage() };
    const reply = await add({ content_type: 'frames', data }, 'monitor_1', full);
    expect(reply.statusCode).toBe(507);
    expect(reply.json().code).toBe('DISK_FULL');
    expect(await storedImages(full)).toEqual([]);
    expect((await full.app.inject('/search')).statusCode).toBe(200);
  });

  test('are given up, with their images, when the client goes away', async () => {
    const secondStarted = Promise.withResolvers<void>();
    const discarded = Promise.withResolvers<void>();
    let imports = 0;
    await using left = await testServer((real) => ({
      media: {
        ...real.media,
        async importImage(path, atMs, device, signal) {
          imports += 1;
          if (imports === 1) return real.media.importImage(path, atMs, device, signal);
          secondStarted.resolve();
          if (signal !== undefined) await once(signal, 'abort');
          throw signal?.reason;
        },
        async discard(path) {
          await real.media.discard(path);
          discarded.resolve();
        },
      },
    }));
    const file = await left.makeImage();
    const call = request({ port: await portOf(left.app), path: '/add', method: 'POST' });
    call.on('error', () => undefined);
    call.end(
      JSON.stringify({
        content: { content_type: 'frames', data: [{ file_path: file }, { file_path: file }] },
      }),
    );
    await secondStarted.promise;
    expect(await storedImages(left)).toHaveLength(1);
    call.destroy();
    await discarded.promise;
    expect(await storedImages(left)).toEqual([]);
  });
});

describe('transcriptions', () => {
  test.each([
    ['one object', (item: object) => item],
    ['a list', (item: object) => [item]],
    ['one object under its name', (item: object) => ({ transcription: item })],
  ])('may come as %s', async (shape, wrap) => {
    const word = `spoken${shape.replaceAll(' ', '')}`;
    const reply = await add(
      {
        content_type: 'transcription',
        data: wrap({ transcription: word, transcriptionEngine: 'whisper' }),
      },
      'Desk Mic',
    );
    expect(reply.json()).toMatchObject({
      success: true,
      ids: [expect.any(Number)],
      transcription_ids: [expect.any(Number)],
    });
    expect(await found(word)).toMatchObject([
      {
        type: 'Audio',
        content: { chunk_id: reply.json().ids[0], device_name: 'Desk Mic', device_type: 'Input' },
      },
    ]);
  });

  test('may say more about themselves', async () => {
    await add({
      content_type: 'transcription',
      data: {
        transcription: 'detailedspeech',
        timestamp: 1770109200,
        is_input: false,
        start_time: 1.5,
        end_time: 2.5,
        tags: ['call'],
        device_name: 'Speakers',
      },
    });
    expect(await found('detailedspeech')).toMatchObject([
      {
        content: {
          timestamp: '2026-02-03T09:00:00.000Z',
          device_name: 'Speakers',
          device_type: 'Output',
          start_time: 1.5,
          end_time: 2.5,
          tags: ['call'],
        },
      },
    ]);
  });
});

describe('UI texts and input events', () => {
  test('are stored', async () => {
    const ui = await add({
      content_type: 'ui',
      data: { text: 'dialogtext', app_name: 'Sheets', initial_traversal_at: '1h ago' },
    });
    expect(await found('dialogtext', 'ui')).toMatchObject([
      {
        content: {
          id: ui.json().ids[0],
          app_name: 'Sheets',
          initial_traversal_at: new Date(NOW_MS - 3_600_000).toISOString(),
        },
      },
    ]);
    const input = await add({
      content_type: 'input',
      data: [{ eventType: 'text', textContent: 'typedtext', x: 10.6 }],
    });
    expect(await found('typedtext', 'input')).toMatchObject([
      { type: 'Input', content: { id: input.json().ids[0], event_type: 'text', x: 11 } },
    ]);
  });
});

test('with pictures turned off, the text of a frame is stored and its image is not copied', async () => {
  const settings = {
    file: '',
    change: () => {},
    list: () => [{ key: 'vision.pictures', value: 'off' }] as never,
  };
  await using server = await testServer(() => ({ settings }));
  const image = await server.makeImage();
  const [id] = await server.add('frames', {
    file_path: image,
    timestamp: new Date(NOW_MS).toISOString(),
    ocr_results: [{ text: 'paper lantern' }],
  });
  const { data } = (await server.app.inject('/search?q=lantern')).json();
  expect(data[0].content).toMatchObject({ frame_id: id, file_path: '', picture_gone: 'off' });
  const reply = await server.app.inject(`/frames/${id}`);
  expect([reply.statusCode, reply.json()]).toMatchObject([
    410,
    { code: 'FRAME_GONE', error_type: 'picture_removed', reason: 'off' },
  ]);
  const metadata = await server.app.inject(`/frames/${id}/metadata`);
  expect(metadata.json()).toMatchObject({ picture_gone: 'off', file_path: '' });
  expect((await server.app.inject(`/frames/${id}?redact_pii=true`)).statusCode).toBe(410);
  const exported = await server.app.inject({
    method: 'POST',
    url: '/frames/export',
    payload: { frame_ids: [id] },
  });
  expect([exported.statusCode, exported.json().code]).toEqual([400, 'NOTHING_TO_EXPORT']);
});
