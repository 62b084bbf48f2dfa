/** Pixels of four bytes as red, green and blue, which is what encoders of pictures take. The loop over them is WebAssembly (`rgb.wat`). */

import { Instance, Module } from '#core/memory/web-assembly.ts';
import type { Pixels } from '#core/observation.ts';
import { RGB_MODULE } from './rgb-module.ts';

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  /** Parameters as in `rgb.wat`. */
  rgb(...numbers: number[]): void;
}

// One page of memory holds the pixels, then what they become, and what is read and written beyond them.
const PIXELS_AT_ONCE = 8_192;
const RGB_AT = 4 * PIXELS_AT_ONCE;

let opened: Exports | undefined;

/** Three bytes a pixel, in the memory of the picture, whose own pixels are used up. */
export function toRgb({ data, format }: Pick<Pixels, 'data' | 'format'>): Uint8Array {
  opened ??= new Instance(new Module(RGB_MODULE)).exports as Exports;
  const bytes = new Uint8Array(opened.memory.buffer);
  const pixels = data.length / 4;
  for (let from = 0; from < pixels; from += PIXELS_AT_ONCE) {
    const count = Math.min(PIXELS_AT_ONCE, pixels - from);
    bytes.set(data.subarray(4 * from, 4 * (from + count)));
    opened.rgb(0, 4 * count, RGB_AT, format === 'bgrx' ? 1 : 0);
    data.set(bytes.subarray(RGB_AT, RGB_AT + 3 * count), 3 * from);
  }
  return data.subarray(0, 3 * pixels);
}
