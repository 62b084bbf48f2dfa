/** The small picture of one line, and what is asked of its rows and columns. */
import { shortLivedBytes } from '../short-lived.ts';

/** 0 is ground, 255 the strongest stroke, one byte a pixel. */
export interface Bitmap {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** From this level on a pixel counts as ink. */
export const INK = 90;

/** The columns [from, to) alone. */
export function sliceOf({ pixels, width, height }: Bitmap, from: number, to: number): Bitmap {
  const slice = shortLivedBytes((to - from) * height);
  for (let y = 0; y < height; y++) {
    slice.set(pixels.subarray(y * width + from, y * width + to), y * (to - from));
  }
  return { pixels: slice, width: to - from, height };
}

/** From the first to the last of the rows or columns [from, to] with at least so much ink; the last one of all where none has it. */
export function inkedRange(counts: Int32Array, from: number, to: number, least = 1) {
  let first = from;
  let last = to;
  while (first < last && (counts[first] as number) < least) first++;
  while (last > first && (counts[last] as number) < least) last--;
  return { first, last };
}

/** Runs among the pixels [from, to) above a level that are at least so long, without the pixel at their `to`. */
export function longRuns(
  pixels: Uint8Array,
  { from, to }: { from: number; to: number },
  level: number,
  least: number,
): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = [];
  let start = from;
  for (let i = from; i <= to; i++) {
    if (i < to && (pixels[i] as number) > level) continue;
    if (i - start >= least) runs.push({ from: start, to: i });
    start = i + 1;
  }
  return runs;
}

/** The widest gap among the columns [from, to); `to` and no width where there is none. */
export function widestGap(counts: ArrayLike<number>, from: number, to: number) {
  let width = 0;
  let middle = to;
  let run = 0;
  for (let x = from; x < to; x++) {
    run = counts[x] === 0 ? run + 1 : 0;
    if (run <= width) continue;
    width = run;
    middle = x - (run >> 1);
  }
  return { width, middle };
}
