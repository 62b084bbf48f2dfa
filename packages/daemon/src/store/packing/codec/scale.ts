/** Places and confidences are kept as whole numbers of 1/10000: a tenth of a pixel on a 1000-pixel screen. */

export const SCALE = 10_000;
/** A hundred thousand screens away: beyond is a mistake of the program that drew it. */
const FARTHEST = 2 ** 30;

export function scaled(value: number): number {
  const rounded = Math.round(value * SCALE);
  // Also turns -0 and what is no number into 0.
  return Math.max(-FARTHEST, Math.min(FARTHEST, rounded)) || 0;
}

/** A damaged column may be too short. */
export function at(column: readonly number[], i: number): number {
  return column[i] ?? 0;
}
