/**
 * Scales a bitmap along both axes, one after the other, with a cubic kernel: small letters keep the sharpness that a linear one blurs
 * away. When shrinking, the kernel widens so that no source pixel is skipped.
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

/** Values as in the source, clamped to 0..255; row by row. */
export function resample(source: Bitmap, across: Axis, down: Axis): Uint8Array {
  const rows = new Float32Array(across.length * source.height);
  const columns = tapsOf(across);
  for (let y = 0; y < source.height; y++) {
    const from = y * source.width;
    for (let x = 0; x < across.length; x++) {
      rows[y * across.length + x] = weighed(source, from, columns, x);
    }
  }
  return mixRows(rows, source.height, across.length, down);
}

function weighed({ pixels, width }: Bitmap, from: number, taps: Taps, target: number): number {
  const first = taps.first[target] ?? 0;
  const weight = target * taps.count;
  let sum = 0;
  for (let k = 0; k < taps.count; k++) {
    const x = first + k;
    if (x >= 0 && x < width) sum += (pixels[from + x] ?? 0) * (taps.weights[weight + k] ?? 0);
  }
  return sum;
}

function mixRows(rows: Float32Array, height: number, width: number, down: Axis): Uint8Array {
  const taps = tapsOf(down);
  // Clamps and rounds what is stored in it.
  const target = new Uint8ClampedArray(width * down.length);
  const sums = new Float32Array(width);
  for (let y = 0; y < down.length; y++) {
    sums.fill(0);
    for (let k = 0; k < taps.count; k++) {
      const row = (taps.first[y] ?? 0) + k;
      const weight = taps.weights[y * taps.count + k] ?? 0;
      if (row >= 0 && row < height) addRow(sums, rows, row * width, weight);
    }
    target.set(sums, y * width);
  }
  return new Uint8Array(target.buffer);
}

function addRow(sums: Float32Array, rows: Float32Array, from: number, weight: number): void {
  for (let x = 0; x < sums.length; x++) {
    sums[x] = (sums[x] ?? 0) + weight * (rows[from + x] ?? 0);
  }
}

function tapsOf({ length, from, scale }: Axis): Taps {
  const stretch = Math.max(1, 1 / scale);
  const count = Math.ceil(4 * stretch) + 1;
  const first = new Int32Array(length);
  const weights = new Float32Array(length * count);
  for (let i = 0; i < length; i++) {
    const centre = from + (i + 0.5) / scale - 0.5;
    const start = Math.ceil(centre - 2 * stretch);
    first[i] = start;
    let sum = 0;
    for (let k = 0; k < count; k++) {
      const weight = cubic((start + k - centre) / stretch);
      weights[i * count + k] = weight;
      sum += weight;
    }
    for (let k = 0; k < count; k++) weights[i * count + k] = (weights[i * count + k] ?? 0) / sum;
  }
  return { count, first, weights };
}

/** Catmull-Rom. */
function cubic(distance: number): number {
  const x = Math.abs(distance);
  if (x >= 2) return 0;
  if (x >= 1) return ((-0.5 * x + 2.5) * x - 4) * x + 2;
  return (1.5 * x - 2.5) * x * x + 1;
}
