/**
 * Brings the ink of a line into the one shape the recogniser reads best: dark on white, 36 pixels high (the input height of its
 * network), letters at one size and on one baseline, whatever their size on the screen.
 */
import type { Strip } from '#extract/ocr/recogniser.ts';
import type { Ink } from './ink.ts';
import { resample } from './resample.ts';

const HEIGHT = 36;
// In x-heights: room for ascenders above and descenders below the baseline.
const ABOVE_BASELINE = 2.02;
const BELOW_BASELINE = 0.72;
const SIDE = 8;

export interface PlacedStrip extends Strip {
  /** Columns of the ink bitmap for a column of the strip. */
  toInk(stripX: number): number;
  /** Strip pixels per ink pixel. */
  readonly scale: number;
}

/** Draws the columns from `fromColumn` on. `xHeight` overrides the measured one. */
export function stripOf(ink: Ink, fromColumn = 0, xHeight = ink.xHeight): PlacedStrip {
  const { bitmap } = ink;
  const scale = HEIGHT / ((ABOVE_BASELINE + BELOW_BASELINE) * xHeight);
  const inner = Math.max(4, Math.round((bitmap.width - fromColumn) * scale));
  const drawn = resample(
    bitmap,
    { length: inner, from: fromColumn, scale },
    { length: HEIGHT, from: ink.baseline + 1 - ABOVE_BASELINE * xHeight, scale },
  );
  const width = inner + 2 * SIDE;
  const pixels = new Uint8Array(width * HEIGHT).fill(255);
  for (let y = 0; y < HEIGHT; y++) {
    const to = y * width + SIDE;
    for (let x = 0; x < inner; x++) pixels[to + x] = 255 - (drawn[y * inner + x] ?? 0);
  }
  const toInk = (stripX: number) => fromColumn + (stripX - SIDE) / scale;
  return { pixels, width, height: HEIGHT, scale, toInk };
}
