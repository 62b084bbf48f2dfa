import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deviations, documentOf } from '#serve/document.fixture.ts';
import { NOW_MS, type TestServer, testServer } from '#serve/server.fixture.ts';
import type { AudioChunk } from '#store/audio/audio-records.ts';
import { AudioGoneError } from '#store/media/audio/errors.ts';
import { recorded } from './recorded.fixture.ts';

describe('POST /audio/retranscribe', () => {
  const requested: unknown[] = [];
  const broken = new Set<number>();
  let missing: number | undefined;
  let able: TestServer;

  beforeAll(async () => {
    able = await testServer((real) => ({
      async retranscribe(chunk: AudioChunk, wanted) {
        requested.push(wanted);
        if (chunk.id === missing) throw new AudioGoneError(chunk);
        if (broken.has(chunk.id)) throw new Error('the recogniser fell over');
        const text = `again ${chunk.id}`;
        const [said, ...others] = chunk.transcriptions;
        const id = said?.id ?? 0;
        await real.store.audio.updateTranscription(id, { text, startSecs: 1, endSecs: 2 });
        const removedIds = others.map((one) => one.id);
        await real.store.content.delete('audio', removedIds);
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

  test('transcribes the chunks asked for again and reports both texts', async () => {
    const wanted = {
      engine: 'base',
      prompt: 'a talk',
      vocabulary: [{ word: 'hind', replacement: 'H' }],
    };
    const reply = await retranscribe({ audio_chunk_ids: [2, 99], ...wanted });
    expect(reply.json()).toEqual({
      chunks_processed: 1,
      transcriptions: [
        {
          audio_chunk_id: 2,
          old_text: 'words 1',
          new_text: 'again 2',
          old_lines: [
            {
              transcription_id: 2,
              text: 'words 1',
              engine: 'test',
              language: null,
              timestamp: new Date(NOW_MS - 60_000).toISOString(),
              start_time: null,
              end_time: null,
              speaker_id: null,
              was_removed: false,
            },
          ],
          new_lines: [{ transcription_id: 2, text: 'again 2' }],
        },
      ],
      failed: [],
    });
    expect(requested).toEqual([wanted]);
    expect((await able.app.inject('/search?q=again')).json().pagination.total).toBe(1);
  });

  test('reports what was done when others fail, so that it can be taken back', async () => {
    missing = 1;
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
    missing = undefined;
    broken.clear();
  });

  test('takes a range of time in any form', async () => {
    const reply = await retranscribe({ start: '90s ago', end: 'now' });
    const ids = (reply.json().transcriptions as { audio_chunk_id: number }[]).map(
      ({ audio_chunk_id }) => audio_chunk_id,
    );
    expect(ids).toEqual([2, 1]);
  });

  test('passes over a recording that is missing, unless it was asked for by its number', async () => {
    missing = 2;
    const ranged = await retranscribe({ start: '90s ago', end: 'now' });
    expect(ranged.json()).toMatchObject({
      chunks_processed: 1,
      transcriptions: [{ audio_chunk_id: 1 }],
    });
    const named = await retranscribe({ audio_chunk_ids: [2] });
    expect(named.statusCode).toBe(410);
    missing = undefined;
  });

  describe('taken back', () => {
    async function undo(body: object) {
      const url = '/audio/undo-retranscribe';
      const reply = await able.app.inject({ method: 'POST', url, payload: body });
      expect(deviations(await documentOf(able.app), 'POST', url, reply)).toEqual([]);
      return reply.json();
    }
    const said = async (id: number) =>
      (await able.store.audio.findChunk(id))?.transcriptions.map(({ text }) => text);
    /** Two lines, then transcribed again: the second has no row any more. */
    async function transcribedAgain(speakerId?: number) {
      const id = await recorded(able, 'first words');
      const row = { atMs: NOW_MS, engine: 'test', deviceName: 'mic (input)', isInput: true };
      const second = { ...row, text: 'second words', chunkId: id, speakerId };
      await able.store.content.add({ transcriptions: [second] });
      const before = await able.store.audio.findChunk(id);
      const { transcriptions } = (await retranscribe({ audio_chunk_ids: [id] })).json();
      expect(await said(id)).toEqual([`again ${id}`]);
      const ids = before?.transcriptions.map((line) => line.id) ?? [];
      return { id, before, transcriptions, firstId: ids[0] ?? 0, secondId: ids[1] ?? 0 };
    }

    test('lines say what they said when they said it, lost ones return, new ones go', async () => {
      const { id, before, transcriptions } = await transcribedAgain();
      const row = { atMs: NOW_MS, engine: 'test', deviceName: 'mic (input)', isInput: true };
      const more = { ...row, text: 'again, more', chunkId: id };
      const added = await able.store.content.add({ transcriptions: [more] });
      const [{ new_lines }] = transcriptions;
      new_lines.push({ transcription_id: added.transcriptions[0]?.id, text: more.text });
      const missing = { ...transcriptions[0], audio_chunk_id: 99 };
      expect(await undo({ transcriptions: [...transcriptions, missing] })).toEqual({
        chunks_restored: 1,
      });
      const after = await able.store.audio.findChunk(id);
      const [first, second] = before?.transcriptions ?? [];
      // Also that nobody knew where in the recording it is.
      expect(after?.transcriptions[0]).toEqual(first);
      expect(after?.transcriptions).toEqual([first, { ...second, id: expect.any(Number) }]);
    });

    test('nothing comes back of what was deleted or changed since', async () => {
      const deleted = await transcribedAgain();
      await able.store.content.delete('audio', [deleted.firstId]);
      expect(await undo({ transcriptions: deleted.transcriptions })).toEqual({
        chunks_restored: 0,
      });
      expect(await said(deleted.id)).toBeUndefined();
      const covered = await transcribedAgain();
      await able.store.audio.updateTranscription(covered.firstId, { text: '[covered]' });
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
      const { newSpeakerId } = await able.store.speakers.reassign({
        chunkId: 2,
        name: 'Rosa',
        propagate: false,
      });
      const kept = await transcribedAgain(newSpeakerId);
      await undo({ transcriptions: kept.transcriptions });
      expect(await said(kept.id)).toEqual(['first words', 'second words']);
      const lost = await transcribedAgain(newSpeakerId);
      await able.store.speakers.delete(newSpeakerId);
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
});
