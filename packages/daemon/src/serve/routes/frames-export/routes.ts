/** `POST /frames/export`: frames as a video file. The same over a WebSocket is in `socket.ts`. */
import { withSignal } from '#serve/request/deadline.ts';
import type { App, ServerDeps } from '#serve/server-deps.ts';
import { frameIdsOf, rateOf } from './export-request.ts';
import { exportSchema, toAnswer } from './schema.ts';

export function frameExportRoutes(app: App, { store, exports, nowMs }: ServerDeps): void {
  app.post('/frames/export', { schema: exportSchema }, async (request, reply) => {
    const framesPerSecond = rateOf(request.body.fps);
    // However long it takes: a day of frames takes minutes. It ends when the caller goes away.
    return withSignal(reply, undefined, async (signal) => {
      const video = await exports.exportFrames({
        frameIds: await frameIdsOf(request.body, { store, nowMs: nowMs() }, signal),
        findFrame: store.frames.find,
        framesPerSecond,
        signal,
      });
      return toAnswer(video);
    });
  });
}
