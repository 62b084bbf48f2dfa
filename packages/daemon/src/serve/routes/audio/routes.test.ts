import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deviations, documentOf } from '#serve/document.fixture.ts';
import { portOf } from '#serve/raw-exchange.fixture.ts';
import { NOW_MS, type TestServer, testServer } from '#serve/server.fixture.ts';
import type { AudioChunk } from '#store/audio-records.ts';
import { openAudioMedia } from '#store/media/audio/audio-media.ts';
import { AudioGoneError } from '#store/media/audio/errors.ts';

let server: TestServer;
let chunkId: number;
let whole: Buffer;

async function recorded(on: TestServer, text: string, atMs = NOW_MS): Promise<number> {
  const media = openAudioMedia({ dataDir: on.dataDir });
  const recording = { atMs, deviceName: 'mic (input)', isInput: true };
  const spool = await media.record(recording);
  await spool.append(Int16Array.from({ length: 16_000 }, (_, i) => Math.sin(i / 20) * 9_000));
  const kept = await spool.finish();
  if (!kept) throw new Error('nothing was recorded');
  const id = await on.store.addSegment(kept);
  await media.release(kept);
  const { deviceName, isInput } = recording;
  const said = { atMs, text, engine: 'test', deviceName, isInput };
  await on.store.setSegmentText(id, [said], true);
  return id;
}

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
    const id = await server.store.addSegment({ ...recording, filePath, durationMs: 500 });
    const reply = await peaks(id, '?n=4');
    await spool.discard();
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({ chunk_id: id, duration_secs: 0.5, peaks: [0, 0, 0.5, 0.5] });
    expect((await peaks(id)).statusCode).toBe(410);
  });

  test('is a 404 for no chunk, a 410 for one without a file, a 400 for a bad number', async () => {
    expect((await peaks(99_999)).statusCode).toBe(404);
    const other = await recorded(server, 'soon gone', NOW_MS - 60_000);
    const chunk = await server.store.findAudioChunk(other);
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
      ...{ transcription: 'outside', file_path: '/etc/hostname.ogg' },
    });
    const gone = await recorded(server, 'soon gone', NOW_MS + 1);
    const chunk = await server.store.findAudioChunk(gone);
    await rm(chunk?.filePath ?? '');
    for (const id of [textOnly, outside, gone]) {
      const reply = await play(id);
      expect(reply.statusCode).toBe(410);
      expect(reply.json()).toMatchObject({ code: 'AUDIO_GONE', audio_chunk_id: id });
    }
  });

  test('leaves no file open', async () => {
    for (const headers of [{}, { range: 'bytes=0-1' }, { range: 'bytes=999999-' }]) {
      await play(chunkId, headers);
    }
    const { filePath = '' } = (await server.store.findAudioChunk(chunkId)) ?? {};
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

describe('POST /audio/retranscribe', () => {
  const wishes: unknown[] = [];
  const broken = new Set<number>();
  let gone: number | undefined;
  let able: TestServer;

  beforeAll(async () => {
    able = await testServer((real) => ({
      async retranscribe(chunk: AudioChunk, wish) {
        wishes.push(wish);
        if (chunk.id === gone) throw new AudioGoneError(chunk);
        if (broken.has(chunk.id)) throw new Error('the recogniser fell over');
        const text = `again ${chunk.id}`;
        const [said, ...others] = chunk.transcriptions;
        const id = said?.id ?? 0;
        await real.store.updateTranscription(id, { text, startSecs: 1, endSecs: 2 });
        const removedIds = others.map((one) => one.id);
        await real.store.delete('audio', removedIds);
        return { lines: [{ id, text }], removedIds };
      },
    }));
    for (const minutes of [0, 1, 2]) {
      await recorded(able, `words ${minutes}`, NOW_MS - minutes * 60_000);
    }
  });
  afterAll(() => able.close());

  async function retranscribe(payload: object) {
    const reply = await able.app.inject({ method: 'POST', url: '/audio/retranscribe', payload });
    const document = await documentOf(able.app);
    expect(deviations(document, 'POST', '/audio/retranscribe', reply)).toEqual([]);
    return reply;
  }

  test('transcribes the chunks asked for again and tells both texts', async () => {
    const wish = {
      engine: 'base',
      prompt: 'a talk',
      vocabulary: [{ word: 'hind', replacement: 'H' }],
    };
    const reply = await retranscribe({ audio_chunk_ids: [2, 99], ...wish });
    expect(reply.json()).toEqual({
      chunks_processed: 1,
      transcriptions: [
        {
          ...{ audio_chunk_id: 2, old_text: 'words 1', new_text: 'again 2' },
          old_lines: [
            {
              ...{ transcription_id: 2, text: 'words 1', engine: 'test' },
              timestamp: new Date(NOW_MS - 60_000).toISOString(),
              ...{ start_time: null, end_time: null, speaker_id: null, was_removed: false },
            },
          ],
          new_lines: [{ transcription_id: 2, text: 'again 2' }],
        },
      ],
      failed: [],
    });
    expect(wishes).toEqual([wish]);
    expect((await able.app.inject('/search?q=again')).json().pagination.total).toBe(1);
  });

  test('tells what was done when others fail, so that it can be taken back', async () => {
    gone = 1;
    broken.add(3);
    const reply = await retranscribe({ audio_chunk_ids: [1, 2, 3] });
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toMatchObject({
      chunks_processed: 1,
      transcriptions: [{ audio_chunk_id: 2, old_lines: [{ transcription_id: 2 }] }],
      failed: [
        { audio_chunk_id: 1, code: 'AUDIO_GONE' },
        { audio_chunk_id: 3, code: 'INTERNAL_ERROR' },
      ],
    });
    // Nothing was changed: the error is the answer.
    expect((await retranscribe({ audio_chunk_ids: [1] })).statusCode).toBe(410);
    expect((await retranscribe({ audio_chunk_ids: [3, 2] })).statusCode).toBe(500);
    gone = undefined;
    broken.clear();
  });

  test('takes a range of time in any form', async () => {
    const reply = await retranscribe({ start: '90s ago', end: 'now' });
    const ids = (reply.json().transcriptions as { audio_chunk_id: number }[]).map(
      ({ audio_chunk_id }) => audio_chunk_id,
    );
    expect(ids).toEqual([2, 1]);
  });

  test('passes over a recording that is gone, unless it was asked for by its number', async () => {
    gone = 2;
    const ranged = await retranscribe({ start: '90s ago', end: 'now' });
    expect(ranged.json()).toMatchObject({
      chunks_processed: 1,
      transcriptions: [{ audio_chunk_id: 1 }],
    });
    const named = await retranscribe({ audio_chunk_ids: [2] });
    expect(named.statusCode).toBe(410);
    gone = undefined;
  });

  describe('taken back', () => {
    async function undo(body: object) {
      const url = '/audio/undo-retranscribe';
      const reply = await able.app.inject({ method: 'POST', url, payload: body });
      expect(deviations(await documentOf(able.app), 'POST', url, reply)).toEqual([]);
      return reply.json();
    }
    const said = async (id: number) =>
      (await able.store.findAudioChunk(id))?.transcriptions.map(({ text }) => text);
    /** Two lines, then transcribed again: the second has no row any more. */
    async function transcribedAgain(speakerId?: number) {
      const id = await recorded(able, 'first words');
      const row = { atMs: NOW_MS, engine: 'test', deviceName: 'mic (input)', isInput: true };
      const second = { ...row, text: 'second words', chunkId: id, speakerId };
      await able.store.add({ transcriptions: [second] });
      const before = await able.store.findAudioChunk(id);
      const { transcriptions } = (await retranscribe({ audio_chunk_ids: [id] })).json();
      expect(await said(id)).toEqual([`again ${id}`]);
      const ids = before?.transcriptions.map((line) => line.id) ?? [];
      return { id, before, transcriptions, firstId: ids[0] ?? 0, secondId: ids[1] ?? 0 };
    }

    test('lines say what they said when they said it, lost ones return, new ones go', async () => {
      const { id, before, transcriptions } = await transcribedAgain();
      const row = { atMs: NOW_MS, engine: 'test', deviceName: 'mic (input)', isInput: true };
      const more = { ...row, text: 'again, more', chunkId: id };
      const added = await able.store.add({ transcriptions: [more] });
      const [{ new_lines }] = transcriptions;
      new_lines.push({ transcription_id: added.transcriptions[0]?.id, text: more.text });
      const gone = { ...transcriptions[0], audio_chunk_id: 99 };
      expect(await undo({ transcriptions: [...transcriptions, gone] })).toEqual({
        chunks_restored: 1,
      });
      const after = await able.store.findAudioChunk(id);
      const [first, second] = before?.transcriptions ?? [];
      // Also that nobody knew where in the recording it is.
      expect(after?.transcriptions[0]).toEqual(first);
      expect(after?.transcriptions).toEqual([first, { ...second, id: expect.any(Number) }]);
    });

    test('nothing comes back of what was deleted or changed since', async () => {
      const deleted = await transcribedAgain();
      await able.store.delete('audio', [deleted.firstId]);
      expect(await undo({ transcriptions: deleted.transcriptions })).toEqual({
        chunks_restored: 0,
      });
      expect(await said(deleted.id)).toBeUndefined();
      const covered = await transcribedAgain();
      await able.store.updateTranscription(covered.firstId, { text: '[covered]' });
      expect(await undo({ transcriptions: covered.transcriptions })).toEqual({
        chunks_restored: 0,
      });
      expect(await said(covered.id)).toEqual(['[covered]']);
    });

    test('a line that a person deleted, or whose speaker is deleted, stays deleted', async () => {
      const { transcriptions, id } = await transcribedAgain();
      const [{ old_lines }] = transcriptions;
      // As when it went while the recording was transcribed.
      old_lines[1].was_removed = false;
      expect(await undo({ transcriptions })).toEqual({ chunks_restored: 1 });
      expect(await said(id)).toEqual(['first words']);
      const { newSpeakerId } = await able.store.reassignSpeaker({
        ...{ chunkId: 2, name: 'Rosa', propagate: false },
      });
      const kept = await transcribedAgain(newSpeakerId);
      await undo({ transcriptions: kept.transcriptions });
      expect(await said(kept.id)).toEqual(['first words', 'second words']);
      const lost = await transcribedAgain(newSpeakerId);
      await able.store.deleteSpeaker(newSpeakerId);
      await undo({ transcriptions: lost.transcriptions });
      expect(await said(lost.id)).toEqual(['first words']);
    });

    test('nothing is written when one of the lines cannot be read', async () => {
      const one = await transcribedAgain();
      const other = await transcribedAgain();
      other.transcriptions[0].old_lines[0].timestamp = 'never';
      const transcriptions = [...one.transcriptions, ...other.transcriptions];
      expect(await undo({ transcriptions })).toMatchObject({
        code: 'INVALID_BODY',
        field: 'timestamp',
      });
      expect(await said(one.id)).toEqual([`again ${one.id}`]);
    });
  });

  test.each([
    [{}, 'audio_chunk_ids'],
    [{ start: 'now' }, 'audio_chunk_ids'],
    [{ start: 'never', end: 'now' }, 'start'],
    [{ start: 'now', end: 'never' }, 'end'],
    [{ start: 'now', end: '1h ago' }, 'end'],
    [{ audio_chunk_ids: ['x'] }, 'audio_chunk_ids[0]'],
    [{ audio_chunk_ids: [1], vocabulary: [{}] }, 'vocabulary[0].word'],
  ])('refuses %j and names the fault', async (body, field) => {
    const reply = await retranscribe(body);
    expect(reply.statusCode).toBe(400);
    expect(reply.json().field).toBe(field);
  });

  test('is refused where nothing transcribes', async () => {
    const payload = { audio_chunk_ids: [1] };
    const reply = await server.app.inject({ method: 'POST', url: '/audio/retranscribe', payload });
    expect(reply.statusCode).toBe(409);
    expect(reply.json().code).toBe('NOT_LISTENING');
  });
});
