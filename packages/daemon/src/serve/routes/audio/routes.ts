/** `GET /audio/chunks/{chunk_id}` (also `/audio/{chunk_id}`) plays a recording, `…/peaks` draws it, `POST /audio/retranscribe` has recordings transcribed again, `…/undo-retranscribe` takes that back. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '#core/errors.ts';
import { withSignal } from '#serve/deadline.ts';
import type { App, ServerDeps } from '#serve/server-deps.ts';
import type { AudioChunk } from '#store/audio-records.ts';
import { AudioChunkNotFoundError } from '#store/errors.ts';
import type { PlayableAudio } from '#store/media/audio/playable-audio.ts';
import { parseRange } from './byte-range.ts';
import { NothingTranscribesError, RangeNotSatisfiableError } from './errors.ts';
import { restoreLines, toWireLine } from './old-lines.ts';
import { peaksOf } from './peaks.ts';
import { chunkRangeOf } from './retranscription.ts';
import {
  chunkParameters,
  peakParameters,
  peakSchema,
  playSchema,
  retranscribeSchema,
  undoSchema,
} from './schema.ts';

/** As for images: a deleted recording has to disappear at once. */
const AUDIO_CACHING = 'private, no-cache';

export function audioRoutes(app: App, deps: ServerDeps): void {
  const { store, audioMedia, retranscribe, nowMs } = deps;
  const deadline = { code: 'FRAME_TIMEOUT', limitMs: deps.limits.frameTimeoutMs } as const;

  async function getChunk(id: number, signal: AbortSignal): Promise<AudioChunk> {
    const chunk = await store.findAudioChunk(id, signal);
    if (!chunk) throw new AudioChunkNotFoundError(id);
    return chunk;
  }

  /** One of another device is brought here first. */
  async function getPlayable(id: number, signal: AbortSignal): Promise<AudioChunk> {
    const chunk = await getChunk(id, signal);
    const { machineId } = chunk;
    if (machineId === null || chunk.filePath !== '') return chunk;
    await deps.sync.fetchMedia({ of: 'audio_chunk', id, machineId }, signal);
    return getChunk(id, signal);
  }

  const play = async (request: FastifyRequest, reply: FastifyReply) => {
    const { chunk_id } = chunkParameters.parse(request.params, nowMs());
    const file = await withSignal(reply, deadline, async (signal) =>
      audioMedia.openPlayable(await getPlayable(chunk_id, signal)),
    );
    try {
      return await send(reply, file, { chunkId: chunk_id, headers: request.headers });
    } catch (error) {
      await file.close();
      throw error;
    }
  };
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
    if (!retranscribe) throw new NothingTranscribesError();
    const range = chunkRangeOf(request.body, nowMs());
    const { engine, prompt, vocabulary = [] } = request.body;
    // However long it takes: transcribing an hour takes minutes. It ends when the caller goes away.
    return withSignal(reply, undefined, async (signal) => {
      const transcriptions = [];
      for (const chunk of await store.listAudioChunks(range, signal)) {
        signal.throwIfAborted();
        const wish = { engine, prompt, vocabulary };
        const newText = await retranscribe(chunk, wish, signal).catch((error: unknown) => {
          // Nobody asked for this one by its number, and the others are not to wait for it.
          if ('startMs' in range && isGone(error)) return undefined;
          throw error;
        });
        if (newText === undefined) continue;
        transcriptions.push({
          audio_chunk_id: chunk.id,
          old_text: chunk.transcriptions.map(({ text }) => text).join(' '),
          new_text: newText,
          old_lines: chunk.transcriptions.map(toWireLine),
        });
      }
      return { chunks_processed: transcriptions.length, transcriptions };
    });
  });

  app.post('/audio/undo-retranscribe', { schema: undoSchema }, async ({ body }) => {
    let restored = 0;
    for (const { audio_chunk_id: id, old_lines } of body.transcriptions) {
      const chunk = await store.findAudioChunk(id);
      // Nothing was said in it before: there is nothing to go back to.
      if (!chunk || old_lines.length === 0) continue;
      await restoreLines(store, chunk, old_lines);
      restored += 1;
    }
    return { chunks_restored: restored };
  });
}

function isGone(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'AUDIO_GONE';
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
    throw new RangeNotSatisfiableError(asked.chunkId, sizeBytes);
  }
  const { start, end } = range ?? { start: 0, end: sizeBytes - 1 };
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${sizeBytes}`);
  return reply
    .header('content-length', end - start + 1)
    .type(file.contentType)
    .send(file.read(start, end));
}
