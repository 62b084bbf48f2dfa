/** `/frames`: images, what is known about them, and the way to the next one that can be read. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { serviceError } from '#core/errors.ts';
import { whyNoPicture } from '#serve/items/wire-item.ts';
import { withSignal } from '#serve/request/deadline.ts';
import { iso } from '#serve/request/time.ts';
import type { App, ServerDeps } from '#serve/server-deps.ts';
import { FrameGoneError, PictureRemovedError } from '#store/errors.ts';
import type { Media } from '#store/media/media.ts';
import { scaleJpeg } from '#store/media/scaled-pictures.ts';
import type { Frame } from '#store/records.ts';
import { frameReader } from './frame-reader.ts';
import { redactedImage } from './redaction.ts';
import {
  frameParameters,
  imageParameters,
  imageSchema,
  type Metadata,
  metadataSchema,
  nextValidParameters,
  nextValidSchema,
} from './schema.ts';

/**
 * Kept by the browser but asked about each time, which costs a local round trip and no decoding.
 * An age would be wrong twice: a deleted frame has to disappear at once, and the ids of another
 * data folder (the sample day, say) name other images.
 */
const IMAGE_CACHING = 'private, no-cache';

export function frameRoutes(app: App, deps: ServerDeps): void {
  const { store, media, nowMs } = deps;
  const deadline = { code: 'FRAME_TIMEOUT', limitMs: deps.limits.frameTimeoutMs } as const;
  const reader = frameReader(store);

  /** With its picture here, as far as another device can still bring it. */
  async function getShown(id: number, signal: AbortSignal): Promise<Frame> {
    const frame = await reader.getFrame(id, signal);
    const target = { of: 'frame', id } as const;
    // What went because of its age may be on a keeper.
    const isReturning = frame.pictureGone && (await deps.sync.canReturn(target, signal));
    if (frame.pictureGone && !isReturning) throw new PictureRemovedError(id, frame.pictureGone);
    if (frame.filePath !== '' || !(isReturning || (frame.isRemote && frame.machineId)))
      return frame;
    const machineId = frame.isRemote ? frame.machineId : null;
    await deps.sync.fetchMedia({ ...target, machineId }, signal);
    return reader.getFrame(id, signal);
  }

  app.get('/frames/next-valid', { schema: nextValidSchema }, async (request, reply) => {
    const query = nextValidParameters.parse(request.query, nowMs());
    const direction = query.direction.toLowerCase() === 'backward' ? 'backward' : 'forward';
    return withSignal(reply, deadline, async (signal) => {
      const frames = await store.frames.listNeighbours(
        query.frame_id,
        direction,
        query.limit,
        signal,
      );
      for (const [skipped, frame] of frames.entries()) {
        signal.throwIfAborted();
        if (await media.exists(frame)) {
          return {
            frame_id: frame.id,
            timestamp: iso(frame.atMs),
            skipped_count: skipped,
          };
        }
      }
      throw serviceError('NO_VALID_FRAME', {
        frameId: query.frame_id,
        checkedCount: frames.length,
      });
    });
  });

  app.get('/frames/:frame_id', { schema: imageSchema }, async (request, reply) => {
    const { frame_id } = frameParameters.parse(request.params, nowMs());
    const { redact_pii, width } = imageParameters.parse(request.query, nowMs());
    return withSignal(reply, deadline, async (signal) => {
      const frame = await getShown(frame_id, signal);
      if (redact_pii) {
        const { jpeg, headers } = await redactedImage(frame, { ...deps, reader }, signal);
        // Without an etag: what is covered follows from the text, which can be read again.
        return reply
          .headers({ ...headers, 'cache-control': IMAGE_CACHING })
          .type('image/jpeg')
          .send(width === undefined ? jpeg : await scaleJpeg(jpeg, width));
      }
      return sendImage({ request, reply, frame, width, media, signal });
    });
  });

  app.get('/frames/:frame_id/metadata', { schema: metadataSchema }, async (request, reply) => {
    const { frame_id } = frameParameters.parse(request.params, nowMs());
    return withSignal(reply, deadline, async (signal) =>
      toMetadata(await reader.getFrame(frame_id, signal)),
    );
  });
}

async function sendImage(image: {
  request: FastifyRequest;
  reply: FastifyReply;
  frame: Frame;
  width: number | undefined;
  media: Media;
  signal: AbortSignal;
}): Promise<FastifyReply> {
  const { request, reply, frame, width, media, signal } = image;
  const etag = `"${[frame.id, frame.atMs, ...(width === undefined ? [] : [width])].join('-')}"`;
  const headers = { etag, 'cache-control': IMAGE_CACHING };
  const isKnown = isNamedIn(request.headers['if-none-match'], etag);
  // Asked of the disk each time, also when the smaller picture is still in memory.
  if ((isKnown || width !== undefined) && !(await media.exists(frame))) {
    throw new FrameGoneError(frame.id, frame.filePath);
  }
  if (isKnown) return reply.code(304).headers(headers).send();
  const jpeg =
    width === undefined
      ? await media.readJpeg(frame, signal)
      : await media.readScaledJpeg(frame, width, signal);
  return reply.headers(headers).type('image/jpeg').send(jpeg);
}

function isNamedIn(ifNoneMatch: string | undefined, etag: string): boolean {
  const names = ifNoneMatch?.split(',').map((name) => name.trim().replace(/^W\//, '')) ?? [];
  return names.includes(etag) || names.includes('*');
}

function toMetadata(frame: Frame): Metadata {
  return {
    frame_id: frame.id,
    timestamp: iso(frame.atMs),
    app_name: frame.appName,
    window_name: frame.windowName,
    browser_url: frame.browserUrl,
    device_name: frame.deviceName,
    focused: frame.focused,
    frame_name: frame.frameName,
    text_source: frame.textSource,
    capture_trigger: frame.captureTrigger,
    file_path: frame.filePath,
    offset_index: frame.offsetIndex,
    width: frame.width,
    height: frame.height,
    machine_id: frame.machineId,
    ...whyNoPicture(frame),
  };
}
