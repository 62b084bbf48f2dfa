import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deviations, documentOf } from '#serve/document.fixture.ts';
import { portOf } from '#serve/raw-exchange.fixture.ts';
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
      store: { ...real.store, add: () => Promise.reject(new DiskFullError()) },
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

describe('wrong bodies', () => {
  const box = { text: 'a', left: 0, top: 0, width: 0.5, height: 0.5 };
  const frameWith = (textJson: unknown) => ({
    content_type: 'frames',
    data: { ocr_results: [{ text: 'x', text_json: textJson }] },
  });
  const words = 'content.data[0].ocr_results[0].text_json';

  test.each([
    [undefined, 'content'],
    [{}, 'content.content_type'],
    [{ content_type: 'video', data: [] }, 'content.content_type'],
    [{ content_type: 'constructor', data: [] }, 'content.content_type'],
    [{ content_type: 'frames' }, 'content.data'],
    [{ content_type: 'frames', data: 'x' }, 'content.data'],
    [{ content_type: 'frames', data: [] }, 'content.data'],
    [{ content_type: 'frames', data: [5] }, 'content.data[0]'],
    [{ content_type: 'frames', data: [{}, { timestamp: 'later' }] }, 'content.data[1].timestamp'],
    [{ content_type: 'frames', data: { file_path: 'a.png' } }, 'content.data[0].file_path'],
    [{ content_type: 'frames', data: { file_path: '/a\0.png' } }, 'content.data[0].file_path'],
    [
      { content_type: 'frames', data: { ocr_results: [{}] } },
      'content.data[0].ocr_results[0].text',
    ],
    [
      { content_type: 'frames', data: { elements: [{ role: 'a', parent: 0 }] } },
      'content.data[0].elements[0].parent',
    ],
    [frameWith('not JSON'), words],
    [frameWith(JSON.stringify(Array(10_001).fill(box))), words],
    [frameWith(Array(10_001).fill(box)), words],
    [frameWith('{}'), words],
    [frameWith(`${'['.repeat(9)}${']'.repeat(9)}`), words],
    [frameWith('[5]'), `${words}[0]`],
    [frameWith([{ ...box, text: 5 }]), `${words}[0].text`],
    [frameWith([box, { ...box, left: 1920 }]), `${words}[1].left`],
    [frameWith([{ ...box, top: 'x' }]), `${words}[0].top`],
    [frameWith([{ text: 'a' }]), `${words}[0].left`],
    [{ content_type: 'transcription', data: {} }, 'content.data[0].transcription'],
    [
      { content_type: 'transcription', data: { transcription: '' } },
      'content.data[0].transcription',
    ],
    [{ content_type: 'ui', data: { text: 5 } }, 'content.data[0].text'],
    [{ content_type: 'input', data: { event_type: 'wink' } }, 'content.data[0].event_type'],
    [{ content_type: 'input', data: { event_type: 'key', x: 1e300 } }, 'content.data[0].x'],
  ])('like %j are a 400 that names the field', async (content, field) => {
    const reply = await add(content);
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ code: 'INVALID_BODY', field });
  });

  const elements = (count: number) => Array(count).fill({ role: 'a' });
  const boxes = (count: number) => JSON.stringify(Array(count).fill(box));
  const wordsOf = (count: number) => ({ ocr_results: [{ text: 'x', text_json: boxes(count) }] });
  const text = (length: number) => 'word '.repeat(length / 5);

  test.each([
    ['elements', 'frames', Array(6).fill({ elements: elements(9_000) })],
    ['words', 'frames', Array(6).fill(wordsOf(9_000))],
    [
      'words in camelCase',
      'frames',
      Array(6).fill({ ocrResults: [{ text: 'x', textJson: boxes(9_000) }] }),
    ],
    [
      'elements and words',
      'frames',
      [...Array(3).fill({ elements: elements(9_000) }), ...Array(3).fill(wordsOf(9_000))],
    ],
    [
      'tags',
      'transcription',
      Array(9_000).fill({ transcription: 'x', tags: ['a', 'b', 'c', 'd', 'e', 'f'] }),
    ],
    ['text', 'ui', Array(3).fill({ text: text(900_000) })],
    [
      'text of words',
      'frames',
      Array(9).fill({
        ocr_results: [{ text: 'x', text_json: JSON.stringify([{ ...box, text: text(300_000) }]) }],
      }),
    ],
    ['names', 'ui', Array(30).fill({ text: 'x', window_name: text(90_000) })],
  ])('with too many %s in all are a 413 that says what to do', async (_what, type, data) => {
    const reply = await add({ content_type: type, data });
    expect(reply.statusCode).toBe(413);
    expect(reply.json()).toMatchObject({
      code: 'BODY_TOO_LARGE',
      hint: expect.stringContaining('several'),
      limit: expect.any(Number),
    });
    expect((await server.app.inject('/search?q=word')).json().pagination.total).toBe(0);
  });

  test('with as much as is allowed are read in turns with other requests', async () => {
    let turns = 0;
    let turnsWhileReading = 0;
    await using busy = await testServer((real) => ({
      nowMs: () => {
        turns = 0;
        return NOW_MS;
      },
      store: {
        ...real.store,
        add: (content) => {
          turnsWhileReading = turns;
          return real.store.add(content);
        },
      },
    }));
    let isOver = false;
    const others = (async () => {
      for (; !isOver; turns += 1) await nextTurn();
    })();
    const data = Array(5).fill({ ...wordsOf(4_900), elements: elements(4_900) });
    const reply = await add({ content_type: 'frames', data }, 'monitor_1', busy);
    isOver = true;
    await others;
    expect(reply.statusCode).toBe(200);
    expect(turnsWhileReading).toBeGreaterThan(0);
  });

  test('that are no objects are a 400 too', async () => {
    for (const payload of ['[]', '5', 'null', '']) {
      const reply = await server.app.inject({ method: 'POST', url: '/add', payload });
      expect({ status: reply.statusCode, code: reply.json().code }).toEqual({
        status: 400,
        code: 'INVALID_BODY',
      });
    }
    expect((await add({ content_type: 'ui', data: { text: 'x' } }, 5)).json().field).toBe(
      'device_name',
    );
  });
});
