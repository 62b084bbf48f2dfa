/** The routes of one frame that answer with text: words, elements, and both together. */
import { withSignal } from '#serve/deadline.ts';
import { toWireElement } from '#serve/elements.ts';
import type { App, ServerDeps } from '#serve/server-deps.ts';
import { frameReader, MAX_ELEMENTS_PER_FRAME } from './frame-reader.ts';
import {
  frameContextSchema,
  frameElementsParameters,
  frameElementsSchema,
  frameParameters,
  textParameters,
  textSchema,
} from './schema.ts';
import { frameContext, textPositions } from './text.ts';

export function frameTextRoutes(app: App, { store, limits, nowMs }: ServerDeps): void {
  const deadline = { code: 'FRAME_TIMEOUT', limitMs: limits.frameTimeoutMs } as const;
  const reader = frameReader(store);

  for (const path of ['/frames/:frame_id/ocr', '/frames/:frame_id/text']) {
    app.get(path, { schema: textSchema }, async (request, reply) => {
      const { frame_id } = frameParameters.parse(request.params, nowMs());
      const { query } = textParameters.parse(request.query, nowMs());
      return withSignal(reply, deadline, async (signal) => {
        const found = await reader.getText(frame_id, signal);
        const elements =
          found.boxes.length > 0 ? [] : await reader.listElements(frame_id, undefined, signal);
        return { frame_id, text_positions: textPositions(found, elements, query) };
      });
    });
  }

  app.get('/frames/:frame_id/elements', { schema: frameElementsSchema }, async (request, reply) => {
    const { frame_id } = frameParameters.parse(request.params, nowMs());
    const { source } = frameElementsParameters.parse(request.query, nowMs());
    return withSignal(reply, deadline, async (signal) => {
      await reader.getFrame(frame_id, signal);
      const elements = await reader.listElements(frame_id, source, signal);
      return {
        data: elements.map(toWireElement),
        pagination: { limit: MAX_ELEMENTS_PER_FRAME, offset: 0, total: elements.length },
      };
    });
  });

  app.get('/frames/:frame_id/context', { schema: frameContextSchema }, async (request, reply) => {
    const { frame_id } = frameParameters.parse(request.params, nowMs());
    return withSignal(reply, deadline, async (signal) => {
      const found = await reader.getText(frame_id, signal);
      return frameContext(found, await reader.listElements(frame_id, undefined, signal));
    });
  });
}
