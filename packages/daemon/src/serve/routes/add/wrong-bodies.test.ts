import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deviations, documentOf } from '#serve/document.fixture.ts';
import { NOW_MS, type TestServer, testServer } from '#serve/server.fixture.ts';

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
        content: {
          ...real.store.content,
          add: (content) => {
            turnsWhileReading = turns;
            return real.store.content.add(content);
          },
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
