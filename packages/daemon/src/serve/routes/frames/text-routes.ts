/** The routes of one frame that answer with text: words, elements, and both together. */
import { serviceError } from '#core/errors.ts';
import { textReadAgain } from '#ingest/screen/read-again.ts';
import { toWireElement } from '#serve/elements.ts';
import { withSignal } from '#serve/request/deadline.ts';
import type { App, ServerDeps } from '#serve/server-deps.ts';
import { frameReader, MAX_ELEMENTS_PER_FRAME } from './frame-reader.ts';
import {
  frameContextSchema,
  frameElementsParameters,
  frameElementsSchema,
  frameParameters,
  readAgainSchema,
  textParameters,
  textSchema,
} from './schema.ts';
import { frameContext, textPositions } from './text.ts';

const TREE_SOURCE = 'accessibility';

export function frameTextRoutes(app: App, deps: ServerDeps): void {
  const { store, media, limits, nowMs } = deps;
  const deadline = { code: 'FRAME_TIMEOUT', limitMs: limits.frameTimeoutMs } as const;
  // A whole new screen takes one to three seconds to read, and others may wait before it.
  const readingDeadline = { code: 'FRAME_TIMEOUT', limitMs: limits.searchTimeoutMs } as const;
  const reader = frameReader(store);

  for (const path of ['/frames/:frame_id/ocr', '/frames/:frame_id/text']) {
    app.get(path, { schema: textSchema }, async (request, reply) => {
      const { frame_id } = frameParameters.parse(request.params, nowMs());
      const { query } = textParameters.parse(request.query, nowMs());
      return withSignal(reply, deadline, async (signal) => {
        const found = await reader.getText(frame_id, signal);
        const elements = await reader.listStoredElements(frame_id, signal);
        return { frame_id, text_positions: textPositions(found, elements, query) };
      });
    });
  }

  for (const path of ['/frames/:frame_id/ocr', '/frames/:frame_id/text']) {
    app.post(path, { schema: readAgainSchema }, async (request, reply) => {
      const { frame_id } = frameParameters.parse(request.params, nowMs());
      return withSignal(reply, readingDeadline, async (signal) => {
        const { frame, text } = await reader.getText(frame_id, signal);
        const tree = await reader.listElements(frame_id, TREE_SOURCE, signal);
        const read = await deps.readAgain(await media.readJpeg(frame, signal), signal);
        const known = { text, textSource: frame.textSource, tree };
        const isStored = await store.frames.replaceReading(frame_id, {
          ...textReadAgain(known, read),
          boxes: read.boxes,
          ocrEngine: read.engine,
        });
        // Deleted while it was read.
        if (!isStored) throw serviceError('FRAME_NOT_FOUND', { frameId: frame_id });
        return {
          frame_id,
          text_positions: textPositions({ frame, text, boxes: read.boxes }, [], undefined),
        };
      });
    });
  }

  app.get('/frames/:frame_id/elements', { schema: frameElementsSchema }, async (request, reply) => {
    const { frame_id } = frameParameters.parse(request.params, nowMs());
    const { source } = frameElementsParameters.parse(request.query, nowMs());
    return withSignal(reply, deadline, async (signal) => {
      await reader.getFrame(frame_id, signal);
      const { items, total } = await reader.listPage(frame_id, source, signal);
      return {
        data: items.map(toWireElement),
        pagination: { limit: MAX_ELEMENTS_PER_FRAME, offset: 0, total },
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
