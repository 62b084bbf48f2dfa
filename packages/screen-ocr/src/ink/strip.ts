/**
 * Brings the ink of a line into the one shape that the networks were trained on: letters at one size and on one baseline, whatever
 * their size on the screen. The network gets exactly this picture, so its width is what reading costs.
 */
import { STRIP_HEIGHT, type Strip } from '../reader/strip.ts';
import { inkedRange } from './bitmap.ts';
import type { Ink } from './ink.ts';
import { resample } from './resample.ts';

const HEIGHT = STRIP_HEIGHT;
// In x-heights: more than ascenders above and descenders below the baseline need. The training draws its strips alike.
const ABOVE_BASELINE = 2.35;
const BELOW_BASELINE = 0.88;
// Of the height of a line of joined letters.
const JOINED_X_HEIGHT = 0.36;
// Before the first and after the last column with ink.
const SIDE = 3;
const LEAST_WIDTH = 4;

export interface PlacedStrip extends Strip {
  /** Columns of the ink bitmap for a column of the strip. */
  toInk(stripX: number): number;
  /** Strip pixels per ink pixel. */
  readonly scale: number;
}

/** Draws the columns from `fromColumn` on. `xHeight` and `baseline` override the measured ones. */
export function stripOf(
  ink: Ink,
  fromColumn = 0,
  xHeight = ink.xHeight,
  baseline = ink.baseline,
): PlacedStrip {
  const scale = HEIGHT / ((ABOVE_BASELINE + BELOW_BASELINE) * xHeight);
  const { first, last } = inkedRange(ink.columns, fromColumn, ink.columns.length - 1);
  const from = first - SIDE / scale;
  const width = Math.max(LEAST_WIDTH, Math.round((last + 1 - first) * scale) + 2 * SIDE);
  const pixels = resample(
    ink.bitmap,
    { length: width, from, scale },
    { length: HEIGHT, from: baseline + 1 - ABOVE_BASELINE * xHeight, scale },
  );
  return { pixels, width, height: HEIGHT, scale, toInk: (stripX) => from + stripX / scale };
}

/** A strip that shows all rows of joined letters, such as those of Arabic, and not much more: few rows are filled by most of them, so
 * that x-height and baseline are measured badly. */
export function joinedStripOf(ink: Ink, fromColumn: number, xHeight: number): PlacedStrip {
  const { top, bottom } = ink;
  const height = bottom - top + 1;
  const whole = height / (ABOVE_BASELINE + BELOW_BASELINE);
  const fitted = Math.max(whole, Math.min(xHeight, JOINED_X_HEIGHT * height));
  const lowest = top - 1 + ABOVE_BASELINE * fitted;
  const highest = bottom - BELOW_BASELINE * fitted;
  const baseline = Math.min(Math.max(ink.baseline, highest), lowest);
  return stripOf(ink, fromColumn, fitted, baseline);
}
