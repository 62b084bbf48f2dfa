/** `include_frames`: puts the image of each frame into its item, as base64. */

import type { ServerDeps } from '#serve/server-deps.ts';
import { FrameGoneError, FrameNotFoundError } from '#store/errors.ts';
import type { FrameItem, Item } from '#store/records.ts';
import type { WireItem } from './schema.ts';

/** Largest page with images: some 100 kB each, so that an answer stays in the tens of megabytes. */
export const MAX_ITEMS_WITH_FRAMES = 100;

/** Enough to keep disk and decoder busy, few enough that other requests still get their turn. */
const CONCURRENT_READS = 4;

/**
 * Fills `content.frame`; it stays null where the image is gone. `items` and `wireItems` are the
 * same page in two shapes.
 */
export async function inlineFrames(
  deps: Pick<ServerDeps, 'store' | 'media'>,
  items: readonly Item[],
  wireItems: readonly WireItem[],
  signal: AbortSignal,
): Promise<void> {
  // One iterator shared by all readers: each takes the next frame as soon as it is free.
  const queue = items.entries();
  const readers = Array.from({ length: CONCURRENT_READS }, async () => {
    for (const [index, item] of queue) {
      const wire = wireItems[index];
      if (item.kind !== 'ocr' || wire?.type !== 'OCR') continue;
      wire.content.frame = await readBase64(deps, item, signal);
    }
  });
  await Promise.all(readers);
}

async function readBase64(
  { store, media }: Pick<ServerDeps, 'store' | 'media'>,
  item: FrameItem,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const frame = await store.findFrame(item.frameId, signal);
    if (frame === undefined) throw new FrameNotFoundError(item.frameId);
    const jpeg = await media.readJpeg(frame, signal);
    return jpeg.toString('base64');
  } catch (error) {
    // One missing image must not cost the caller the whole page.
    if (error instanceof FrameGoneError || error instanceof FrameNotFoundError) return null;
    throw error;
  }
}
