/** Cuts a long strip at its widest gaps: the memory that a network takes grows with the width of what it reads. Pure. */
import type { Strip } from './strip.ts';

export interface Piece extends Strip {
  /** Its first column in the whole strip. */
  readonly from: number;
}

const WIDEST = 640;
// The edges of letters are fainter than this.
const BLANK = 40;

export function piecesOf(strip: Strip): Piece[] {
  if (strip.width <= WIDEST) return [{ ...strip, from: 0 }];
  const pieces: Piece[] = [];
  const isBlank = blankColumns(strip);
  let from = 0;
  while (strip.width - from > WIDEST) {
    const to = gapBetween(isBlank, from + WIDEST / 2, from + WIDEST);
    pieces.push(sliceOf(strip, from, to));
    from = to;
  }
  return [...pieces, sliceOf(strip, from, strip.width)];
}

function blankColumns({ pixels, width, height }: Strip): Uint8Array {
  const isBlank = new Uint8Array(width).fill(1);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if ((pixels[y * width + x] as number) > BLANK) isBlank[x] = 0;
    }
  }
  return isBlank;
}

/** The middle of the widest gap; the end where there is none. */
function gapBetween(isBlank: Uint8Array, from: number, to: number): number {
  let widest = 0;
  let middle = to;
  let run = 0;
  for (let x = from; x < to; x++) {
    run = isBlank[x] === 1 ? run + 1 : 0;
    if (run > widest) {
      widest = run;
      middle = x - (run >> 1);
    }
  }
  return middle;
}

function sliceOf({ pixels, width, height }: Strip, from: number, to: number): Piece {
  const slice = new Uint8Array((to - from) * height);
  for (let y = 0; y < height; y++) {
    slice.set(pixels.subarray(y * width + from, y * width + to), y * (to - from));
  }
  return { pixels: slice, width: to - from, height, from };
}
