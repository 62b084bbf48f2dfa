/** `/experimental`: joining videos, and the check of a media file in both methods that clients use. */
import type { FastifyReply } from 'fastify';
import { withSignal } from '#serve/request/deadline.ts';
import type { App, ServerDeps } from '#serve/server-deps.ts';
import { fileParameters, mergeSchema, validateBodySchema, validateQuerySchema } from './schema.ts';

export function experimentalRoutes(app: App, { exports, nowMs }: ServerDeps): void {
  // No limits of time: both end when the caller goes away.
  app.post('/experimental/frames/merge', { schema: mergeSchema }, async (request, reply) => {
    const { video_paths: paths } = request.body;
    const video = await withSignal(reply, undefined, (signal) =>
      exports.mergeVideos(paths, signal),
    );
    return {
      video_path: video.filePath,
      frame_count: video.frameCount,
      duration_secs: video.durationSecs,
      file_size_bytes: video.sizeBytes,
    };
  });

  async function validate(path: string, reply: FastifyReply) {
    await withSignal(reply, undefined, (signal) => exports.validate(path, signal));
    return { status: 'valid media file', valid: true };
  }

  const path = '/experimental/validate/media';
  app.get(path, { schema: validateQuerySchema }, async (request, reply) =>
    validate(fileParameters.parse(request.query, nowMs()).file_path, reply),
  );
  app.post(path, { schema: validateBodySchema }, async (request, reply) =>
    validate(request.body.file_path, reply),
  );
}
