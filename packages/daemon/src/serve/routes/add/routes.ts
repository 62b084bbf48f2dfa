/**
 * `POST /add`: content from importers and tests. All of a request is stored or nothing: everything
 * is checked first, then the images are copied, then one transaction writes the rows, and images
 * whose rows did not make it are removed again.
 */
import { isAbsolute } from 'node:path';
import { withSignal } from '#serve/deadline.ts';
import { shapeChecker } from '#serve/json-body.ts';
import { InvalidBodyError } from '#serve/request-errors.ts';
import type { App, ServerDeps } from '#serve/server-deps.ts';
import type { AddedIds, NewContent, NewFrame } from '#store/records.ts';
import {
  type ItemContext,
  toNewFrame,
  toNewInputEvent,
  toNewTranscription,
  toNewUiText,
} from './new-content.ts';
import { type LooseContent, normaliseBody } from './normalise.ts';
import {
  type AddReply,
  addSchema,
  CONTENT_SCHEMAS,
  type Content,
  type ContentType,
  type WireNewFrame,
} from './schema.ts';

const CHECKS = Object.fromEntries(
  Object.entries(CONTENT_SCHEMAS).map(([name, schema]) => [name, shapeChecker(schema, 'content')]),
) as Record<ContentType, ReturnType<typeof shapeChecker>>;

export function addContentRoutes(app: App, { store, media, limits, nowMs }: ServerDeps): void {
  app.post(
    '/add',
    // The schema documents one of the accepted shapes; the handler checks after normalising.
    { schema: addSchema, bodyLimit: limits.addBytes, validatorCompiler: () => () => true },
    async (request, reply): Promise<AddReply> => {
      const { deviceName, content: loose } = normaliseBody(request.body);
      const content = checked(loose);
      const contextOf = contextMaker(deviceName, nowMs());
      if (content.content_type !== 'frames') {
        return toReply(content, await store.add(toNewContent(content, contextOf)));
      }
      const frames = content.data.map((frame, index) => toNewFrame(frame, contextOf(index)));
      content.data.forEach(assertAbsolutePath);
      return withSignal(reply, undefined, async (signal) =>
        toReply(content, await storeFrames(frames, content.data, signal)),
      );
    },
  );

  async function storeFrames(
    frames: readonly NewFrame[],
    wireFrames: readonly WireNewFrame[],
    signal: AbortSignal,
  ): Promise<AddedIds> {
    const imported: string[] = [];
    try {
      const withImages: NewFrame[] = [];
      for (const [index, frame] of frames.entries()) {
        const path = wireFrames[index]?.file_path ?? '';
        const image =
          path === ''
            ? undefined
            : await media.importImage(path, frame.atMs, frame.deviceName, signal);
        if (image !== undefined) imported.push(image.snapshotPath);
        withImages.push({ ...frame, ...image });
      }
      signal.throwIfAborted();
      return await store.add({ frames: withImages });
    } catch (error) {
      // Those that cannot be removed now go at the next start; the caller is told of the first fault.
      await Promise.allSettled(imported.map((path) => media.discard(path)));
      throw error;
    }
  }
}

function checked(loose: LooseContent): Content {
  const error = CHECKS[loose.content_type](loose);
  if (error !== undefined) throw error;
  return loose as Content;
}

function contextMaker(deviceName: string, nowMs: number): (index: number) => ItemContext {
  return (index) => ({ deviceName, nowMs, field: `content.data[${index}]` });
}

function assertAbsolutePath({ file_path: path = '' }: WireNewFrame, index: number): void {
  if (path !== '' && (!isAbsolute(path) || path.includes('\0'))) {
    throw new InvalidBodyError(`content.data[${index}].file_path`, 'must be an absolute path');
  }
}

function toNewContent(
  content: Exclude<Content, { content_type: 'frames' }>,
  contextOf: (index: number) => ItemContext,
): NewContent {
  switch (content.content_type) {
    case 'transcription':
      return {
        transcriptions: content.data.map((item, index) =>
          toNewTranscription(item, contextOf(index)),
        ),
      };
    case 'ui':
      return { uiTexts: content.data.map((item, index) => toNewUiText(item, contextOf(index))) };
    case 'input':
      return {
        inputEvents: content.data.map((item, index) => toNewInputEvent(item, contextOf(index))),
      };
  }
}

function toReply({ content_type: contentType, data }: Content, added: AddedIds): AddReply {
  const success = true;
  switch (contentType) {
    case 'frames':
      return { success, message: `frames stored: ${data.length}`, ids: added.frames };
    case 'transcription':
      return {
        success,
        message: `transcriptions stored: ${data.length}`,
        ids: added.transcriptions.map(({ chunkId }) => chunkId),
        transcription_ids: added.transcriptions.map(({ id }) => id),
      };
    case 'ui':
      return { success, message: `UI texts stored: ${data.length}`, ids: added.uiTexts };
    case 'input':
      return { success, message: `input events stored: ${data.length}`, ids: added.inputEvents };
  }
}
