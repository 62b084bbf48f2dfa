/**
 * Finds the pixels where brightness steps. Text on a screen is crisp, so a step between neighbours is ink or a border, whatever the
 * colours are; soft shadows and gradients stay below the threshold.
 */
import type { Raster } from '../raster.ts';

const STEP = 20;
// JPEG rings around letters with steps of up to about 30; letters themselves step by 60 and more.
const LOSSY_STEP = 38;
// Weak steps per strong one: about 1.2 in JPEG images of quality 75-80, at most 0.2 in clean ones.
const LOSSY_SHARE = 0.6;
const SAMPLE_EVERY = 5;
const SAMPLED_AT_ONCE = 2_000;

// Of the largest mask so far: megabytes for a whole screen, which would stay as garbage for a while.
let memory = new Uint8Array();

/** 1 where a pixel differs from its right or lower neighbour; `rows` rows from `fromRow` on. The next call writes over it. */
export function edgeMask(
  raster: Raster,
  fromRow: number,
  rows: number,
  isLossy: boolean,
): Uint8Array {
  const { width, height } = raster;
  const threshold = isLossy ? LOSSY_STEP : STEP;
  const mask = zeros(width * rows);
  const words = wordsOf(raster);
  const sheet = { luma: raster.luma, mask, threshold, shift: -fromRow * width };
  for (let y = fromRow; y < fromRow + rows; y++) {
    const from = y * width;
    const to = from + width - 1;
    const below = y + 1 < height ? width : 0;
    const rest = words === undefined ? from : markWords(sheet, words, from, to, below);
    markSteps(sheet, rest, to, below);
  }
  return mask;
}

function zeros(length: number): Uint8Array {
  if (memory.length < length) memory = new Uint8Array(length);
  return memory.subarray(0, length).fill(0);
}

interface Sheet {
  readonly luma: Uint8Array;
  readonly mask: Uint8Array;
  readonly threshold: number;
  /** From a pixel to its place in the mask. */
  readonly shift: number;
}

/** Four pixels at a time, where rows begin at a multiple of four. */
function wordsOf({ luma, width }: Raster): Int32Array | undefined {
  if (width % 4 !== 0 || luma.byteOffset % 4 !== 0) return undefined;
  return new Int32Array(luma.buffer, luma.byteOffset, luma.length >> 2);
}

/**
 * Most of a screen is flat: four pixels that equal those below and to the right are passed over in one step. Returns the first pixel
 * that it did not look at.
 */
function markWords(sheet: Sheet, words: Int32Array, from: number, to: number, below: number) {
  const last = to >> 2;
  const down = below >> 2;
  let next = words[from >> 2] as number;
  for (let k = from >> 2; k < last; k++) {
    const word = next;
    next = words[k + 1] as number;
    const isFlat = word === words[k + down] && word === ((word >>> 8) | (next << 24));
    if (!isFlat) markSteps(sheet, 4 * k, 4 * k + 4, below);
  }
  return 4 * last;
}

/** Of the pixels [from, to); `below` leads from a pixel to the one below, and is 0 in the last row. */
function markSteps(
  { luma, mask, threshold, shift }: Sheet,
  from: number,
  to: number,
  below: number,
): void {
  for (let i = from; i < to; i++) {
    const level = luma[i] as number;
    const right = level - (luma[i + 1] as number);
    const down = level - (luma[i + below] as number);
    const isStep = right > threshold || right < -threshold || down > threshold || down < -threshold;
    if (isStep) mask[i + shift] = 1;
  }
}

/** Whether the pixels went through a lossy codec, which blurs every edge into weak steps. */
export function isLossy({ luma }: Raster): boolean {
  const steps = { weak: 0, strong: 1 };
  // In pieces: see `raster.ts`.
  for (let from = 1; from < luma.length; from += SAMPLED_AT_ONCE) {
    countSteps(luma, from, Math.min(luma.length, from + SAMPLED_AT_ONCE), steps);
  }
  return steps.weak > LOSSY_SHARE * steps.strong;
}

function countSteps(
  luma: Uint8Array,
  from: number,
  to: number,
  steps: { weak: number; strong: number },
): void {
  let weak = 0;
  let strong = 0;
  for (let i = from; i < to; i += SAMPLE_EVERY) {
    const step = Math.abs((luma[i] as number) - (luma[i - 1] as number));
    if (step > 24) strong += 1;
    else if (step >= 3 && step <= 12) weak += 1;
  }
  steps.weak += weak;
  steps.strong += strong;
}
