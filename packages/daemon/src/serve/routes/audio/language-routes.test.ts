import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serviceError } from '#core/errors.ts';
import type { SettingState } from '#core/settings.ts';
import { LanguageModelMissingError } from '#extract/asr/errors.ts';
import { deviations, documentOf } from '#serve/document.fixture.ts';
import { NOW_MS, type TestServer, testServer } from '#serve/server.fixture.ts';
import type { AudioChunk } from '#store/audio/audio-records.ts';
import { AudioGoneError } from '#store/media/audio/errors.ts';
import { recorded } from './recorded.fixture.ts';

let server: TestServer;
let chunkId: number;
let isSoundThere = true;
const changed: unknown[] = [];
const languages = () =>
  [{ key: 'audio.languages', value: ['fr', 'en'] }] as unknown as readonly SettingState[];

beforeAll(async () => {
  server = await testServer((real) => ({
    async retranscribe(chunk: AudioChunk, { language, reason = 'request' }) {
      if (!isSoundThere) throw new AudioGoneError(chunk);
      const changes = chunk.transcriptions.map(({ id }) => ({
        id,
        text: `gesagt ${chunk.id}`,
        engine: `whisper-base:${language}`,
        language,
      }));
      const lines = await real.store.audio.rewriteLines(chunk.id, changes, reason, NOW_MS);
      return { lines, removedIds: [] };
    },
    secondReadings: {
      languages: () => [{ code: 'de', name: 'German' }],
      async assertReads(language) {
        if (language === 'xx') throw serviceError('LANGUAGE_UNKNOWN', { language });
        if (language === 'fr') throw new LanguageModelMissingError(language);
      },
      want: (selection, language) => real.store.audio.wantLanguage(selection, language),
    },
    settings: {
      ...real.settings,
      list: () => languages(),
      change: (wanted) => void changed.push(wanted),
    },
  }));
  chunkId = await recorded(server, 'said in english');
});
afterAll(() => server.close());

async function post(url: string, payload: object) {
  const reply = await server.app.inject({ method: 'POST', url, payload });
  expect(deviations(await documentOf(server.app), 'POST', url, reply)).toEqual([]);
  return reply;
}

async function textOf(id: number) {
  const reply = await server.app.inject(`/audio/chunks/${id}/text`);
  const path = '/audio/chunks/{chunk_id}/text';
  expect(deviations(await documentOf(server.app), 'GET', path, reply)).toEqual([]);
  return reply;
}

const found = async (q: string) =>
  (await server.app.inject(`/search?content_type=audio&q=${q}`)).json();

describe('POST /audio/language', () => {
  test('makes the text again in that language, shows both, and takes it back', async () => {
    const reply = await post('/audio/language', { language: 'de', audio_chunk_ids: [chunkId] });
    expect(reply.json()).toMatchObject({
      chunks_processed: 1,
      chunks_waiting: 0,
      transcriptions: [{ old_text: 'said in english', new_text: `gesagt ${chunkId}` }],
      failed: [],
    });
    expect((await found('gesagt')).data[0].content).toMatchObject({
      language: 'de',
      chunk_id: chunkId,
    });
    expect((await textOf(chunkId)).json()).toMatchObject({
      lines: [{ text: `gesagt ${chunkId}`, language: 'de', engine: 'whisper-base:de' }],
      older: { reason: 'language', lines: [{ text: 'said in english', language: null }] },
    });
    const back = await post('/audio/restore-text', { audio_chunk_ids: [chunkId] });
    expect(back.json()).toEqual({ chunks_restored: 1 });
    expect((await found('english')).data[0].content).toMatchObject({ language: null });
    expect((await textOf(chunkId)).json()).toMatchObject({ older: null });
  });

  test('a recording without an older text cannot go back', async () => {
    const reply = await post('/audio/restore-text', { audio_chunk_ids: [chunkId] });
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'OLDER_TEXT_MISSING']);
  });

  test('everything waits for its text, and is among the languages that are spoken', async () => {
    const reply = await post('/audio/language', { language: 'de', everything: true });
    expect(reply.json()).toMatchObject({ chunks_processed: 0, chunks_waiting: 1 });
    expect(changed).toEqual([{ 'audio.languages': ['de', 'fr', 'en'] }]);
    expect(await server.store.audio.countToCorrect()).toBe(1);
    const back = await post('/audio/restore-text', { everything: true });
    expect(back.json()).toEqual({ chunks_restored: 0 });
    expect(await server.store.audio.countToCorrect()).toBe(0);
  });

  test('taking back a request for everything leaves corrections from before', async () => {
    await post('/audio/language', { language: 'de', audio_chunk_ids: [chunkId] });
    const reply = await post('/audio/language', { language: 'nl', everything: true });
    expect(reply.json().asked_at).toBe(new Date(NOW_MS).toISOString());
    const since = new Date(NOW_MS + 1).toISOString();
    const back = await post('/audio/restore-text', { everything: true, since });
    expect(back.json()).toEqual({ chunks_restored: 0 });
    expect((await textOf(chunkId)).json()).toMatchObject({ lines: [{ language: 'de' }] });
    const wrong = await post('/audio/restore-text', { everything: true, since: 'soonish' });
    expect([wrong.statusCode, wrong.json().code]).toEqual([400, 'INVALID_BODY']);
    const all = await post('/audio/restore-text', { everything: true });
    expect(all.json()).toEqual({ chunks_restored: 1 });
  });

  test('a model that is missing is named with the command that installs it', async () => {
    const reply = await post('/audio/language', { language: 'fr', audio_chunk_ids: [chunkId] });
    expect([reply.statusCode, reply.json()]).toMatchObject([
      409,
      { code: 'LANGUAGE_MODEL_MISSING', hint: expect.stringMatching(/models pull whisper-base/) },
    ]);
  });

  test('a recording whose sound is missing is a clear error', async () => {
    isSoundThere = false;
    const reply = await post('/audio/language', { language: 'de', audio_chunk_ids: [chunkId] });
    isSoundThere = true;
    expect([reply.statusCode, reply.json().code]).toEqual([410, 'AUDIO_GONE']);
  });

  test.each([
    [400, 'LANGUAGE_UNKNOWN', { language: 'xx', audio_chunk_ids: [1] }],
    [404, 'AUDIO_CHUNK_NOT_FOUND', { language: 'de', audio_chunk_ids: [999] }],
    [404, 'SPEAKER_NOT_FOUND', { language: 'de', speaker_id: 999 }],
    [400, 'INVALID_BODY', { language: 'de' }],
    [400, 'INVALID_BODY', { language: 'de', everything: true, speaker_id: 1 }],
    [400, 'INVALID_BODY', { language: 'de', audio_chunk_ids: [] }],
    [400, 'INVALID_BODY', { audio_chunk_ids: [1] }],
  ])('answers with %d %s to %j', async (status, code, payload) => {
    const reply = await post('/audio/language', payload);
    expect([reply.statusCode, reply.json().code]).toEqual([status, code]);
  });
});

test('languages are listed', async () => {
  const reply = await server.app.inject('/audio/languages');
  expect(reply.json()).toEqual({ data: [{ code: 'de', name: 'German' }] });
});

test('the text of an unknown recording is not found', async () => {
  expect((await textOf(999)).statusCode).toBe(404);
});
