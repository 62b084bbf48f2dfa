/**
 * Brightness is all that reading needs: every pixel format becomes one byte a pixel here, once, and is checked on the way. Between
 * frames of one monitor little changes, so only rows that differ are converted again.
 */
import type { OcrImage, PixelFormat } from './engine.ts';
import { OcrImageError } from './errors.ts';

export interface Raster {
  readonly luma: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const BYTES_PER_PIXEL: Readonly<Record<PixelFormat, number>> = { luma: 1, rgb: 3, bgrx: 4 };

// Weights of red, green and blue in 1/256 (ITU-R BT.601, what JPEG uses).
const RED = 77;
const GREEN = 150;
const BLUE = 29;

/** Throws OcrImageError when the pixels do not fit the size. */
export function assertImage({ width, height, format, pixels }: OcrImage): void {
  const isSize = Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0;
  if (!isSize) throw new OcrImageError(`its size ${width} x ${height} is not one of an image`);
  const expected = width * height * BYTES_PER_PIXEL[format];
  if (pixels.length !== expected) {
    throw new OcrImageError(`it has ${pixels.length} bytes instead of ${expected}`);
  }
}

/** Shares memory with a luma image. */
export function toRaster(image: OcrImage): Raster {
  assertImage(image);
  const { width, height, format, pixels } = image;
  if (format === 'luma') return { luma: pixels, width, height };
  const luma = new Uint8Array(width * height);
  convert(format, pixels, luma);
  return { luma, width, height };
}

export interface RasterKeeper {
  /** The raster of the next frame. It shares no memory with the frame, whose buffer may be used again. */
  next(frame: OcrImage): Raster;
}

/** Keeps a copy of the last frame of a monitor, to convert only what differs from it. */
export function rasterKeeper(): RasterKeeper {
  let format: PixelFormat = 'luma';
  let pixels = new Uint8Array();
  let raster: Raster = { luma: pixels, width: 0, height: 0 };
  return {
    next(frame) {
      assertImage(frame);
      const isAlike =
        raster.width === frame.width && raster.height === frame.height && format === frame.format;
      if (isAlike && format !== 'luma') {
        raster = { ...raster, luma: raster.luma.slice() };
        updateRows(format, frame.pixels, pixels, raster);
      } else {
        format = frame.format;
        pixels = new Uint8Array(frame.pixels);
        raster = toRaster({ ...frame, pixels });
      }
      return raster;
    },
  };
}

/** Brings rows that differ from the frame into the copy of its pixels and into the raster. */
function updateRows(
  format: Exclude<PixelFormat, 'luma'>,
  frame: Uint8Array,
  copy: Uint8Array,
  { luma, width, height }: Raster,
): void {
  const rowBytes = width * BYTES_PER_PIXEL[format];
  const now = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength);
  for (let y = 0; y < height; y++) {
    const from = y * rowBytes;
    const to = from + rowBytes;
    if (now.compare(copy, from, to, from, to) === 0) continue;
    const row = frame.subarray(from, to);
    copy.set(row, from);
    convert(format, row, luma.subarray(y * width, (y + 1) * width));
  }
}

// One plain loop per format: with the offsets as parameters it takes four times as long.
function convert(format: Exclude<PixelFormat, 'luma'>, pixels: Uint8Array, luma: Uint8Array): void {
  if (format === 'rgb') {
    for (let i = 0, at = 0; i < luma.length; i++, at += 3) {
      const red = pixels[at] ?? 0;
      const green = pixels[at + 1] ?? 0;
      luma[i] = (RED * red + GREEN * green + BLUE * (pixels[at + 2] ?? 0)) >> 8;
    }
  } else {
    for (let i = 0, at = 0; i < luma.length; i++, at += 4) {
      const blue = pixels[at] ?? 0;
      const green = pixels[at + 1] ?? 0;
      luma[i] = (RED * (pixels[at + 2] ?? 0) + GREEN * green + BLUE * blue) >> 8;
    }
  }
}
