/**
 * The input of a network: for each step of two pixels and each two rows of a strip, the nine pixels that its first layer looks at. The
 * runtime multiplies them faster than it gathers them. Pure.
 */
import { STEP_WIDTH } from './letters.ts';
import type { Strip } from './strip.ts';

const ROW_STEP = 2;
// Three rows of three.
const ACROSS = 3;
const TAPS = 9;
// Strips of nearly one width become strips of one number of steps, and are read together (`batches.ts`).
const STEPS_AT_ONCE = 4;

export interface Taps {
  readonly values: Uint8Array;
  /** Strips, rows, steps, pixels of a step. */
  readonly dims: readonly [number, number, number, number];
}

/**
 * Of strips that have one height and one number of steps. What lies outside of a strip is 0. The values are written into `memory` where
 * they fit: a screen is hundreds of runs, and new memory for each would be garbage.
 */
export function tapsOf(strips: readonly [Strip, ...Strip[]], memory: Uint8Array): Taps {
  const steps = stepsOf(strips[0]);
  const rows = strips[0].height / ROW_STEP;
  const size = rows * steps * TAPS;
  const values = zeros(strips.length * size, memory);
  for (const [i, strip] of strips.entries()) {
    spreadStrip(strip, steps, values.subarray(i * size, (i + 1) * size));
  }
  return { values, dims: [strips.length, rows, steps, TAPS] };
}

function zeros(length: number, memory: Uint8Array): Uint8Array {
  return memory.length < length ? new Uint8Array(length) : memory.subarray(0, length).fill(0);
}

/** Bytes of the values of all strips of a run together. */
export function tapsSize(steps: number, height: number): number {
  return steps * (height / ROW_STEP) * TAPS;
}

export function stepsOf(strip: Strip): number {
  return Math.ceil(ownStepsOf(strip) / STEPS_AT_ONCE) * STEPS_AT_ONCE;
}

/** Those that show pixels of it; others are added to its end. */
export function ownStepsOf({ width }: Strip): number {
  return Math.ceil(width / STEP_WIDTH);
}

function spreadStrip({ pixels, width, height }: Strip, steps: number, values: Uint8Array): void {
  const rows = height / ROW_STEP;
  for (let y = 0; y < height; y++) {
    const row = { pixels, from: y * width, to: (y + 1) * width };
    const own = Math.floor(y / ROW_STEP);
    const isFirst = y % ROW_STEP === 0;
    // The middle row of a step; or the last row of it, and the first one of the next.
    spread(row, values, own * steps * TAPS + (isFirst ? ACROSS : 2 * ACROSS), steps);
    if (!isFirst && own + 1 < rows) spread(row, values, (own + 1) * steps * TAPS, steps);
  }
}

interface Row {
  readonly pixels: Uint8Array;
  readonly from: number;
  /** The pixel after the last. */
  readonly to: number;
}

// A function of one row: see `raster.ts`.
function spread({ pixels, from, to }: Row, values: Uint8Array, at: number, steps: number): void {
  let before = 0;
  let target = at;
  for (let i = from; i < to; i += STEP_WIDTH) {
    values[target] = before;
    values[target + 1] = pixels[i] as number;
    before = i + 1 < to ? (pixels[i + 1] as number) : 0;
    values[target + 2] = before;
    target += TAPS;
  }
  // The pixel before the first step that only fills up.
  if (target < at + steps * TAPS) values[target] = before;
}
