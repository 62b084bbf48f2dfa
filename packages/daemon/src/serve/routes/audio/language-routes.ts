/** `POST /audio/language` corrects the language of recordings, `POST /audio/restore-text` takes a second reading back, `GET /audio/chunks/{chunk_id}/text` shows both texts, `GET /audio/languages` lists the languages. */
import { serviceError } from '#core/errors.ts';
import { withSignal } from '#serve/request/deadline.ts';
import { InvalidBodyError } from '#serve/request/request-errors.ts';
import { ACCEPTED_TIMES, iso, parseTime } from '#serve/request/time.ts';
import type { App, ServerDeps } from '#serve/server-deps.ts';
import type { OldLine, RecordingSelection, SaidInChunk } from '#store/audio/audio-records.ts';
import {
  languageSchema,
  languagesSchema,
  restoreSchema,
  textSchema,
  type WireLine,
  type WireSelection,
} from './language-schema.ts';
import { retranscribeAll } from './retranscription.ts';
import { chunkParameters } from './schema.ts';

const ENGLISH = 'en';

export function audioLanguageRoutes(app: App, deps: ServerDeps): void {
  const { store, retranscribe, secondReadings, settings, nowMs } = deps;
  const deadline = { code: 'FRAME_TIMEOUT', limitMs: deps.limits.frameTimeoutMs } as const;

  app.get('/audio/languages', { schema: languagesSchema }, async () => {
    if (!secondReadings) throw serviceError('NOT_LISTENING/off');
    return { data: [...secondReadings.languages()] };
  });

  app.get('/audio/chunks/:chunk_id/text', { schema: textSchema }, async (request, reply) => {
    const { chunk_id } = chunkParameters.parse(request.params, nowMs());
    return withSignal(reply, deadline, async (signal) => {
      const chunk = await store.audio.findChunk(chunk_id, signal);
      if (!chunk) throw serviceError('AUDIO_CHUNK_NOT_FOUND', { chunkId: chunk_id });
      const older = await store.audio.findOlderText(chunk_id, signal);
      return {
        chunk_id,
        lines: chunk.transcriptions.map(toLine),
        older: older
          ? {
              reason: older.reason,
              replaced_at: iso(older.replacedAtMs),
              lines: older.before.map(toLine),
            }
          : null,
      };
    });
  });

  app.post('/audio/language', { schema: languageSchema }, async (request, reply) => {
    if (!retranscribe || !secondReadings) throw serviceError('NOT_LISTENING/off');
    const { language } = request.body;
    const asked_at = iso(nowMs());
    const selection = selectionOf(request.body);
    await secondReadings.assertReads(language);
    if (!('chunkIds' in selection)) {
      await assertThere(selection);
      if ('everything' in selection) settings.change({ 'audio.languages': spoken(language) });
      const chunks_waiting = await secondReadings.want(selection, language);
      return { asked_at, chunks_processed: 0, chunks_waiting, transcriptions: [], failed: [] };
    }
    const { chunkIds: ids } = selection;
    const wanted = { language, reason: 'language', vocabulary: [] } as const;
    // However long it takes; it ends when the caller goes away.
    return withSignal(reply, undefined, async (signal) => {
      const done = await retranscribeAll({ ...deps, retranscribe }, { ids }, wanted, signal);
      const [first = 0] = ids;
      if (done.transcriptions.length === 0)
        throw serviceError('AUDIO_CHUNK_NOT_FOUND', { chunkId: first });
      return { asked_at, ...done, chunks_waiting: 0 };
    });
  });

  app.post('/audio/restore-text', { schema: restoreSchema }, async ({ body }) => {
    const selection = selectionOf(body);
    const sinceMs = body.since === undefined ? 0 : parseTime(body.since, nowMs());
    if (sinceMs === undefined) throw new InvalidBodyError('since', `must be ${ACCEPTED_TIMES}`);
    if (!('chunkIds' in selection)) {
      await assertThere(selection);
      await store.audio.unwantLanguage(selection);
      return restore(await store.audio.listCorrected(selection, sinceMs));
    }
    for (const id of selection.chunkIds) {
      if (!(await store.audio.findChunk(id)))
        throw serviceError('AUDIO_CHUNK_NOT_FOUND', { chunkId: id });
      if (!(await store.audio.findOlderText(id)))
        throw serviceError('OLDER_TEXT_MISSING', { chunkId: id });
    }
    return restore(selection.chunkIds);
  });

  async function restore(ids: readonly number[]) {
    let restored = 0;
    for (const id of ids) if (await store.audio.restoreOlderText(id)) restored += 1;
    return { chunks_restored: restored };
  }

  /** With those that are set. English is read by its own model, whatever else is spoken. */
  function spoken(language: string): string[] {
    const set = settings.list().find(({ key }) => key === 'audio.languages')?.value;
    return [...new Set([language, ...((set as string[] | undefined) ?? []), ENGLISH])];
  }

  async function assertThere(selection: RecordingSelection): Promise<void> {
    if (!('speakerId' in selection)) return;
    const { speakerId } = selection;
    if (!(await store.speakers.find(speakerId)))
      throw serviceError('SPEAKER_NOT_FOUND', { speakerId });
  }
}

function selectionOf(body: WireSelection): RecordingSelection {
  const { audio_chunk_ids: chunkIds, speaker_id: speakerId, everything } = body;
  const given: RecordingSelection[] = [];
  if (chunkIds) given.push({ chunkIds });
  if (speakerId !== undefined) given.push({ speakerId });
  if (everything) given.push({ everything });
  const [selection, ...others] = given;
  if (selection === undefined || others.length > 0) {
    const problem = 'or `speaker_id` or `everything` is needed, and only one of them';
    throw new InvalidBodyError('audio_chunk_ids', problem);
  }
  return selection;
}

function toLine(line: SaidInChunk | OldLine): WireLine {
  return {
    transcription_id: line.id,
    timestamp: iso(line.atMs),
    text: line.text,
    engine: line.engine,
    language: line.language ?? null,
    start_time: line.startSecs,
    end_time: line.endSecs,
  };
}
