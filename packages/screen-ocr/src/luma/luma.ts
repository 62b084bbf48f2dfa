/**
 * Pixels as brightness, one byte a pixel. The loop over them is WebAssembly (`luma.wat`), which takes 16 pixels at once.
 */
import type { PixelFormat } from '../engine.ts';
import { type Memory, openModule } from '../web-assembly.ts';
import { LUMA_MODULE } from './luma-module.ts';

interface Exports {
  readonly memory: Memory;
  /** Parameters as in `luma.wat`. */
  luma(...numbers: number[]): void;
}

export const BYTES_PER_PIXEL: Readonly<Record<PixelFormat, number>> = {
  luma: 1,
  rgb: 3,
  bgrx: 4,
  rgbx: 4,
};

// Weights of red, green and blue in 1/256 (ITU-R BT.601, what JPEG uses).
const RED = 77;
const GREEN = 150;
const BLUE = 29;

// One page of memory holds the pixels, then their brightness, and what is read and written beyond them.
const PIXELS_AT_ONCE = 8_192;
const LUMA_AT = 4 * PIXELS_AT_ONCE;

const { memory, luma: convert } = openModule<Exports>(LUMA_MODULE);
const bytes = new Uint8Array(memory.buffer);

/** Whole rows or parts of them; the length of `luma` is the number of pixels. */
export function toLuma(format: PixelFormat, pixels: Uint8Array, luma: Uint8Array): void {
  if (format === 'luma') {
    luma.set(pixels);
    return;
  }
  const size = BYTES_PER_PIXEL[format];
  const [first, third] = format === 'bgrx' ? [BLUE, RED] : [RED, BLUE];
  for (let from = 0; from < luma.length; from += PIXELS_AT_ONCE) {
    const count = Math.min(PIXELS_AT_ONCE, luma.length - from);
    bytes.set(pixels.subarray(size * from, size * (from + count)));
    convert(0, size * count, size, LUMA_AT, first, GREEN, third);
    luma.set(bytes.subarray(LUMA_AT, LUMA_AT + count), from);
  }
}
