/**
 * Scales a bitmap along both axes, one after the other, with a cubic kernel: small letters keep the sharpness that a linear one blurs
 * away. When shrinking, the kernel widens so that no source pixel is skipped. Each loop over pixels is a function of one row: such
 * functions are compiled once and stay compiled, while a loop around another is compiled in mid-run and thrown away at its end.
 */
import type { Bitmap } from './bitmap.ts';

/** Which source pixels make up each target pixel. */
interface Taps {
  readonly count: number;
  /** First source pixel of each target pixel; may lie outside of the source, which counts as 0 there. */
  readonly first: Int32Array;
  /** `count` weights for each target pixel, with a sum of 1. */
  readonly weights: Float32Array;
}

export interface Axis {
  /** Target pixels. */
  readonly length: number;
  /** Position of the left edge of the first target pixel, in source pixels. */
  readonly from: number;
  /** Target pixels per source pixel. */
  readonly scale: number;
}

// Source pixels of a target pixel when enlarging: the kernel is as wide.
const ENLARGING = 4;

/** Values as in the source, clamped to 0..255; row by row. */
export function resample(source: Bitmap, across: Axis, down: Axis): Uint8Array {
  const rows = new Float32Array(across.length * source.height);
  const columns = tapsOf(across);
  for (let y = 0; y < source.height; y++) {
    stretchRow(source, y * source.width, columns, rows, y * across.length);
  }
  return mixRows(rows, source.height, across.length, down);
}

function stretchRow(
  { pixels, width }: Bitmap,
  from: number,
  taps: Taps,
  rows: Float32Array,
  at: number,
): void {
  const { count, first, weights } = taps;
  for (let target = 0; target < first.length; target++) {
    const start = first[target] as number;
    const weight = target * count;
    // Nearly all of a small text: without a loop it takes half as long.
    if (count === ENLARGING && start >= 0 && start + ENLARGING <= width) {
      const i = from + start;
      rows[at + target] =
        (pixels[i] as number) * (weights[weight] as number) +
        (pixels[i + 1] as number) * (weights[weight + 1] as number) +
        (pixels[i + 2] as number) * (weights[weight + 2] as number) +
        (pixels[i + 3] as number) * (weights[weight + 3] as number);
      continue;
    }
    const last = Math.min(width, start + count);
    let sum = 0;
    for (let x = Math.max(0, start); x < last; x++) {
      sum += (pixels[from + x] as number) * (weights[weight + x - start] as number);
    }
    rows[at + target] = sum;
  }
}

function mixRows(rows: Float32Array, height: number, width: number, down: Axis): Uint8Array {
  const taps = tapsOf(down);
  // Clamps and rounds what is stored in it.
  const target = new Uint8ClampedArray(width * down.length);
  const sums = new Float32Array(width);
  for (let y = 0; y < down.length; y++) {
    const start = taps.first[y] as number;
    if (taps.count === ENLARGING && start >= 0 && start + ENLARGING <= height) {
      mixFour(rows, start * width, taps.weights.subarray(y * ENLARGING), target, y * width, width);
      continue;
    }
    mixRow(rows, height, taps, y, sums);
    target.set(sums, y * width);
  }
  return new Uint8Array(target.buffer);
}

function mixFour(
  rows: Float32Array,
  from: number,
  weights: Float32Array,
  target: Uint8ClampedArray,
  at: number,
  width: number,
): void {
  const a = weights[0] as number;
  const b = weights[1] as number;
  const c = weights[2] as number;
  const d = weights[3] as number;
  for (let x = 0; x < width; x++) {
    const i = from + x;
    target[at + x] =
      a * (rows[i] as number) +
      b * (rows[i + width] as number) +
      c * (rows[i + 2 * width] as number) +
      d * (rows[i + 3 * width] as number);
  }
}

function mixRow(
  rows: Float32Array,
  height: number,
  { count, first, weights }: Taps,
  target: number,
  sums: Float32Array,
): void {
  sums.fill(0);
  const start = first[target] as number;
  for (let row = Math.max(0, start); row < Math.min(height, start + count); row++) {
    addRow(sums, rows, row * sums.length, weights[target * count + row - start] as number);
  }
}

function addRow(sums: Float32Array, rows: Float32Array, from: number, weight: number): void {
  for (let x = 0; x < sums.length; x++) {
    sums[x] = (sums[x] as number) + weight * (rows[from + x] as number);
  }
}

function tapsOf({ length, from, scale }: Axis): Taps {
  const stretch = Math.max(1, 1 / scale);
  const count = stretch === 1 ? ENLARGING : Math.ceil(4 * stretch) + 1;
  const first = new Int32Array(length);
  const weights = new Float32Array(length * count);
  for (let i = 0; i < length; i++) {
    const centre = from + (i + 0.5) / scale - 0.5;
    const start = Math.ceil(centre - 2 * stretch);
    first[i] = start;
    weigh(weights, i * count, count, start - centre, stretch);
  }
  return { count, first, weights };
}

/** The weights of one target pixel, whose first source pixel lies at `offset` from its centre. */
function weigh(
  weights: Float32Array,
  at: number,
  count: number,
  offset: number,
  stretch: number,
): void {
  let sum = 0;
  for (let k = 0; k < count; k++) {
    const weight = cubic((offset + k) / stretch);
    weights[at + k] = weight;
    sum += weight;
  }
  for (let k = at; k < at + count; k++) weights[k] = (weights[k] as number) / sum;
}

/** Catmull-Rom. */
function cubic(distance: number): number {
  const x = Math.abs(distance);
  if (x >= 2) return 0;
  if (x >= 1) return ((-0.5 * x + 2.5) * x - 4) * x + 2;
  return (1.5 * x - 2.5) * x * x + 1;
}
