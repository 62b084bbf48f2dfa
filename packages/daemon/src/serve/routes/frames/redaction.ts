/**
 * The image of a frame with personal data covered. What to cover is decided elsewhere and handed in as `RedactFrame`; this file brings
 * everything that was read on the frame to it and turns its verdict into an answer. No verdict ever lets the clear image through but one.
 */
import { serviceError } from '#core/errors.ts';
import {
  NoReaderError,
  type RawLine,
  type ReadAgain,
  UnreadableImageError,
} from '#ingest/screen/read-again.ts';
import { FrameGoneError } from '#store/errors.ts';
import type { Media } from '#store/media/media.ts';
import type { Element, Frame, TextBox } from '#store/records.ts';
import { type FrameReader, MAX_ELEMENTS_PER_FRAME } from './frame-reader.ts';

/** Rejects with the reason of the signal when that aborts. */
export type RedactFrame = (
  jpeg: Buffer,
  read: {
    text: string;
    boxes: readonly TextBox[];
    elements: readonly Element[];
    /** Shown outside of the elements: the title of the window, the address of the page. */
    titles: readonly string[];
    /** All that may be text on this very picture, doubtful or not. */
    rawLines: readonly RawLine[];
  },
  signal: AbortSignal,
) => Promise<
  | { outcome: 'nothing_found' }
  | { outcome: 'covered'; jpeg: Buffer; regionCount: number }
  | { outcome: 'impossible'; obstacle: string }
  | { outcome: 'undecodable'; cause: unknown }
>;

interface RedactedImage {
  jpeg: Buffer;
  headers: Record<string, string>;
}

/** Rejects with FrameGoneError or REDACTION_IMPOSSIBLE. */
export async function redactedImage(
  frame: Frame,
  deps: { media: Media; reader: FrameReader; readAgain: ReadAgain; redactFrame: RedactFrame },
  signal: AbortSignal,
): Promise<RedactedImage> {
  const jpeg = await deps.media.readJpeg(frame, signal);
  const { text, boxes } = await deps.reader.getText(frame.id, signal);
  const elements = await deps.reader.listStoredElements(frame.id, signal);
  // A full page: there may be more, and nothing can be said about those.
  if (elements.length >= MAX_ELEMENTS_PER_FRAME) {
    throw serviceError('REDACTION_IMPOSSIBLE', {
      frameId: frame.id,
      obstacle: 'too_many_elements',
    });
  }
  const titles = [frame.windowName, frame.browserUrl ?? ''];
  const { rawLines } = await readNow(frame, jpeg, deps.readAgain, signal);
  const read = { text, boxes, elements, titles, rawLines };
  const redaction = await deps.redactFrame(jpeg, read, signal);
  switch (redaction.outcome) {
    case 'nothing_found':
      return { jpeg, headers: { 'x-pii-redacted': 'false', 'x-pii-regions-count': '0' } };
    case 'covered':
      return {
        jpeg: redaction.jpeg,
        headers: {
          'x-pii-redacted': 'true',
          'x-pii-regions-count': String(redaction.regionCount),
        },
      };
    case 'impossible':
      throw serviceError('REDACTION_IMPOSSIBLE', {
        frameId: frame.id,
        obstacle: redaction.obstacle,
      });
    case 'undecodable':
      throw new FrameGoneError(frame.id, frame.filePath, redaction.cause);
  }
}

/**
 * What is stored was read to be found again: words too doubtful for that are not in it, and a long key is nothing but doubtful. So the
 * picture is read once more, with all of them.
 */
async function readNow(frame: Frame, jpeg: Buffer, readAgain: ReadAgain, signal: AbortSignal) {
  try {
    return await readAgain(jpeg, signal);
  } catch (error) {
    if (error instanceof NoReaderError)
      throw serviceError('REDACTION_IMPOSSIBLE', { frameId: frame.id, obstacle: 'no_reader' });
    if (error instanceof UnreadableImageError) {
      throw new FrameGoneError(frame.id, frame.filePath, error);
    }
    throw error;
  }
}
