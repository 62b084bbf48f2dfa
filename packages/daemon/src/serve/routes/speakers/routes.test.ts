import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deviations, documentOf } from '#serve/document.fixture.ts';
import { NOW_MS, type TestServer, testServer } from '#serve/server.fixture.ts';
import { everythingSaid, speakerFaults, voiceOf } from '#store/testing/voices.ts';

let server: TestServer;

beforeEach(async () => {
  server = await testServer();
});
afterEach(async () => {
  expect(speakerFaults(server.dataDir)).toEqual([]);
  await server.close();
});

type Method = 'GET' | 'POST' | 'DELETE';

async function ask(method: Method, url: string, payload?: object) {
  const reply = await server.app.inject({ method, url, ...(payload && { payload }) });
  const [path = ''] = url.split('?');
  expect(deviations(await documentOf(server.app), method, path, reply)).toEqual([]);
  return reply;
}

/** What the audio side stores: rows with a recording, and a voice that is somebody's. */
async function speaker(voice: number, texts: readonly string[]): Promise<number> {
  const { store } = server;
  const assignments: { turnId: number; speakerId: number }[] = [];
  for (const [i, text] of texts.entries()) {
    const { transcriptions } = await store.content.add({
      transcriptions: [
        {
          atMs: NOW_MS + i,
          text,
          engine: 'test',
          deviceName: 'mic (input)',
          isInput: true,
          filePath: `data/2026-02-03/${text}.ogg`,
          startSecs: 0.5,
          endSecs: 2,
        },
      ],
    });
    const turnId = await store.speakers.addVoice({
      transcriptionId: transcriptions[0]?.id ?? 0,
      embedding: voiceOf(voice, i),
      durationMs: 3_000,
    });
    assignments.push({ turnId: turnId ?? 0, speakerId: -1 });
  }
  const { revision } = await store.speakers.listVoices(10);
  const ids = await store.speakers.applyVoices({
    created: [-1],
    merges: [],
    assignments,
    revision,
  });
  return ids?.get(-1) ?? 0;
}

async function found(query: Record<string, string>) {
  const reply = await server.app.inject({
    url: '/search',
    query: { content_type: 'audio', ...query },
  });
  const { data, pagination } = reply.json();
  expect(pagination.total).toBe(data.length);
  return (data as { content: { transcription: string } }[]).map(
    ({ content }) => content.transcription,
  );
}

describe('GET /speakers/unnamed', () => {
  test('lists unnamed speakers with places to listen to', async () => {
    const few = await speaker(1, ['one']);
    const many = await speaker(2, ['two', 'three', 'four', 'five']);
    await server.store.speakers.update(few, { metadata: '{"seat":3}' });
    const listed = (await ask('GET', '/speakers/unnamed')).json();
    expect(listed).toMatchObject([
      { id: many, name: '' },
      { id: few, name: '' },
    ]);
    expect(JSON.parse(listed[1].metadata)).toEqual({
      seat: 3,
      audio_samples: [
        {
          path: join(server.dataDir, 'data/2026-02-03/one.ogg'),
          transcript: 'one',
          start_time: 0.5,
          end_time: 2,
          chunk_id: 1,
        },
      ],
    });
    expect(JSON.parse(listed[0].metadata).audio_samples).toHaveLength(3);
    const page = (await ask('GET', '/speakers/unnamed?limit=1&offset=1')).json();
    expect(page).toMatchObject([{ id: few }]);
    const some = (await ask('GET', `/speakers/unnamed?speaker_ids=${few},99`)).json();
    expect(some).toMatchObject([{ id: few }]);
    await ask('POST', '/speakers/update', { id: many, name: 'Rosa' });
    expect((await ask('GET', '/speakers/unnamed')).json()).toHaveLength(1);
  });

  test.each(['limit=0', 'limit=x', 'offset=-1', 'speaker_ids=a'])('refuses %s', async (query) => {
    const reply = await ask('GET', `/speakers/unnamed?${query}`);
    expect(reply.statusCode).toBe(400);
    expect(reply.json().field).toBe(query.split('=')[0]);
  });
});

describe('POST /speakers/update', () => {
  test('names a speaker, and search shows and finds it at once', async () => {
    const id = await speaker(1, ['hello']);
    const reply = await ask('POST', '/speakers/update', { id, name: ' Rosa ', metadata: { a: 1 } });
    expect(reply.json()).toEqual({ id, name: 'Rosa', metadata: '{"a":1}', success: true });
    expect(await found({ speaker_name: 'rosa' })).toEqual(['hello']);
    const { data } = (await server.app.inject('/search?q=hello')).json();
    expect(data[0].content).toMatchObject({
      speaker: { id, name: 'Rosa', metadata: '{"a":1}' },
      speaker_id: id,
      speaker_label: 'Rosa',
    });
    // What is absent or null stays.
    await ask('POST', '/speakers/update', { id, name: null });
    const kept = await ask('POST', '/speakers/update', { id, metadata: '{"b":2}' });
    expect(kept.json()).toMatchObject({ name: 'Rosa', metadata: '{"b":2}' });
    const cleared = await ask('POST', '/speakers/update', { id, metadata: '', name: '' });
    expect(cleared.json()).toMatchObject({ name: '', metadata: '' });
  });

  test('of nobody is a 404', async () => {
    const reply = await ask('POST', '/speakers/update', { id: 99, name: 'x' });
    expect(reply.statusCode).toBe(404);
    expect(reply.json()).toMatchObject({ code: 'SPEAKER_NOT_FOUND', speaker_id: 99 });
  });

  test.each([
    [{ name: 'x' }, 'id'],
    [{ id: 'one' }, 'id'],
    [{ id: 1, name: 5 }, 'name'],
    [{ id: 1, metadata: 'no json' }, 'metadata'],
    [{ id: 1, metadata: '[1]' }, 'metadata'],
  ])('refuses %j and names the fault', async (body, field) => {
    await speaker(1, ['hello']);
    const reply = await ask('POST', '/speakers/update', body);
    expect(reply.statusCode).toBe(400);
    expect(reply.json().field).toBe(field);
  });
});

test('/speakers/search finds names by their beginning, by POST and by GET', async () => {
  for (const [i, name] of ['Rosa', 'robert', 'Ana'].entries()) {
    const id = await speaker(i + 1, [name]);
    await ask('POST', '/speakers/update', { id, name });
  }
  const names = async (reply: ReturnType<typeof ask>) =>
    ((await reply).json() as { name: string }[]).map(({ name }) => name);
  const expected = ['robert', 'Rosa'];
  expect(await names(ask('GET', '/speakers/search?name=RO'))).toEqual(expected);
  expect(await names(ask('POST', '/speakers/search', { name: 'ro' }))).toEqual(expected);
  expect(await names(ask('POST', '/speakers/search', { query: 'ro' }))).toEqual(expected);
  expect(await names(ask('POST', '/speakers/search', { q: 'ro' }))).toEqual(expected);
  expect(await names(ask('POST', '/speakers/search'))).toEqual(['Ana', ...expected]);
  expect(await names(ask('GET', '/speakers/search'))).toEqual(['Ana', ...expected]);
  expect(await names(ask('GET', '/speakers/search?name=zz'))).toEqual([]);
  const wrong = await ask('POST', '/speakers/search', { name: 5 });
  expect({ status: wrong.statusCode, field: wrong.json().field }).toEqual({
    status: 400,
    field: 'name',
  });
});

describe('/speakers/delete', () => {
  test.each([
    ['DELETE with a body', 'DELETE', '/speakers/delete', true],
    ['DELETE with a query', 'DELETE', '/speakers/delete?id=1', false],
    ['POST', 'POST', '/speakers/delete', true],
  ] as const)('deletes words, voice and recording, by %s', async (_, method, url, hasBody) => {
    const id = await speaker(1, ['secret']);
    await speaker(2, ['kept']);
    const folder = join(server.dataDir, 'data/2026-02-03');
    await mkdir(folder, { recursive: true });
    for (const name of ['secret', 'kept']) await writeFile(join(folder, `${name}.ogg`), 'sound');
    const reply = await ask(method, url, hasBody ? { id } : undefined);
    expect({ status: reply.statusCode, body: reply.json() }).toEqual({
      status: 200,
      body: { success: true },
    });
    expect(await found({})).toEqual(['kept']);
    expect(await readdir(folder)).toEqual(['kept.ogg']);
    expect(everythingSaid(server.dataDir).voices).toHaveLength(1);
    expect((await ask(method, url, hasBody ? { id } : undefined)).statusCode).toBe(404);
  });

  test('says what is missing', async () => {
    for (const method of ['DELETE', 'POST'] as const) {
      const reply = await ask(method, '/speakers/delete', {});
      expect({ status: reply.statusCode, field: reply.json().field }).toEqual({
        status: 400,
        field: 'id',
      });
    }
    expect((await ask('DELETE', '/speakers/delete')).statusCode).toBe(400);
  });
});

test('POST /speakers/hallucination hides a speaker, and brings it back', async () => {
  const id = await speaker(1, ['thanks']);
  await speaker(2, ['real']);
  const reply = await ask('POST', '/speakers/hallucination', { speaker_id: id });
  expect(reply.json()).toEqual({ success: true });
  expect(await found({})).toEqual(['real']);
  const hidden = async () => (await ask('GET', '/speakers/hidden')).json();
  expect(await hidden()).toMatchObject([{ id }]);
  expect(JSON.parse((await hidden())[0].metadata).audio_samples[0].transcript).toBe('thanks');
  const sql = { query: 'SELECT transcription FROM audio_transcriptions' };
  const rows = await server.app.inject({ method: 'POST', url: '/raw_sql', payload: sql });
  expect(rows.json()).toEqual([{ transcription: 'real' }]);
  await ask('POST', '/speakers/hallucination', { speaker_id: id, hallucination: false });
  expect(await found({ q: 'thanks' })).toEqual(['thanks']);
  expect(await hidden()).toEqual([]);
  expect((await ask('POST', '/speakers/hallucination', { speaker_id: 99 })).statusCode).toBe(404);
  expect((await ask('POST', '/speakers/hallucination', {})).json().field).toBe('speaker_id');
});

test('POST /speakers/merge makes two speakers one', async () => {
  const keep = await speaker(1, ['one']);
  const merged = await speaker(2, ['two']);
  const body = { speaker_to_keep_id: keep, speaker_to_merge_id: merged };
  const { success, old_assignments } = (await ask('POST', '/speakers/merge', body)).json();
  expect([success, old_assignments.length]).toEqual([true, 1]);
  expect((await found({ speaker_ids: String(keep) })).toSorted()).toEqual(['one', 'two']);
  expect(await found({ speaker_ids: String(keep), q: 'two' })).toEqual(['two']);
  expect((await ask('POST', '/speakers/merge', body)).statusCode).toBe(404);
  await ask('POST', '/speakers/undo-reassign', { old_assignments });
  expect(await found({ speaker_ids: String(merged) })).toEqual(['two']);
  const itself = { speaker_to_keep_id: keep, speaker_to_merge_id: keep };
  expect((await ask('POST', '/speakers/merge', itself)).json()).toMatchObject({
    code: 'SAME_SPEAKER',
  });
  const reply = await ask('POST', '/speakers/merge', { speaker_to_keep_id: keep });
  expect(reply.json().field).toBe('speaker_to_merge_id');
});

test('GET /speakers/similar lists who sounds alike', async () => {
  const id = await speaker(1, ['one']);
  const alike = await speaker(1, ['two']);
  await speaker(2, ['three']);
  const listed = (await ask('GET', `/speakers/similar?speaker_id=${id}`)).json();
  expect(listed).toMatchObject([{ id: alike }]);
  expect(listed[0].distance).toBeLessThan(0.1);
  expect(JSON.parse(listed[0].metadata).audio_samples[0].transcript).toBe('two');
  expect((await ask('GET', '/speakers/similar?speaker_id=99')).statusCode).toBe(404);
  expect((await ask('GET', '/speakers/similar')).json().field).toBe('speaker_id');
  expect((await ask('GET', '/speakers/similar?speaker_id=1&limit=0')).json().field).toBe('limit');
});

describe('POST /speakers/reassign', () => {
  test('gives a recording and what sounds like it to a name, and can be undone', async () => {
    const old = await speaker(1, ['one', 'two']);
    await speaker(2, ['other']);
    const before = everythingSaid(server.dataDir);
    const body = { audio_chunk_id: 1, new_speaker_name: 'Rosa' };
    const done = (await ask('POST', '/speakers/reassign', body)).json();
    expect(done).toEqual({
      new_speaker_id: expect.any(Number),
      new_speaker_name: 'Rosa',
      transcriptions_updated: 2,
      embeddings_moved: 2,
      old_assignments: [
        { transcription_id: 1, old_speaker_id: old },
        { transcription_id: 2, old_speaker_id: old },
      ],
    });
    expect((await found({ speaker_name: 'rosa' })).toSorted()).toEqual(['one', 'two']);
    const { old_assignments } = done;
    const undone = await ask('POST', '/speakers/undo-reassign', { old_assignments });
    expect(undone.json()).toEqual({ restored: 2 });
    expect(everythingSaid(server.dataDir)).toEqual(before);
  });

  test('moves the recording alone when asked to', async () => {
    const old = await speaker(1, ['one', 'two']);
    const body = { audio_chunk_id: 1, new_speaker_name: 'Rosa', propagate_similar: false };
    expect((await ask('POST', '/speakers/reassign', body)).json().transcriptions_updated).toBe(1);
    expect(await found({ speaker_ids: String(old) })).toEqual(['two']);
  });

  test.each([
    [{ audio_chunk_id: 99, new_speaker_name: 'x' }, 404, undefined],
    [{ audio_chunk_id: 1, new_speaker_name: '  ' }, 400, 'new_speaker_name'],
    [{ audio_chunk_id: 1 }, 400, 'new_speaker_name'],
    [{ new_speaker_name: 'x' }, 400, 'audio_chunk_id'],
    [
      { audio_chunk_id: 1, new_speaker_name: 'x', propagate_similar: 'no' },
      400,
      'propagate_similar',
    ],
  ])('answers %j with %i', async (body, status, field) => {
    await speaker(1, ['one']);
    const reply = await ask('POST', '/speakers/reassign', body);
    expect({ status: reply.statusCode, field: reply.json().field }).toEqual({ status, field });
  });
});

test.each([
  [{}, 'old_assignments'],
  [{ old_assignments: [{}] }, 'old_assignments[0].transcription_id'],
  [{ old_assignments: [{ transcription_id: 1, old_speaker_id: 'x' }] }, 'old_assignments[0]'],
])('POST /speakers/undo-reassign refuses %j', async (body, field) => {
  const reply = await ask('POST', '/speakers/undo-reassign', body);
  expect(reply.statusCode).toBe(400);
  expect(reply.json().field).toContain(field);
});

test('POST /speakers/undo-reassign passes over what is not there', async () => {
  const body = { old_assignments: [{ transcription_id: 99, old_speaker_id: null }] };
  expect((await ask('POST', '/speakers/undo-reassign', body)).json()).toEqual({ restored: 0 });
});

test('POST /add refuses a speaker that is not there', async () => {
  const data = { transcription: 'hello', speaker_id: 7 };
  const reply = await server.app.inject({
    method: 'POST',
    url: '/add',
    payload: { content: { content_type: 'transcription', data } },
  });
  expect(reply.statusCode).toBe(404);
  expect(reply.json()).toMatchObject({ code: 'SPEAKER_NOT_FOUND', speaker_id: 7 });
  expect(await found({})).toEqual([]);
});
