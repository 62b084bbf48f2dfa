/** Ground, polarity and contrast of a piece of the screen, from the histogram of its pixels. */
import type { Box } from '../detect/box.ts';
import type { DetectedLine } from '../detect/detect-lines.ts';
import { countLevels, type Raster } from '../raster.ts';
import { shortLivedInts } from '../short-lived.ts';

export interface Levels {
  readonly ground: number;
  /** Light text on a dark ground. */
  readonly isLight: boolean;
  /** From the ground to the strongest ink, at least 1. */
  readonly contrast: number;
  /** Share of the pixels that show the ground: about 0.7 for text, less for pictures. */
  readonly groundShare: number;
  /** The same for a ring of two pixels around the box: nearly 1 for text on a plain ground, much less inside a picture. */
  readonly groundAround: number;
  /** The same for the ground and one more colour: nearly 1 also for a small badge, whose edge lies in the ring. */
  readonly plainAround: number;
}

const NEAR = 10;
const RING = 2;
const CLEARLY_MORE = 1.3;
const LEAST_INK = 0.04;
/** A box that shows less than this of its ground is a piece of a picture. */
export const LEAST_GROUND = 0.32;
// Or it is a line whose letters, of one colour, outnumber every single level of the blurred picture behind them. Then nothing around it
// shows the level that was taken for the ground, and what does show there is it: if it is one colour, more or less. Bold letters fill
// less than this share of their box; a ground that nothing around shows, such as that of a badge, fills more.
const UNSEEN_AROUND = 0.05;
const MOST_INK = 0.45;
/** From this share of the ring on the ground is plain. */
export const PLAIN_AROUND = 0.75;

export function levelsOf(raster: Raster, line: DetectedLine): Levels {
  const histogram = histogramOf(raster, line);
  const ring = ringOf(raster, line);
  const ground = line.ground === undefined ? groundOf(histogram) : nearest(histogram, line.ground);
  const own = line.ground === undefined ? histogram : withoutPage(histogram, ground, ring);
  const levels = levelsOn(ground, own, ring);
  const isGround = levels.groundShare >= MOST_INK || levels.groundAround >= UNSEEN_AROUND;
  if (line.ground !== undefined || isGround) return levels;
  const around = levelsOn(middleOfMost(ring, NEAR), histogram, ring);
  return around.groundAround >= PLAIN_AROUND ? around : levels;
}

function levelsOn(ground: number, histogram: Int32Array, ring: Int32Array): Levels {
  const count = sumOf(histogram, 0, 255);
  const near = sumOf(histogram, ground - NEAR, ground + NEAR);
  // The side with more ink decides the polarity.
  let darker = 0;
  let lighter = 0;
  for (let i = 0; i < ground - NEAR; i++) darker += (histogram[i] ?? 0) * (ground - i);
  for (let i = ground + NEAR + 1; i < 256; i++) lighter += (histogram[i] ?? 0) * (i - ground);
  const isLight = lighter > darker;
  const farthest = farthestLevel(histogram, ground, isLight, Math.max(2, count * 0.004));
  const contrast = Math.max(1, Math.abs(farthest - ground));
  const around = sumOf(ring, 0, 255);
  const groundAround = around === 0 ? 1 : sumOf(ring, ground - NEAR, ground + NEAR) / around;
  const others = ring.slice().fill(0, Math.max(0, ground - NEAR), ground + NEAR + 1);
  const other = middleOfMost(others, NEAR);
  const otherAround = around === 0 ? 0 : sumOf(others, other - NEAR, other + NEAR) / around;
  const plainAround = groundAround + otherAround;
  return { ground, isLight, contrast, groundShare: near / count, groundAround, plainAround };
}

/** The box of a line with its own ground, such as a selection, may show some rows of the page: these are no ink. */
function withoutPage(histogram: Int32Array, ground: number, ring: Int32Array): Int32Array {
  const page = middleOfMost(ring, NEAR);
  if (Math.abs(page - ground) <= 2 * NEAR) return histogram;
  const rest = histogram.slice().fill(0, Math.max(0, page - NEAR), page + NEAR + 1);
  const ink = sumOf(rest, 0, 255) - sumOf(rest, ground - NEAR, ground + NEAR);
  // Unless the letters have the colour of the page.
  return ink < LEAST_INK * sumOf(histogram, 0, 255) ? histogram : rest;
}

/** The commonest level; where noise spreads the ground over many levels, the middle of them. */
function groundOf(histogram: Int32Array): number {
  const level = middleOfMost(histogram, 1);
  const band = middleOfMost(histogram, NEAR);
  const countAt = (ground: number) => sumOf(histogram, ground - NEAR, ground + NEAR);
  return countAt(band) > CLEARLY_MORE * countAt(level) ? band : level;
}

// Reading beyond the ends of an array is slow.
function sumOf(histogram: Int32Array, from: number, to: number): number {
  const last = Math.min(255, to);
  let sum = 0;
  for (let i = Math.max(0, from); i <= last; i++) sum += histogram[i] as number;
  return sum;
}

function histogramOf({ luma, width }: Raster, line: DetectedLine): Int32Array {
  const histogram = shortLivedInts(256);
  for (let y = line.y; y < line.y + line.height; y++) {
    const from = y * width + line.x;
    countLevels(histogram, luma, from, from + line.width);
  }
  return histogram;
}

/** The level that most pixels are at most `reach` levels away from. */
function middleOfMost(histogram: Int32Array, reach: number): number {
  let count = sumOf(histogram, 0, reach);
  let best = 0;
  let most = count;
  for (let i = 1; i < 256; i++) {
    if (i + reach < 256) count += histogram[i + reach] as number;
    if (i - reach > 0) count -= histogram[i - reach - 1] as number;
    if (count > most) {
      most = count;
      best = i;
    }
  }
  return best;
}

/** The commonest one of the levels around. */
function nearest(histogram: Int32Array, level: number): number {
  const first = Math.max(0, level - 6);
  const around = histogram.subarray(first, level + 7);
  return first + around.indexOf(Math.max(...around));
}

/** The outermost level that at least `least` pixels reach: single stray pixels do not set the contrast. */
function farthestLevel(histogram: Int32Array, ground: number, isLight: boolean, least: number) {
  const step = isLight ? -1 : 1;
  let count = 0;
  for (let i = isLight ? 255 : 0; i !== ground; i += step) {
    count += histogram[i] ?? 0;
    if (count >= least) return i;
  }
  return ground;
}

/** The levels of a ring of two pixels around the box, as far as it belongs to the line. */
function ringOf(raster: Raster, line: DetectedLine): Int32Array {
  const { x, y, width, height } = line;
  const { x0, y0, x1, y1 } = boxAround(raster, line, RING, RING);
  const histogram = shortLivedInts(256);
  const look = (row: number, from: number, to: number) => {
    const start = row * raster.width;
    countLevels(histogram, raster.luma, start + from, start + to + 1);
  };
  for (let row = y0; row < y; row++) look(row, x0, x1);
  for (let row = y; row < y + height; row++) {
    look(row, x0, x - 1);
    look(row, x + width, x1);
  }
  for (let row = y + height; row <= y1; row++) look(row, x0, x1);
  return histogram;
}

/** The box of a line and what belongs to it around: not the ground that it was cut from, and nothing outside of its container. */
export function boxAround(raster: Raster, line: DetectedLine, aside: number, upDown: number): Box {
  const { x, y, width, height, inside, isCutLeft, isCutRight } = line;
  return {
    x0: Math.max(inside?.x0 ?? 0, isCutLeft ? x : x - aside),
    y0: Math.max(inside?.y0 ?? 0, y - upDown),
    x1: Math.min(inside?.x1 ?? raster.width - 1, x + width - 1 + (isCutRight ? 0 : aside)),
    y1: Math.min(inside?.y1 ?? raster.height - 1, y + height - 1 + upDown),
  };
}
