/** Distinguishes lines of text that could not be read from icons, texture and charts: what may be secret is covered as a whole. */
import type { DetectedLine } from '../detect/detect-lines.ts';
import { inkOf } from '../ink/ink.ts';
import { PLAIN_AROUND } from '../ink/levels.ts';
import type { Raster } from '../raster.ts';

// Shorter rows of shapes are icons, toolbars and marks of a chart; a secret is longer.
export const LEAST_GLYPHS = 6;
export const LEAST_WIDTH_IN_HEIGHTS = 4;
// Of the box: letters leave most of their ground free, texture does not.
const LEAST_GROUND = 0.45;
// Letters and rows that touch are few shapes, and full of ink: a drawing with as few is not.
const TOUCHING_GROUND = 0.7;

/** `letters` is how many a network saw, right or wrong: those of a line may touch, and be few shapes. */
export function looksLikeText(line: DetectedLine, letters: number, raster: Raster): boolean {
  if (line.width < LEAST_WIDTH_IN_HEIGHTS * line.height) return false;
  const ink = inkOf(raster, line);
  if (ink === undefined || ink.groundAround < PLAIN_AROUND) return false;
  const most = Math.max(line.glyphs, letters) >= LEAST_GLYPHS ? 1 : TOUCHING_GROUND;
  return ink.groundShare >= LEAST_GROUND && ink.groundShare <= most;
}
