/**
 * The rows in which an image differs from the one before it on the same monitor, as brightness. Little changes between two frames, so
 * only these rows are converted, and only they have to travel to the process that reads.
 */
import type { FrameDelta, OcrImage } from '../engine.ts';
import { BYTES_PER_PIXEL, toLuma } from '../luma/luma.ts';
import { assertImage, changedRows, isSameSize, toRaster } from '../raster.ts';

export interface FrameDeltas {
  /** Compares with the image of the call before, of which it keeps a copy. Throws OcrImageError. */
  next(image: OcrImage): FrameDelta;
}

type Kept = Pick<OcrImage, 'width' | 'height' | 'format' | 'pixels'>;

// Of a pixel of four bytes, the first of which is the lowest on every processor we run on.
const COLOUR_BITS = 0x00ffffff;

export function frameDeltas(): FrameDeltas {
  let kept: Kept | undefined;
  return {
    next(image) {
      assertImage(image);
      const { width, height, format, pixels } = image;
      if (kept === undefined || !isSameSize(kept, image) || kept.format !== format) {
        // Not `pixels.slice()`: of a Buffer, that is a view of the memory in which the caller draws the next image.
        kept = { width, height, format, pixels: new Uint8Array(pixels) };
        return wholeOf(image);
      }
      const rowBytes = width * BYTES_PER_PIXEL[format];
      const differInColour = colourComparer(image, kept);
      const rows = changedRows(pixels, kept.pixels, rowBytes).filter((y) =>
        differInColour(y * rowBytes, (y + 1) * rowBytes),
      );
      const luma = new Uint8Array(rows.length * width);
      for (const [i, y] of rows.entries()) {
        const row = pixels.subarray(y * rowBytes, (y + 1) * rowBytes);
        kept.pixels.set(row, y * rowBytes);
        toLuma(format, row, luma.subarray(i * width, (i + 1) * width));
      }
      return { width, height, rows, luma };
    },
  };
}

/** All rows of an image that is compared with none. Throws OcrImageError. */
export function wholeOf(image: OcrImage): FrameDelta {
  return { ...toRaster(image), rows: Array.from({ length: image.height }, (_, y) => y) };
}

/** Writes the rows into a whole image of brightness. */
export function applyDelta({ width, rows, luma }: FrameDelta, target: Uint8Array): void {
  for (const [i, y] of rows.entries()) {
    target.set(luma.subarray(i * width, (i + 1) * width), y * width);
  }
}

/** Of bytes [from, to). The fourth byte of a pixel means nothing, and programs that draw leave something else there each time. */
function colourComparer(a: Kept, b: Kept): (from: number, to: number) => boolean {
  const isComparable = BYTES_PER_PIXEL[a.format] === 4 && a.pixels.byteOffset % 4 === 0;
  if (!isComparable) return () => true;
  const [some, others] = [a, b].map(
    ({ pixels }) => new Int32Array(pixels.buffer, pixels.byteOffset, pixels.byteLength >> 2),
  ) as [Int32Array, Int32Array];
  return (from, to) => {
    for (let i = from >> 2; i < to >> 2; i++) {
      if ((((some[i] as number) ^ (others[i] as number)) & COLOUR_BITS) !== 0) return true;
    }
    return false;
  };
}
