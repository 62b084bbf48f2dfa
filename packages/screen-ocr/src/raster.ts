/** Brightness is all that reading needs: images of every pixel format become one byte a pixel, and are checked on the way. */
import { type Box, heightOf, widthOf } from './detect/box.ts';
import type { OcrImage } from './engine.ts';
import { OcrImageError } from './errors.ts';
import { BYTES_PER_PIXEL, toLuma } from './luma/luma.ts';

export interface Raster {
  readonly luma: Uint8Array;
  readonly width: number;
  readonly height: number;
}

type Size = Pick<Raster, 'width' | 'height'>;

export function isSameSize(a: Size, b: Size): boolean {
  return a.width === b.width && a.height === b.height;
}

/** Throws OcrImageError when the pixels do not fit the size. */
export function assertImage({ width, height, format, pixels }: OcrImage): void {
  const isSize = Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0;
  if (!isSize) throw new OcrImageError(`its size ${width} x ${height} is not one of an image`);
  const expected = width * height * BYTES_PER_PIXEL[format];
  if (pixels.length !== expected) {
    throw new OcrImageError(`it has ${pixels.length} bytes instead of ${expected}`);
  }
}

/** The pixels of a box, row by row. */
export function pixelsIn(
  { luma, width }: Pick<Raster, 'luma' | 'width'>,
  box: Readonly<Box>,
): Uint8Array {
  const columns = widthOf(box);
  const pixels = new Uint8Array(columns * heightOf(box));
  for (let y = box.y0; y <= box.y1; y++) {
    const from = y * width + box.x0;
    pixels.set(luma.subarray(from, from + columns), (y - box.y0) * columns);
  }
  return pixels;
}

// Rows compared by one call: most calls find nothing.
const ROWS_AT_ONCE = 18;

/** Of two images of one size, from top to bottom. */
export function changedRows(now: Uint8Array, then: Uint8Array, rowBytes: number): number[] {
  const rows: number[] = [];
  const bytes = asBuffer(now);
  const differ = (from: number, to: number) => bytes.compare(then, from, to, from, to) !== 0;
  const step = ROWS_AT_ONCE * rowBytes;
  for (let top = 0; top < now.length; top += step) {
    const end = Math.min(now.length, top + step);
    if (!differ(top, end)) continue;
    for (let from = top; from < end; from += rowBytes) {
      if (differ(from, from + rowBytes)) rows.push(from / rowBytes);
    }
  }
  return rows;
}

export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Shares memory with a luma image. */
export function toRaster(image: OcrImage): Raster {
  assertImage(image);
  const { width, height, format, pixels } = image;
  if (format === 'luma') return { luma: pixels, width, height };
  const luma = new Uint8Array(width * height);
  toLuma(format, pixels, luma);
  return { luma, width, height };
}

// In pieces: a loop over pixels is best a function of one row. Such functions are compiled once and stay compiled, while a loop around another
// is compiled in mid-run and thrown away at its end.
/** Adds the levels of the pixels [from, to) to a histogram. */
export function countLevels(
  histogram: Int32Array,
  luma: Uint8Array,
  from: number,
  to: number,
): void {
  for (let i = from; i < to; i++) {
    const level = luma[i] as number;
    histogram[level] = (histogram[level] as number) + 1;
  }
}
