/**
 * Tells lines of text that could not be read from icons, texture and charts. Whoever has to cover what is secret covers such a line as a
 * whole: nobody knows what it says.
 */
import type { Raster } from '#extract/ocr/raster.ts';
import type { DetectedLine } from './detect/detect-lines.ts';
import { inkOf } from './ink.ts';

// Shorter rows of shapes are icons, toolbars and marks of a chart; a secret is longer.
const LEAST_GLYPHS = 6;
const LEAST_WIDTH_IN_HEIGHTS = 4;
// Of the box: letters leave most of their ground free, texture does not.
const LEAST_GROUND = 0.45;
const PLAIN_AROUND = 0.75;

export function looksLikeText(line: DetectedLine, raster: Raster): boolean {
  if (line.glyphs < LEAST_GLYPHS || line.width < LEAST_WIDTH_IN_HEIGHTS * line.height) return false;
  const ink = inkOf(raster, line);
  return ink !== undefined && ink.groundShare >= LEAST_GROUND && ink.groundAround >= PLAIN_AROUND;
}
