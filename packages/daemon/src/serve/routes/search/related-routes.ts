/** `GET /search/related`: moments like a frame or a recording. */
import { meaningReport } from '#ask/query-vector.ts';
import { serviceError } from '#core/errors.ts';
import { withSignal } from '#serve/request/deadline.ts';
import { InvalidParameterError } from '#serve/request/request-errors.ts';
import type { App, ServerDeps } from '#serve/server-deps.ts';
import { sendReply, toReply } from './meaning.ts';
import { toFilter } from './routes.ts';
import { relatedParameters, relatedSchema } from './schema.ts';

export function relatedRoutes(app: App, deps: ServerDeps): void {
  const deadline = { code: 'SEARCH_TIMEOUT', limitMs: deps.limits.searchTimeoutMs } as const;
  const { store } = deps;

  /** A token that may not see it gets the same answer as for one that does not exist. */
  async function assertThere(
    frameId: number | undefined,
    chunkId: number | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    if (frameId !== undefined) {
      if (!(await store.frames.find(frameId, signal)))
        throw serviceError('FRAME_NOT_FOUND', { frameId });
    } else if (chunkId !== undefined) {
      if (!(await store.audio.findChunk(chunkId, signal))) {
        throw serviceError('AUDIO_CHUNK_NOT_FOUND', { chunkId });
      }
    }
  }

  app.get('/search/related', { schema: relatedSchema }, async (request, reply) => {
    const query = relatedParameters.parse(request.query, deps.nowMs());
    const { frame_id: frameId, audio_chunk_id: chunkId, limit, offset } = query;
    if ((frameId === undefined) === (chunkId === undefined)) {
      throw new InvalidParameterError('frame_id', 'given, or audio_chunk_id in its place');
    }
    const filter = { ...toFilter({ ...query, q: undefined }), limit, offset };
    const found = await withSignal(reply, deadline, async (signal) => {
      await assertThere(frameId, chunkId, signal);
      const page = await store.meaning.findRelated({ ...filter, frameId, chunkId }, signal);
      const related = toReply(page ?? { found: [], total: 0, hasMore: false }, query);
      return { ...related, meaning: await meaningReport(deps, signal) };
    });
    return sendReply(reply, found, query.max_content_length);
  });
}
