/**
 * `POST /add`: content from importers and tests. All of a request is stored or nothing: everything
 * is checked first, then the images are copied, then one transaction writes the rows, and images
 * whose rows did not make it are removed again.
 */
import { isAbsolute } from 'node:path';
import { type Static, Type } from 'typebox';
import { withSignal } from '#serve/request/deadline.ts';
import { shapeChecker } from '#serve/request/json-body.ts';
import { InvalidBodyError } from '#serve/request/request-errors.ts';
import type { App, ServerDeps } from '#serve/server-deps.ts';
import { turnstile } from '#store/kernel/turnstile.ts';
import type { AddedIds, NewContent, NewFrame } from '#store/new-records.ts';
import {
  type ItemContext,
  toNewFrame,
  toNewInputEvent,
  toNewTranscription,
  toNewUiText,
} from './new-content.ts';
import { normaliseBody, tidied } from './normalise.ts';
import { requestBudget } from './request-budget.ts';
import {
  type AddReply,
  addSchema,
  type ContentType,
  ITEM_SCHEMAS,
  MAX_ITEMS,
  type WireNewFrame,
} from './schema.ts';
import { mapInSlices } from './slices.ts';

const listProblem = shapeChecker(Type.Array(Type.Unknown(), { minItems: 1, maxItems: MAX_ITEMS }));
const ITEM_PROBLEMS = Object.fromEntries(
  Object.entries(ITEM_SCHEMAS).map(([name, schema]) => [name, shapeChecker(schema)]),
) as Record<ContentType, ReturnType<typeof shapeChecker>>;

type Wire<N extends ContentType> = Static<(typeof ITEM_SCHEMAS)[N]>;

/** Reads the items of the request as those of the given type. */
type ReadItems = <N extends ContentType, Item>(
  type: N,
  convert: (item: Wire<N>, context: ItemContext) => Item,
) => Promise<Item[]>;

interface FrameToAdd {
  readonly frame: NewFrame;
  readonly imagePath: string;
}

export function addContentRoutes(app: App, deps: ServerDeps): void {
  const { store, media, limits, nowMs, settings } = deps;
  const keepsPictures = () =>
    settings.list().find(({ key }) => key === 'vision.pictures')?.value !== 'off';
  // What is captured meanwhile waits for one request, not for all that were sent.
  const writing = turnstile(1);

  app.post(
    '/add',
    // The schema documents one of the accepted shapes; the handler checks after normalising.
    { schema: addSchema, bodyLimit: limits.addBytes, validatorCompiler: () => () => true },
    async (request, reply): Promise<AddReply> => {
      const { deviceName, content } = normaliseBody(request.body);
      const { content_type: contentType, data } = content;
      const problem = listProblem(data, 'content.data');
      if (problem !== undefined) throw problem;
      const budget = requestBudget();
      for (const item of data) budget.spend(item);
      const context = { deviceName, nowMs: nowMs(), budget };
      return withSignal(reply, undefined, async (signal) => {
        const added = await addItems(contentType, itemReader(data, context, signal), signal);
        return toReply(contentType, data.length, added);
      });
    },
  );

  async function addItems(
    contentType: ContentType,
    read: ReadItems,
    signal: AbortSignal,
  ): Promise<AddedIds> {
    switch (contentType) {
      case 'frames':
        return addFrames(await read('frames', toFrameToAdd), signal);
      case 'transcription':
        return write({ transcriptions: await read('transcription', toNewTranscription) }, signal);
      case 'ui':
        return write({ uiTexts: await read('ui', toNewUiText) }, signal);
      case 'input':
        return write({ inputEvents: await read('input', toNewInputEvent) }, signal);
    }
  }

  async function addFrames(items: readonly FrameToAdd[], signal: AbortSignal): Promise<AddedIds> {
    const imported: string[] = [];
    try {
      const frames: NewFrame[] = [];
      for (const { frame, imagePath } of items) {
        const isPictureKept = imagePath !== '' && keepsPictures();
        const image = isPictureKept
          ? await media.importImage(imagePath, frame.atMs, frame.deviceName, signal)
          : undefined;
        if (image !== undefined) imported.push(image.snapshotPath);
        const pictureGone = imagePath !== '' && !isPictureKept ? ('off' as const) : undefined;
        frames.push({ ...frame, ...image, pictureGone });
      }
      return await write({ frames }, signal);
    } catch (error) {
      // Those that cannot be removed now go at the next start; the caller is notified of the first fault.
      await Promise.allSettled(imported.map((path) => media.discard(path)));
      throw error;
    }
  }

  async function write(content: NewContent, signal: AbortSignal): Promise<AddedIds> {
    using _place = await writing.enter(signal);
    signal.throwIfAborted();
    return await store.content.add(content);
  }
}

function itemReader(
  data: readonly unknown[],
  context: Omit<ItemContext, 'field'>,
  signal: AbortSignal,
): ReadItems {
  return (type, convert) =>
    mapInSlices(
      data,
      (loose, index) => {
        const item = tidied(loose);
        const field = `content.data[${index}]`;
        const problem = ITEM_PROBLEMS[type](item, field);
        if (problem !== undefined) throw problem;
        return convert(item as Wire<typeof type>, { ...context, field });
      },
      signal,
    );
}

function toFrameToAdd(wire: WireNewFrame, context: ItemContext): FrameToAdd {
  const { file_path: imagePath = '' } = wire;
  if (imagePath !== '' && (!isAbsolute(imagePath) || imagePath.includes('\0'))) {
    throw new InvalidBodyError(`${context.field}.file_path`, 'must be an absolute path');
  }
  return { frame: toNewFrame(wire, context), imagePath };
}

function toReply(contentType: ContentType, count: number, added: AddedIds): AddReply {
  const success = true;
  switch (contentType) {
    case 'frames':
      return { success, message: `frames stored: ${count}`, ids: added.frames };
    case 'transcription':
      return {
        success,
        message: `transcriptions stored: ${count}`,
        ids: added.transcriptions.map(({ chunkId }) => chunkId),
        transcription_ids: added.transcriptions.map(({ id }) => id),
      };
    case 'ui':
      return { success, message: `UI texts stored: ${count}`, ids: added.uiTexts };
    case 'input':
      return { success, message: `input events stored: ${count}`, ids: added.inputEvents };
  }
}
