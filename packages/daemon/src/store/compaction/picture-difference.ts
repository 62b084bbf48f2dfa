/**
 * How well a picture of a video chunk shows its snapshot. Two desktops can differ in a single letter,
 * so the mean of the whole picture says nothing: what counts are small blocks of it. All pictures
 * are brightness only, one byte a pixel, of the same size.
 */

import { freeMemory } from '#core/memory/free-memory.ts';

/** Pixels across and down: a letter or two of small text. */
const BLOCK = 16;
/** Mean difference (of 255) within a block that the encoder's loss can explain; the worst of sixty rendered desktops has 15. */
const MAX_LOSS = 28;
/** A block that differs this much between two snapshots shows something else in one of them. */
const CHANGED = 4;

/** A snapshot, and what a video shows of it. */
export interface ShownPicture {
  readonly wanted: Uint8Array;
  /** Undefined when it does not show the snapshot. */
  readonly shown: Uint8Array | undefined;
}

/**
 * Whether `shown` can be `wanted` after the encoder's loss, and is not the snapshot before it, which
 * may be almost the same.
 */
export function showsPicture(
  shown: Uint8Array,
  wanted: Uint8Array,
  { width, before }: { width: number; before?: ShownPicture | undefined },
): boolean {
  const size = width * BLOCK;
  let nearer = 0;
  for (let from = 0; from < wanted.length; from += size) {
    const strip = (picture: Uint8Array) => picture.subarray(from, from + size);
    // Most of a screen stays as it is from one picture to the next.
    const stays = before !== undefined && isSame(strip(wanted), strip(before.wanted));
    // Then its loss has been looked at with the picture before.
    if (stays && before.shown && isSame(strip(shown), strip(before.shown))) continue;
    const loss = blockDifferences(strip(shown), strip(wanted), width);
    if (loss.some((difference) => difference > MAX_LOSS)) return false;
    if (before === undefined || stays) continue;
    const change = blockDifferences(strip(wanted), strip(before.wanted), width);
    const toBefore = blockDifferences(strip(shown), strip(before.wanted), width);
    nearer += gain(change, toBefore, loss);
  }
  return nearer >= 0;
}

/** How much nearer the changed blocks of a strip are to what is wanted than to what was there before. */
function gain(change: Float32Array, toBefore: Float32Array, loss: Float32Array): number {
  let sum = 0;
  for (const [i, difference] of change.entries()) {
    if (difference >= CHANGED) sum += (toBefore[i] ?? 0) - (loss[i] ?? 0);
  }
  return sum;
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

/** The mean difference (0..255) of each block in a strip of at most one block's height. */
export function blockDifferences(a: Uint8Array, b: Uint8Array, width: number): Float32Array {
  const height = a.length / width;
  const means = new Float32Array(Math.ceil(width / BLOCK));
  for (let block = 0; block < means.length; block++) {
    const left = block * BLOCK;
    const right = Math.min(width, left + BLOCK);
    let sum = 0;
    for (let y = 0; y < height; y++) {
      const end = y * width + right;
      for (let at = y * width + left; at < end; at++) {
        sum += Math.abs((a[at] as number) - (b[at] as number));
      }
    }
    means[block] = sum / ((right - left) * height);
  }
  return means;
}

/**
 * The brightness of pictures in RGB that follow each other, by the weights that JPEG has; they are used up. Only what changed from one
 * to the next is computed again. A result is valid until the call after the next one.
 */
export function brightnessReader(width: number): (rgb: Uint8Array) => Uint8Array {
  const size = width * BLOCK;
  let last: { rgb: Uint8Array; brightness: Uint8Array } | undefined;
  let spare: Uint8Array | undefined;
  return (rgb) => {
    const length = rgb.length / 3;
    const brightness = spare?.length === length ? spare : new Uint8Array(length);
    const known = last?.rgb.length === rgb.length ? last : undefined;
    for (let from = 0; from < length; from += size) {
      const to = Math.min(length, from + size);
      const strip = rgb.subarray(from * 3, to * 3);
      if (known && isSame(strip, known.rgb.subarray(from * 3, to * 3))) {
        brightness.set(known.brightness.subarray(from, to), from);
      } else fillBrightness(strip, brightness.subarray(from, to));
    }
    spare = last?.brightness;
    if (last) freeMemory(last.rgb);
    last = { rgb, brightness };
    return brightness;
  };
}

/** The weights of ITU-R 601 in 1/256. */
function fillBrightness(rgb: Uint8Array, brightness: Uint8Array): void {
  for (let i = 0, at = 0; i < brightness.length; i++, at += 3) {
    const sum =
      77 * (rgb[at] as number) + 150 * (rgb[at + 1] as number) + 29 * (rgb[at + 2] as number);
    brightness[i] = (sum + 128) >> 8;
  }
}
