/**
 * Opens badges whose text touches their outline: a label 16 pixels high around letters of 11, initials in a pill. Outline and letters are
 * one shape of the mask then. What the fill of the badge encloses are the letters, and the shape becomes a container like any other.
 */
import { countLevels, type Raster } from '../../raster.ts';
import { type Box, hasShare, heightOf, isInside, medianOf, widthOf } from '../box.ts';
import { type Component, canFrame, findComponents } from '../components.ts';
import type { Sheet } from './frames.ts';

const TALLEST = 48;
const WIDEST = 500;
// Share of the upper and lower edge that is straight, also between the round ends of a pill.
const STRAIGHT = 0.55;
const STRAIGHT_SIDE = 0.6;
// How far into a badge with straight sides its rounded corners reach, across and down together.
const SQUARE_CORNER = 4;
const LEAST_ASPECT = 1.4;
// In pixels to a pixel of width and height: the outline of a fill has two.
const THICKEST_OUTLINE = 2.3;
const ALONG_EDGE = 0.8;
const WHOLE_SIDE = 0.9;
const OTHER_GROUND = 12;
// Of the step from the fill to the ink: a lossy codec leaves noise in the fill.
const NOISE_SHARE = 0.2;
// Of the pixels of a badge, in the colour farthest from the fill.
const LEAST_INK = 0.02;
const LEAST_LETTER_PIXELS = 3;

/** The badges, and all other shapes with the letters of these. */
export function openTightBadges(components: readonly Component[], sheet: Sheet) {
  const badges: Component[] = [];
  const opened = new Set<Component>();
  const letters: Component[] = [];
  for (const shape of components) {
    if (!isBadgeShaped(shape, sheet)) continue;
    const badge = openedBadge(shape, sheet) ?? openedCell(shape, sheet);
    if (badge === undefined) continue;
    opened.add(shape);
    badges.push(badge.container);
    letters.push(...badge.letters);
  }
  // Letters that do not touch the outline are shapes of the mask too: each is to be there once.
  const rest = components.filter(
    (part) => !opened.has(part) && !badges.some((badge) => isInside(part, badge)),
  );
  return { components: [...rest, ...letters], badges };
}

function openedBadge(container: Component, sheet: Sheet) {
  const letters = lettersIn(container, sheet);
  return letters.length === 0 ? undefined : { container, letters };
}

/** The fill of a cell is that of the page around it: there the border is what the fill ends at. */
function openedCell(shape: Component, sheet: Sheet) {
  // At the left and top the pixels of the border follow the edge of the mask, at the right and bottom they are the last ones.
  const { x0, y0, x1, y1 } = shape;
  const sides = [
    { x0: x0 + 1, y0: y0 + 1, x1, y1: y0 + 1 },
    { x0: x0 + 1, y0: y1, x1, y1 },
    { x0: x0 + 1, y0: y0 + 1, x1: x0 + 1, y1 },
    { x0: x1, y0: y0 + 1, x1, y1 },
  ];
  if (!sides.every((side) => isOneColour(side, sheet))) return undefined;
  return openedBadge({ ...shape, x0: x0 + 1, y0: y0 + 1, x1: x1 - 1, y1: y1 - 1 }, sheet);
}

/** Letters that touch have straight edges too, but not all along. */
function isOneColour({ x0, y0, x1, y1 }: Box, { raster, topRow }: Sheet): boolean {
  const levels: number[] = [];
  for (let y = y0; y <= y1; y++) levels.push(...rowAt(raster, topRow + y, x0, x1 + 1));
  const middle = medianOf(levels);
  const alike = levels.filter((level) => Math.abs(level - middle) <= OTHER_GROUND);
  return alike.length >= WHOLE_SIDE * levels.length;
}

function isBadgeShaped(shape: Component, sheet: Sheet): boolean {
  if (!canFrame(shape) || !hasLetters(shape)) return false;
  if (heightOf(shape) > TALLEST || widthOf(shape) > WIDEST) return false;
  // A single thick letter has straight edges and its own fill too.
  if (widthOf(shape) < LEAST_ASPECT * heightOf(shape)) return false;
  return hasStraightEdge(shape, sheet, shape.y0) && hasStraightEdge(shape, sheet, shape.y1);
}

/** Letters that touch the sides of an outline only do not reach its middle. */
function hasLetters(shape: Component): boolean {
  return (
    shape.innerRuns > 0 || shape.pixels > THICKEST_OUTLINE * (widthOf(shape) + heightOf(shape))
  );
}

function hasStraightEdge(shape: Box, { mask, raster }: Sheet, y: number): boolean {
  const from = y * raster.width + shape.x0;
  return hasShare(STRAIGHT, widthOf(shape), (i) => mask[from + i] === 1);
}

/** The ink that the fill encloses; none when the shape is no badge. */
function lettersIn(shape: Component, { raster, topRow }: Sheet): Component[] {
  const histogram = histogramOf(raster, shape, topRow);
  const fill = histogram.indexOf(Math.max(...histogram));
  const tolerance = Math.max(OTHER_GROUND, NOISE_SHARE * contrastOf(histogram, fill));
  // With a ring of one pixel of the page.
  const width = widthOf(shape) + 1;
  const height = heightOf(shape) + 1;
  const ink = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const row = rowAt(raster, topRow + shape.y0 + y, shape.x0, shape.x0 + width);
    markInk(row, fill, tolerance, ink.subarray(y * width));
  }
  if (!isFilled(ink, width, height)) return [];
  const hasSides = hasStraightSide(ink, width, height);
  erasePage(ink, width, height, hasSides ? SQUARE_CORNER : height / 2 + 1);
  return findComponents(ink, width)
    .filter((part) => part.pixels >= LEAST_LETTER_PIXELS)
    .map((part) => ({
      ...part,
      // Shapes of the mask begin one pixel before their ink. What reaches the edge of the badge is inside it all the same.
      x0: Math.max(part.x0 - 1, 1) + shape.x0,
      x1: Math.min(part.x1, width - 3) + shape.x0,
      y0: Math.max(part.y0 - 1, 1) + shape.y0,
      y1: Math.min(part.y1, height - 3) + shape.y0,
    }));
}

// Loops over pixels are functions of one row: see `raster.ts`.
function markInk(row: Uint8Array, fill: number, tolerance: number, ink: Uint8Array): void {
  for (let x = 0; x < row.length; x++) {
    const distance = (row[x] as number) - fill;
    if (distance > tolerance || distance < -tolerance) ink[x] = 1;
  }
}

/** A badge has another ground than the page around it, and shows it all along its edge; thick letters leave gaps there. */
function isFilled(ink: Uint8Array, width: number, height: number): boolean {
  const middle = (height >> 1) * width;
  if (ink[middle] === 0 || ink[middle + width - 1] === 0) return false;
  const roundEnd = height >> 1;
  return [1, height - 2].every((y) => {
    const edge = ink.subarray(y * width + roundEnd, (y + 1) * width - roundEnd);
    return hasShare(ALONG_EDGE, edge.length, (i) => edge[i] === 0);
  });
}

/** The first column inside the ring shows the fill, but for the corners; that of a round end shows it only around its middle. */
function hasStraightSide(ink: Uint8Array, width: number, height: number): boolean {
  return hasShare(STRAIGHT_SIDE, height - 2, (i) => ink[(i + 1) * width + 1] === 0);
}

/** Erases the ring and what hangs together with it in the corners, as far as the curve of a round end goes. */
function erasePage(ink: Uint8Array, width: number, height: number, reach: number): void {
  const page: number[] = [];
  const erase = (at: number) => {
    ink[at] = 0;
    // What is farther from the corners leads to nothing that is in them.
    if (isInCorner(at, width, height, reach)) page.push(at);
  };
  const follow = (at: number) => {
    if (ink[at] === 1 && isInCorner(at, width, height, reach)) erase(at);
  };
  for (let x = 0; x < width; x++) {
    erase(x);
    erase((height - 1) * width + x);
  }
  for (let y = 0; y < height; y++) {
    erase(y * width);
    erase((y + 1) * width - 1);
  }
  // The list grows while it is walked. Without an iterator, which makes garbage for every pixel.
  for (let i = 0; i < page.length; i++) {
    const at = page[i] as number;
    follow(at - width);
    follow(at - 1);
    follow(at + 1);
    follow(at + width);
  }
}

function isInCorner(at: number, width: number, height: number, reach: number): boolean {
  const x = at % width;
  const y = Math.floor(at / width);
  return Math.min(x, width - 1 - x) + Math.min(y, height - 1 - y) <= reach;
}

function histogramOf(raster: Raster, shape: Box, topRow: number): Int32Array {
  const histogram = new Int32Array(256);
  for (let y = topRow + shape.y0 + 1; y <= topRow + shape.y1; y++) {
    const row = rowAt(raster, y, shape.x0 + 2, shape.x1);
    countLevels(histogram, row, 0, row.length);
  }
  return histogram;
}

/** From the fill to the farthest level that is no stray pixel. */
function contrastOf(histogram: Int32Array, fill: number): number {
  const least = LEAST_INK * histogram.reduce((a, b) => a + b, 0);
  let count = 0;
  for (let distance = 255; distance > 0; distance--) {
    count += (histogram[fill - distance] ?? 0) + (histogram[fill + distance] ?? 0);
    if (count >= least) return distance;
  }
  return 0;
}

/** The columns [from, to) of a row; those beyond the edge are left out. */
function rowAt({ luma, width, height }: Raster, y: number, from: number, to: number): Uint8Array {
  const first = Math.min(height - 1, Math.max(0, y)) * width;
  return luma.subarray(first + from, first + Math.min(width, to));
}
