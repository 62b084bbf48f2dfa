/**
 * How much of a picture was not on an earlier one, wherever it stood there: pages scroll up and down. x264 looks far and wide for each block
 * of a picture; where nothing of it was seen before, that takes several times the CPU of a key frame and finds nothing. Pure.
 */

/** What is compared: the steps of brightness from row to row, in some upright stripes of the picture. */
export interface Look {
  readonly height: number;
  /** Stripe by stripe. */
  readonly steps: Int32Array;
  /** The sum of all steps; 0 for a blank picture. */
  readonly sum: number;
}

/** Like every other: no picture is new next to it. */
export const BLANK: Look = { height: 0, steps: new Int32Array(), sum: 0 };

export interface Luma {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** From one row to the next in `pixels`. */
  readonly rowLength: number;
}

/** A letter or two: rows of other text have other steps there. */
const STRIPE_WIDTH = 16;
const FROM_STRIPE_TO_STRIPE = 96;
/** In rows: as far as the encoder looks. */
const REACH = 128;

export function lookOf({ pixels, width, height, rowLength }: Luma): Look {
  const stripes = Math.ceil(width / FROM_STRIPE_TO_STRIPE);
  const steps = new Int32Array(stripes * height);
  let sum = 0;
  for (let stripe = 0; stripe < stripes; stripe++) {
    const from = stripe * FROM_STRIPE_TO_STRIPE;
    const to = Math.min(width, from + STRIPE_WIDTH);
    let above = sumOf(pixels, from, to);
    for (let y = 1; y < height; y++) {
      const own = sumOf(pixels, y * rowLength + from, y * rowLength + to);
      steps[stripe * height + y] = own - above;
      sum += Math.abs(own - above);
      above = own;
    }
  }
  return { height, steps, sum };
}

function sumOf(pixels: Uint8Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += pixels[i] as number;
  return sum;
}

/** 0: all of it was on the picture before. 1 and more: nothing of it. Both have one size. */
export function unlikeness(look: Look, before: Look): number {
  if (look.sum === 0) return 0;
  const { height, steps } = look;
  let sum = 0;
  for (let from = 0; from < steps.length; from += height) {
    const own = steps.subarray(from, from + height);
    sum += leastDifference(own, before.steps.subarray(from, from + height));
  }
  return sum / look.sum;
}

/** Of a stripe and an earlier one, moved up or down. */
function leastDifference(own: Int32Array, before: Int32Array): number {
  let least = difference(own, before, 0);
  if (least === 0) return 0;
  for (let shift = 1; shift <= Math.min(REACH, own.length - 1); shift++) {
    least = Math.min(least, difference(own, before, shift), difference(own, before, -shift));
  }
  return least;
}

/** What came into the picture from beyond its edge is different as a whole. */
function difference(own: Int32Array, before: Int32Array, shift: number): number {
  const from = Math.max(0, -shift);
  const to = Math.min(own.length, own.length - shift);
  let sum = 0;
  for (let y = 0; y < from; y++) sum += Math.abs(own[y] as number);
  for (let y = from; y < to; y++) {
    sum += Math.abs((own[y] as number) - (before[y + shift] as number));
  }
  for (let y = to; y < own.length; y++) sum += Math.abs(own[y] as number);
  return sum;
}
