/**
 * Reads a stored picture once more: for frames that were kept without words or before a better reader, and to know all that may be
 * text on a picture before it is shown with what is personal covered.
 */
import sharp from 'sharp';
import { ServiceError } from '#core/errors.ts';
import type { Ocr } from '#extract/ocr/ocr.ts';
import type { TextBox } from '#store/records.ts';
import { fractions, wordBoxes } from './frame-text.ts';

/** Nothing on this machine can read. */
export class NoReaderError extends ServiceError {
  constructor() {
    super('OCR_UNAVAILABLE', 'no text recognition can be used on this machine', {
      hint: 'The log says what is missing.',
    });
  }
}

/** The picture cannot be decoded. */
export class UnreadableImageError extends Error {
  override readonly name = 'UnreadableImageError';
}

export interface ReadText {
  text: string;
  boxes: TextBox[];
  /** All that may be text, doubtful or not, for covering it. */
  rawLines: RawLine[];
  engine: string;
}

/** As fractions of the picture. */
export interface RawLine {
  left: number;
  top: number;
  width: number;
  height: number;
  words: TextBox[];
  /** Looks like text, and what it says is not known. */
  isUnread: boolean;
}

export type ReadAgain = (jpeg: Buffer, signal: AbortSignal) => Promise<ReadText>;

export function readAgain(ocr: () => Promise<Ocr | undefined>): ReadAgain {
  return async (jpeg, signal) => {
    const reader = await ocr();
    if (!reader) throw new NoReaderError();
    const { pixels, width, height } = await decode(jpeg);
    const image = { width, height, format: 'luma', pixels, isRawWanted: true } as const;
    const { lines, rawLines = [] } = await reader.read(image, signal);
    return {
      text: lines.map((line) => line.text).join('\n'),
      boxes: wordBoxes(lines, { width, height }),
      rawLines: rawLines.map((line) => ({
        ...fractions(line, { width, height }),
        words: wordBoxes([line], { width, height }),
        isUnread: line.isUnread,
      })),
      engine: reader.stats().engine,
    };
  };
}

async function decode(
  jpeg: Buffer,
): Promise<{ pixels: Uint8Array; width: number; height: number }> {
  try {
    const picture = sharp(jpeg, { failOn: 'warning' }).greyscale().raw();
    const { data, info } = await picture.toBuffer({ resolveWithObject: true });
    return { pixels: new Uint8Array(data), width: info.width, height: info.height };
  } catch (cause) {
    throw new UnreadableImageError('the picture cannot be decoded', { cause });
  }
}
