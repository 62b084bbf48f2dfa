import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deviations, documentOf } from '#serve/document.fixture.ts';
import { portOf } from '#serve/http/raw-exchange.fixture.ts';
import { NOW_MS, type TestServer, testServer } from '#serve/server.fixture.ts';
import { openAudioMedia } from '#store/media/audio/audio-media.ts';
import { recorded } from './recorded.fixture.ts';

let server: TestServer;
let chunkId: number;
let whole: Buffer;

beforeAll(async () => {
  server = await testServer();
  chunkId = await recorded(server, 'good morning');
  whole = (await play(chunkId)).rawPayload;
});
afterAll(() => server.close());

async function play(id: number | string, headers: Record<string, string> = {}) {
  const reply = await server.app.inject({ url: `/audio/${id}`, headers });
  if (reply.statusCode === 304) return reply;
  const document = await documentOf(server.app);
  expect(deviations(document, 'GET', '/audio/{chunk_id}', reply)).toEqual([]);
  return reply;
}

describe('GET /audio/chunks/{chunk_id}', () => {
  test('is the same recording, whole or in part', async () => {
    const reply = await server.app.inject(`/audio/chunks/${chunkId}`);
    expect(reply.rawPayload.equals(whole)).toBe(true);
    const part = await server.app.inject({
      url: `/audio/chunks/${chunkId}`,
      headers: { range: 'bytes=2-5' },
    });
    expect(part.statusCode).toBe(206);
    expect(part.rawPayload.equals(whole.subarray(2, 6))).toBe(true);
  });
});

test('GET /audio/unread lists recordings without text and says why', async () => {
  const unread = await recorded(server, undefined, NOW_MS - 5_000);
  await server.store.audio.setSegmentState(unread, 'failed', 'LANGUAGE_NOT_UNDERSTOOD');
  // It has its final text and waits only for the name of the speaker.
  const hasText = await recorded(server, 'a final line', NOW_MS - 9_000);
  await server.store.audio.setSegmentState(hasText, 'pending');
  const reply = await server.app.inject('/audio/unread');
  expect(deviations(await documentOf(server.app), 'GET', '/audio/unread', reply)).toEqual([]);
  expect(reply.json().data).toEqual([
    {
      chunk_id: unread,
      timestamp: new Date(NOW_MS - 5_000).toISOString(),
      device_name: 'mic (input)',
      duration_secs: 1,
      state: 'language_not_understood',
      error_code: 'LANGUAGE_NOT_UNDERSTOOD',
    },
  ]);
  const later = await server.app.inject(`/audio/unread?start_time=${NOW_MS}`);
  expect(later.json().data).toEqual([]);
  expect((await play(unread)).statusCode).toBe(200);
});

describe('GET /audio/chunks/{chunk_id}/peaks', () => {
  async function peaks(id: number, query = '') {
    const reply = await server.app.inject(`/audio/chunks/${id}/peaks${query}`);
    const document = await documentOf(server.app);
    expect(deviations(document, 'get', '/audio/chunks/{chunk_id}/peaks', reply)).toEqual([]);
    return reply;
  }

  test('draws the recording in as many values as asked for', async () => {
    const { duration_secs, peaks: values } = (await peaks(chunkId, '?n=50')).json();
    expect(duration_secs).toBeCloseTo(1, 1);
    expect(values).toHaveLength(50);
    // A tone of the same loudness throughout, within what Opus makes of it.
    for (const value of values.slice(5, 45)) {
      expect(value).toBeGreaterThan(0.2);
      expect(value).toBeLessThan(0.36);
    }
    expect((await peaks(chunkId)).json().peaks).toHaveLength(200);
  });

  test('draws what there is of a recording that is still being made', async () => {
    const media = openAudioMedia({ dataDir: server.dataDir });
    const recording = { atMs: NOW_MS - 30_000, deviceName: 'mic (input)', isInput: true };
    const spool = await media.record(recording);
    await spool.append(Int16Array.from({ length: 8_000 }, (_, i) => (i < 4_000 ? 0 : 16_384)));
    const { filePath } = spool;
    const id = await server.store.audio.addSegment({ ...recording, filePath, durationMs: 500 });
    const reply = await peaks(id, '?n=4');
    await spool.discard();
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({ chunk_id: id, duration_secs: 0.5, peaks: [0, 0, 0.5, 0.5] });
    expect((await peaks(id)).statusCode).toBe(410);
  });

  test('is a 404 for no chunk, a 410 for one without a file, a 400 for a bad number', async () => {
    expect((await peaks(99_999)).statusCode).toBe(404);
    const other = await recorded(server, 'soon missing', NOW_MS - 60_000);
    const chunk = await server.store.audio.findChunk(other);
    await rm(chunk?.filePath ?? '');
    expect((await peaks(other)).statusCode).toBe(410);
    for (const n of ['0', '4001', 'many']) {
      expect((await peaks(chunkId, `?n=${n}`)).statusCode).toBe(400);
    }
  });
});

describe('GET /audio/{chunk_id}', () => {
  test('plays the recording that search names', async () => {
    const { data } = (await server.app.inject('/search?q=morning')).json();
    const reply = await play(data[0].content.chunk_id);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers).toMatchObject({
      'content-type': 'audio/ogg',
      'content-length': String(whole.length),
      'accept-ranges': 'bytes',
    });
    expect(reply.rawPayload.toString('latin1', 0, 4)).toBe('OggS');
  });

  test.each([
    ['bytes=0-99', 0, 99],
    ['bytes=100-', 100, -1],
    ['bytes=-50', -50, -1],
    ['bytes=10-999999', 10, -1],
    ['bytes=-999999', 0, -1],
    ['Bytes=7-7', 7, 7],
  ])('gives the part %s', async (range, from, to) => {
    const reply = await play(chunkId, { range });
    const at = (position: number) => (position < 0 ? whole.length + position : position);
    const part = whole.subarray(at(from), at(to) + 1);
    expect(reply.statusCode).toBe(206);
    expect(reply.rawPayload).toEqual(part);
    expect(reply.headers).toMatchObject({
      'content-range': `bytes ${at(from)}-${at(to)}/${whole.length}`,
      'content-length': String(part.length),
      'content-type': 'audio/ogg',
    });
  });

  test.each(['bytes=999999-', 'bytes=999999-1000000', 'bytes=-0'])(
    'answers %s with 416 and the size',
    async (range) => {
      const reply = await play(chunkId, { range });
      expect(reply.statusCode).toBe(416);
      expect(reply.headers['content-range']).toBe(`bytes */${whole.length}`);
      expect(reply.json()).toMatchObject({ code: 'RANGE_NOT_SATISFIABLE' });
    },
  );

  test.each(['bytes=', 'bytes=a-b', 'lines=1-2', 'bytes=0-1,5-6', 'bytes=9-5', 'nonsense'])(
    'gives the whole file for %s, which asks for no part it knows',
    async (range) => {
      const reply = await play(chunkId, { range });
      expect(reply.statusCode).toBe(200);
      expect(reply.rawPayload).toEqual(whole);
    },
  );

  test('answers HEAD with the headers alone, over a real connection', async () => {
    const url = `http://127.0.0.1:${await portOf(server.app)}/audio/${chunkId}`;
    const head = await fetch(url, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.headers.get('content-length')).toBe(String(whole.length));
    expect(head.headers.get('content-type')).toBe('audio/ogg');
    const part = await fetch(url, { headers: { range: 'bytes=2-5' } });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(2, 6));
  });

  test('spares a caller what it already has, and never mixes two files', async () => {
    const etag = String((await play(chunkId)).headers.etag);
    expect((await play(chunkId, { 'if-none-match': etag })).statusCode).toBe(304);
    const range = 'bytes=0-9';
    expect((await play(chunkId, { range, 'if-range': etag })).statusCode).toBe(206);
    expect((await play(chunkId, { range, 'if-range': '"other"' })).statusCode).toBe(200);
  });

  test('is a 404 for an unknown chunk and a 400 for what is no id', async () => {
    expect((await play(99_999)).json()).toMatchObject({ code: 'AUDIO_CHUNK_NOT_FOUND' });
    expect((await play('one')).json()).toMatchObject({ field: 'chunk_id' });
  });

  test('is a 410 when there is no file, or it lies outside the data folder', async () => {
    const [textOnly = 0] = await server.add('transcription', { transcription: 'text only' });
    const [outside = 0] = await server.add('transcription', {
      transcription: 'outside',
      file_path: '/etc/hostname.ogg',
    });
    const missing = await recorded(server, 'soon missing', NOW_MS + 1);
    const chunk = await server.store.audio.findChunk(missing);
    await rm(chunk?.filePath ?? '');
    for (const id of [textOnly, outside, missing]) {
      const reply = await play(id);
      expect(reply.statusCode).toBe(410);
      expect(reply.json()).toMatchObject({ code: 'AUDIO_GONE', audio_chunk_id: id });
    }
  });

  test('leaves no file open', async () => {
    for (const headers of [{}, { range: 'bytes=0-1' }, { range: 'bytes=999999-' }]) {
      await play(chunkId, headers);
    }
    const { filePath = '' } = (await server.store.audio.findChunk(chunkId)) ?? {};
    expect(await openFiles(filePath)).toBe(0);
  });
});

async function openFiles(path: string): Promise<number> {
  if (process.platform !== 'linux') return 0;
  const { readdir, readlink } = await import('node:fs/promises');
  const count = async () => {
    const names = await readdir('/proc/self/fd');
    const targets = names.map((name) => readlink(join('/proc/self/fd', name)).catch(() => ''));
    return (await Promise.all(targets)).filter((target) => target === path).length;
  };
  return expect
    .poll(count, { timeout: 10_000 })
    .toBe(0)
    .then(() => 0);
}

test('a recording cannot be transcribed again where nothing transcribes', async () => {
  const payload = { audio_chunk_ids: [1] };
  const reply = await server.app.inject({ method: 'POST', url: '/audio/retranscribe', payload });
  expect(reply.statusCode).toBe(409);
  expect(reply.json().code).toBe('NOT_LISTENING');
});
