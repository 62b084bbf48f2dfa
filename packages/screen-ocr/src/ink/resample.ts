/**
 * Scales a bitmap along both axes, one after the other, with a cubic kernel: small letters keep the sharpness that a linear one blurs
 * away. When shrinking, the kernel widens so that no source pixel is skipped. The loops over pixels are WebAssembly (`resample.wat`): it
 * is fast from the first line of a new process on, and works in one piece of memory that is never garbage.
 */
import { shortLivedBytes } from '../short-lived.ts';
import { type Memory, openModule } from '../web-assembly.ts';
import type { Bitmap } from './bitmap.ts';
import { RESAMPLE_MODULE } from './resample-module.ts';

export interface Axis {
  /** Target pixels. */
  readonly length: number;
  /** Position of the left edge of the first target pixel, in source pixels. */
  readonly from: number;
  /** Target pixels per source pixel. */
  readonly scale: number;
}

interface Exports {
  readonly memory: Memory;
  /** Parameters as in `resample.wat`. */
  stretch(...numbers: number[]): void;
  mix(...numbers: number[]): void;
}

const PAGE = 65_536;
// Of a vector: rows begin at multiples of it, and the end of the last one may be written over by less than one.
const VECTOR = 16;

const { memory, stretch, mix } = openModule<Exports>(RESAMPLE_MODULE);

/** Values as in the source, clamped to 0..255; row by row. */
export function resample(source: Bitmap, across: Axis, down: Axis): Uint8Array {
  const { width, height, pixels } = source;
  const columns = countOf(across);
  const lines = countOf(down);
  const stride = wholeVectors(4 * across.length);
  let end = 0;
  const placeFor = (bytes: number) => {
    const place = end;
    end += wholeVectors(bytes);
    return place;
  };
  const pixelsAt = placeFor(pixels.length);
  const rowsAt = placeFor(stride * height);
  const targetAt = placeFor(across.length * down.length + VECTOR);
  const acrossAt = placeFor(4 * across.length);
  const acrossWeightsAt = placeFor(4 * across.length * columns);
  const downAt = placeFor(4 * down.length);
  const downWeightsAt = placeFor(4 * down.length * lines);
  if (end > memory.buffer.byteLength)
    memory.grow(Math.ceil((end - memory.buffer.byteLength) / PAGE));

  new Uint8Array(memory.buffer, pixelsAt, pixels.length).set(pixels);
  tapsOf(across, columns, acrossAt, acrossWeightsAt);
  stretch(
    pixelsAt,
    width,
    height,
    acrossAt,
    acrossWeightsAt,
    columns,
    across.length,
    rowsAt,
    stride,
  );
  const first = tapsOf(down, lines, downAt, downWeightsAt);
  for (let y = 0; y < down.length; y++) {
    const start = first[y] as number;
    const from = Math.max(0, start);
    const count = Math.min(height, start + lines) - from;
    const weights = downWeightsAt + 4 * (y * lines + from - start);
    mix(
      rowsAt + from * stride,
      stride,
      weights,
      count,
      targetAt + y * across.length,
      across.length,
    );
  }
  const target = shortLivedBytes(across.length * down.length);
  target.set(new Uint8Array(memory.buffer, targetAt, target.length));
  return target;
}

function wholeVectors(bytes: number): number {
  return Math.ceil(bytes / VECTOR) * VECTOR;
}

/** Source pixels for each unit of the kernel. */
function kernelOf({ scale }: Axis): number {
  return Math.max(1, 1 / scale);
}

/** Source pixels of a target pixel, a multiple of four: four when enlarging. */
function countOf(axis: Axis): number {
  return 4 * Math.ceil(kernelOf(axis));
}

/**
 * Which source pixels make up each target pixel, written into the memory: the first one, which may lie outside of the source and counts as
 * 0 there, and the weights of all, with a sum of 1. Returns the first ones.
 */
function tapsOf(axis: Axis, count: number, firstAt: number, weightsAt: number): Int32Array {
  const { length, from, scale } = axis;
  const kernel = kernelOf(axis);
  const first = new Int32Array(memory.buffer, firstAt, length);
  const weights = new Float32Array(memory.buffer, weightsAt, length * count);
  for (let i = 0; i < length; i++) {
    const centre = from + (i + 0.5) / scale - 0.5;
    const start = Math.ceil(centre - 2 * kernel);
    first[i] = start;
    weigh(weights, i * count, count, start - centre, kernel);
  }
  return first;
}

/** The weights of one target pixel, whose first source pixel lies at `offset` from its centre. */
function weigh(weights: Float32Array, at: number, count: number, offset: number, kernel: number) {
  let sum = 0;
  for (let k = 0; k < count; k++) {
    const weight = cubic((offset + k) / kernel);
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
