/** Cuts a long strip at its widest gaps: the memory that a network takes grows with the width of what it reads. Pure. */
import { sliceOf, widestGap } from '../ink/bitmap.ts';
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
  const inked = inkedColumns(strip);
  let from = 0;
  let isNewWord = true;
  while (strip.width - from > WIDEST) {
    const { width, middle } = widestGap(inked, from + WIDEST / 2, from + WIDEST);
    const to = middle - (middle % 2);
    pieces.push({ ...sliceOf(strip, from, to), from, isNewWord });
    from = to;
    isNewWord = width >= WORD_GAP;
  }
  return [...pieces, { ...sliceOf(strip, from, strip.width), from, isNewWord }];
}

/** 0 for each blank one. */
function inkedColumns({ pixels, width, height }: Strip): Uint8Array {
  const inked = new Uint8Array(width);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if ((pixels[y * width + x] as number) > BLANK) inked[x] = 1;
    }
  }
  return inked;
}
