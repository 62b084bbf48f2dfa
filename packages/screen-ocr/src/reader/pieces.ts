/** Cuts a long strip at its widest gaps: the memory that a network takes grows with the width of what it reads. Pure. */
import { shortLivedBytes } from '../short-lived.ts';
import type { Strip } from './strip.ts';

export interface Piece extends Strip {
  /** Its first column in the whole strip; even, so that steps of all pieces fit together. */
  readonly from: number;
  /** Whether it begins with another word than the piece before ended with. */
  readonly isNewWord: boolean;
}

/** In columns. */
export const WIDEST = 640;
// The edges of letters are fainter than this.
const BLANK = 40;
// Letters of a word stand closer than this, in columns.
const WORD_GAP = 4;

export function piecesOf(strip: Strip): Piece[] {
  if (strip.width <= WIDEST) return [{ ...strip, from: 0, isNewWord: true }];
  const pieces: Piece[] = [];
  const isBlank = blankColumns(strip);
  let from = 0;
  let isNewWord = true;
  while (strip.width - from > WIDEST) {
    const gap = gapBetween(isBlank, from + WIDEST / 2, from + WIDEST);
    pieces.push({ ...sliceOf(strip, from, gap.middle), from, isNewWord });
    from = gap.middle;
    isNewWord = gap.width >= WORD_GAP;
  }
  return [...pieces, { ...sliceOf(strip, from, strip.width), from, isNewWord }];
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

/** The widest gap; the end where there is none. Its middle is an even column. */
function gapBetween(isBlank: Uint8Array, from: number, to: number) {
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
  return { width: widest, middle: middle - (middle % 2) };
}

function sliceOf({ pixels, width, height }: Strip, from: number, to: number): Strip {
  const slice = shortLivedBytes((to - from) * height);
  for (let y = 0; y < height; y++) {
    slice.set(pixels.subarray(y * width + from, y * width + to), y * (to - from));
  }
  return { pixels: slice, width: to - from, height };
}
