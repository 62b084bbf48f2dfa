import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deviations, documentOf } from '#serve/document.fixture.ts';
import { type TestServer, testServer } from '#serve/server.fixture.ts';

let server: TestServer;
let frameId: number;
let otherFrameId: number;
let chunkId: number;

beforeAll(async () => {
  server = await testServer();
  [frameId = 0, otherFrameId = 0] = await server.add('frames', [
    { ocr_results: [{ text: 'one' }] },
    { ocr_results: [{ text: 'two' }] },
  ]);
  [chunkId = 0] = await server.add('transcription', { transcription: 'three' });
});
afterAll(() => server.close());

async function send(method: 'POST' | 'DELETE', target: string, id: number | string, body: object) {
  const reply = await server.app.inject({ method, url: `/tags/${target}/${id}`, payload: body });
  const document = await documentOf(server.app);
  expect(deviations(document, method, '/tags/{content_type}/{id}', reply)).toEqual([]);
  return reply;
}

async function batch(frameIds: unknown) {
  const reply = await server.app.inject({
    method: 'POST',
    url: '/tags/vision/batch',
    payload: { frame_ids: frameIds },
  });
  const document = await documentOf(server.app);
  expect(deviations(document, 'POST', '/tags/vision/batch', reply)).toEqual([]);
  return reply;
}

describe('POST and DELETE /tags/{content_type}/{id}', () => {
  test.each(['vision', 'ocr', 'frame'])('tag frames under the name %s', async (target) => {
    const added = await send('POST', target, frameId, { tags: ['work', ' later '] });
    expect({ status: added.statusCode, body: added.json() }).toEqual({
      status: 200,
      body: { success: true },
    });
    await send('POST', target, frameId, { tags: ['work'] });
    expect((await batch([frameId])).json().tags[frameId]).toEqual(['later', 'work']);

    const removed = await send('DELETE', target, frameId, { tags: ['later', 'never there'] });
    expect(removed.json()).toEqual({ success: true });
    expect((await batch([frameId])).json().tags[frameId]).toEqual(['work']);
  });

  test('tag audio by the chunk id that search returns', async () => {
    await send('POST', 'audio', chunkId, { tags: ['call'] });
    const found = await server.app.inject('/search?tags=call');
    expect(found.json().data).toMatchObject([
      { type: 'Audio', content: { chunk_id: chunkId, tags: ['call'] } },
    ]);
  });

  test.each([
    ['vision', 'FRAME_NOT_FOUND'],
    ['audio', 'AUDIO_CHUNK_NOT_FOUND'],
  ])('are a 404 for an unknown %s id', async (target, code) => {
    for (const method of ['POST', 'DELETE'] as const) {
      const reply = await send(method, target, 99_999, { tags: ['x'] });
      expect({ status: reply.statusCode, code: reply.json().code }).toEqual({ status: 404, code });
    }
  });

  test.each([
    ['speaker', 1, { tags: ['x'] }, 'content_type'],
    ['vision', 'one', { tags: ['x'] }, 'id'],
    ['vision', 1, {}, 'tags'],
    ['vision', 1, { tags: 'x' }, 'tags'],
    ['vision', 1, { tags: ['x', 5] }, 'tags[1]'],
    ['vision', 1, { tags: [' '] }, 'tags[0]'],
    ['vision', 1, { tags: ['x'.repeat(201)] }, 'tags[0]'],
  ])('refuse %s/%s with %j and name the fault', async (target, id, body, field) => {
    const reply = await send('POST', target, id, body);
    expect(reply.statusCode).toBe(400);
    expect(reply.json().field).toBe(field);
  });
});

describe('POST /tags/vision/batch', () => {
  test('lists the tags of every frame asked for', async () => {
    await send('POST', 'vision', otherFrameId, { tags: ['b', 'a'] });
    expect((await batch([otherFrameId, 99_999])).json()).toEqual({
      tags: { [otherFrameId]: ['a', 'b'], 99999: [] },
    });
    expect((await batch([])).json()).toEqual({ tags: {} });
  });

  test('refuses what are no ids', async () => {
    expect((await batch(['1'])).json()).toMatchObject({ field: 'frame_ids[0]' });
    expect((await batch([1e300])).statusCode).toBe(400);
    expect((await batch(undefined)).json()).toMatchObject({ field: 'frame_ids' });
  });
});
