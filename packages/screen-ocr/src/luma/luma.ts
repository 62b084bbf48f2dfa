/**
 * Pixels as brightness, one byte a pixel. The loop over pixels of four bytes, which all screens have, is WebAssembly (`luma.wat`): a screen
 * that scrolls is converted ten times as fast.
 */
import type { PixelFormat } from '../engine.ts';
import { type Memory, openModule } from '../web-assembly.ts';
import { LUMA_MODULE } from './luma-module.ts';

interface Exports {
  readonly memory: Memory;
  /** Parameters as in `luma.wat`. */
  luma(...numbers: number[]): void;
}

// Weights of red, green and blue in 1/256 (ITU-R BT.601, what JPEG uses).
const RED = 77;
const GREEN = 150;
const BLUE = 29;

// What fits into one page of memory: the pixels, then their brightness.
const PIXELS_AT_ONCE = 8_192;
const LUMA_AT = 4 * PIXELS_AT_ONCE;

const { memory, luma: convert } = openModule<Exports>(LUMA_MODULE);
const bytes = new Uint8Array(memory.buffer);

/** Whole rows or parts of them; the length of `luma` is the number of pixels. */
export function toLuma(format: PixelFormat, pixels: Uint8Array, luma: Uint8Array): void {
  if (format === 'luma') luma.set(pixels);
  else if (format === 'rgb') rgbToLuma(pixels, luma);
  else if (format === 'bgrx') fourBytesToLuma(pixels, luma, BLUE, RED);
  else fourBytesToLuma(pixels, luma, RED, BLUE);
}

/** With the weights of the first and of the third byte. */
function fourBytesToLuma(pixels: Uint8Array, luma: Uint8Array, first: number, third: number) {
  for (let from = 0; from < luma.length; from += PIXELS_AT_ONCE) {
    const count = Math.min(PIXELS_AT_ONCE, luma.length - from);
    bytes.set(pixels.subarray(4 * from, 4 * (from + count)));
    convert(0, 4 * count, LUMA_AT, first, GREEN, third);
    luma.set(bytes.subarray(LUMA_AT, LUMA_AT + count), from);
  }
}

function rgbToLuma(pixels: Uint8Array, luma: Uint8Array): void {
  for (let i = 0, at = 0; i < luma.length; i++, at += 3) {
    const red = pixels[at] as number;
    const green = pixels[at + 1] as number;
    luma[i] = (RED * red + GREEN * green + BLUE * (pixels[at + 2] as number)) >> 8;
  }
}
