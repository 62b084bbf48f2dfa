/** Reads the words of a stored picture once more, for frames that were kept without or before a better reader. */
import sharp from 'sharp';
import { ServiceError } from '#core/errors.ts';
import type { Ocr } from '#extract/ocr/ocr.ts';
import type { TextBox } from '#store/records.ts';
import { wordBoxes } from './frame-text.ts';

class NoReaderError extends ServiceError {
  constructor() {
    super('OCR_UNAVAILABLE', 'no text recognition can be used on this machine', {
      hint: 'The log says what is missing.',
    });
  }
}

export interface ReadText {
  text: string;
  boxes: TextBox[];
  engine: string;
}

export type ReadAgain = (jpeg: Buffer, signal: AbortSignal) => Promise<ReadText>;

export function readAgain(ocr: () => Promise<Ocr | undefined>): ReadAgain {
  return async (jpeg, signal) => {
    const reader = await ocr();
    if (!reader) throw new NoReaderError();
    const { data, info } = await sharp(jpeg)
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    const pixels = new Uint8Array(data);
    const { lines } = await reader.read({ width, height, format: 'luma', pixels }, signal);
    return {
      text: lines.map((line) => line.text).join('\n'),
      boxes: wordBoxes(lines, { width, height }),
      engine: reader.stats().engine,
    };
  };
}
