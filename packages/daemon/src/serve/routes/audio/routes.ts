/** `GET /audio/chunks/{chunk_id}` (also `/audio/{chunk_id}`) plays a recording, `…/peaks` draws it, `/audio/unread` lists those without text, `POST /audio/retranscribe` has recordings transcribed again, `…/undo-retranscribe` takes that back. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { serviceError } from '#core/errors.ts';
import { withSignal } from '#serve/request/deadline.ts';
import { iso } from '#serve/request/time.ts';
import type { App, ServerDeps } from '#serve/server-deps.ts';
import {
  type AudioChunk,
  type AudioSegment,
  LANGUAGE_NOT_UNDERSTOOD,
} from '#store/audio/audio-records.ts';
import type { PlayableAudio } from '#store/media/audio/playable-audio.ts';
import { parseRange } from './byte-range.ts';
import { toOldLine } from './old-lines.ts';
import { peaksOf } from './peaks.ts';
import { chunkRangeOf, retranscribeAll } from './retranscription.ts';
import {
  chunkParameters,
  peakParameters,
  peakSchema,
  playSchema,
  retranscribeSchema,
  undoSchema,
  unreadParameters,
  unreadSchema,
} from './schema.ts';

/** As for images: a deleted recording has to disappear at once. */
const AUDIO_CACHING = 'private, no-cache';

export function audioRoutes(app: App, deps: ServerDeps): void {
  const { store, audioMedia, retranscribe, nowMs } = deps;
  const deadline = { code: 'FRAME_TIMEOUT', limitMs: deps.limits.frameTimeoutMs } as const;

  async function getChunk(id: number, signal: AbortSignal): Promise<AudioChunk> {
    const chunk = await store.audio.findChunk(id, signal);
    if (!chunk) throw serviceError('AUDIO_CHUNK_NOT_FOUND', { chunkId: id });
    return chunk;
  }

  /** One of another device is brought here first, and one of this device that a keeper has. */
  async function getPlayable(id: number, signal: AbortSignal): Promise<AudioChunk> {
    const chunk = await getChunk(id, signal);
    const { machineId } = chunk;
    const target = { of: 'audio_chunk', id } as const;
    if (chunk.filePath !== '') return chunk;
    if (machineId === null && !(await deps.sync.canReturn(target, signal))) return chunk;
    await deps.sync.fetchMedia({ ...target, machineId }, signal);
    return getChunk(id, signal);
  }

  const play = async (request: FastifyRequest, reply: FastifyReply) => {
    const { chunk_id } = chunkParameters.parse(request.params, nowMs());
    const file = await withSignal(reply, deadline, async (signal) => {
      const opened = await audioMedia.openPlayable(await getPlayable(chunk_id, signal), signal);
      // Nobody gets it any more, so nobody else closes it.
      if (signal.aborted) await opened.close();
      return opened;
    });
    try {
      return await send(reply, file, { chunkId: chunk_id, headers: request.headers });
    } catch (error) {
      await file.close();
      throw error;
    }
  };
  app.get('/audio/unread', { schema: unreadSchema }, async (request, reply) => {
    const { start_time = 0, end_time, limit } = unreadParameters.parse(request.query, nowMs());
    const recordings = await withSignal(reply, deadline, (signal) =>
      store.audio.listUnreadRecordings(
        start_time,
        end_time ?? Number.MAX_SAFE_INTEGER,
        limit,
        signal,
      ),
    );
    return { data: recordings.map(toUnread) };
  });
  app.get('/audio/:chunk_id', { schema: playSchema }, play);
  app.get('/audio/chunks/:chunk_id', { schema: playSchema }, play);

  app.get('/audio/chunks/:chunk_id/peaks', { schema: peakSchema }, async (request, reply) => {
    const { chunk_id } = chunkParameters.parse(request.params, nowMs());
    const { n } = peakParameters.parse(request.query, nowMs());
    const samples = await withSignal(reply, deadline, async (signal) =>
      audioMedia.readSamplesSoFar(await getPlayable(chunk_id, signal), signal),
    );
    reply.header('cache-control', AUDIO_CACHING);
    return { chunk_id, ...peaksOf(samples, n) };
  });

  app.post('/audio/retranscribe', { schema: retranscribeSchema }, async (request, reply) => {
    if (!retranscribe) throw serviceError('NOT_LISTENING/off');
    const range = chunkRangeOf(request.body, nowMs());
    const { engine, prompt, vocabulary = [] } = request.body;
    // However long it takes: transcribing an hour takes minutes. It ends when the caller goes away.
    return withSignal(reply, undefined, (signal) =>
      retranscribeAll({ ...deps, retranscribe }, range, { engine, prompt, vocabulary }, signal),
    );
  });

  app.post('/audio/undo-retranscribe', { schema: undoSchema }, async ({ body }) => {
    const requested = body.transcriptions.map(({ audio_chunk_id, old_lines, new_lines }) => ({
      chunkId: audio_chunk_id,
      before: old_lines.map(toOldLine),
      after: new_lines.map(({ transcription_id, text }) => ({ id: transcription_id, text })),
    }));
    let restored = 0;
    for (const { chunkId, before, after } of requested) {
      if (await store.audio.restoreLines(chunkId, before, after)) restored += 1;
    }
    return { chunks_restored: restored };
  });
}

async function send(
  reply: FastifyReply,
  file: PlayableAudio,
  asked: { chunkId: number; headers: Record<string, string | string[] | undefined> },
): Promise<FastifyReply> {
  const { sizeBytes } = file;
  const etag = `"${asked.chunkId}-${sizeBytes}-${Math.trunc(file.modifiedAtMs)}"`;
  reply.headers({ etag, 'cache-control': AUDIO_CACHING, 'accept-ranges': 'bytes' });
  const header = (name: string) => String(asked.headers[name] ?? '');
  if (header('if-none-match') === etag) {
    await file.close();
    return reply.code(304).send();
  }
  // A part of another file than the caller has the rest of would be noise.
  const isSameFile = ['', etag].includes(header('if-range'));
  const range = isSameFile ? parseRange(header('range'), sizeBytes) : undefined;
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${sizeBytes}`);
    throw serviceError('RANGE_NOT_SATISFIABLE', { chunkId: asked.chunkId, sizeBytes });
  }
  const { start, end } = range ?? { start: 0, end: sizeBytes - 1 };
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${sizeBytes}`);
  return reply
    .header('content-length', end - start + 1)
    .type(file.contentType)
    .send(file.read(start, end));
}

function toUnread({ chunkId, atMs, deviceName, durationMs, state, errorCode }: AudioSegment) {
  return {
    chunk_id: chunkId,
    timestamp: iso(atMs),
    device_name: deviceName,
    duration_secs: durationMs / 1000,
    state: errorCode === LANGUAGE_NOT_UNDERSTOOD ? 'language_not_understood' : state,
    error_code: errorCode,
  };
}
