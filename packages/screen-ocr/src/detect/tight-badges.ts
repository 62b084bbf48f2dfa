/**
 * Opens badges whose text touches their outline: a label 16 pixels high around letters of 11. Outline and letters are one shape of the
 * mask then. The outline is peeled off, what is left inside are the letters, and the shape becomes a container like any other.
 */
import type { Raster } from '../raster.ts';
import { type Box, heightOf, widthOf } from './box.ts';
import { type Component, canFrame, findComponents } from './components.ts';

const TALLEST = 48;
const WIDEST = 500;
// Share of the upper and lower edge that is straight, also between the round ends of a pill.
const STRAIGHT = 0.6;
const LEAST_ASPECT = 1.4;
const ALONG_EDGE = 0.8;
const OTHER_GROUND = 12;
// Widest piece that the corner of a rectangle leaves.
const CORNER = 3;

interface Sheet {
  readonly raster: Raster;
  readonly mask: Uint8Array;
  /** The row of the raster where row 0 of the mask lies. */
  readonly topRow: number;
}

export interface OpenedBadges {
  /** All shapes, with the letters of opened badges in place of nothing: the badges themselves stay, as `badges`. */
  readonly components: Component[];
  readonly badges: readonly Component[];
}

export function openTightBadges(components: readonly Component[], sheet: Sheet): OpenedBadges {
  const badges = components.filter((shape) => isTightBadge(shape, sheet));
  const letters = badges.flatMap((badge) => lettersIn(badge, sheet));
  return { components: [...components, ...letters], badges };
}

function isTightBadge(shape: Component, sheet: Sheet): boolean {
  if (shape.innerRuns === 0 || !canFrame(shape)) return false;
  if (heightOf(shape) > TALLEST || widthOf(shape) > WIDEST) return false;
  // A single thick letter has straight edges and its own fill too.
  if (widthOf(shape) < LEAST_ASPECT * heightOf(shape)) return false;
  return (
    hasStraightEdge(shape, sheet, shape.y0) &&
    hasStraightEdge(shape, sheet, shape.y1) &&
    isFilled(shape, sheet)
  );
}

function hasStraightEdge(shape: Box, { mask, raster }: Sheet, y: number): boolean {
  let set = 0;
  for (let x = shape.x0; x <= shape.x1; x++) set += mask[y * raster.width + x] ?? 0;
  return set >= STRAIGHT * widthOf(shape);
}

/** A badge has another ground than the page around it, and shows it all along its edge; thick letters leave gaps there. */
function isFilled(shape: Box, { raster, topRow }: Sheet): boolean {
  const { luma, width } = raster;
  const top = topRow + shape.y0 + 1;
  const bottom = topRow + shape.y1;
  const fill = commonestLevel(raster, { x0: shape.x0 + 2, x1: shape.x1 - 1, y0: top, y1: bottom });
  const middle = Math.round((top + bottom) / 2) * width;
  const left = luma[middle + Math.max(0, shape.x0 - 2)] ?? 0;
  const right = luma[middle + Math.min(width - 1, shape.x1 + 3)] ?? 0;
  const isOther = Math.abs(fill - left) > OTHER_GROUND && Math.abs(fill - right) > OTHER_GROUND;
  if (!isOther) return false;
  const roundEnd = heightOf(shape) >> 1;
  return [top, bottom].every((y) => {
    let filled = 0;
    for (let x = shape.x0 + roundEnd; x <= shape.x1 - roundEnd; x++) {
      if (Math.abs((luma[y * width + x] ?? 0) - fill) <= OTHER_GROUND) filled += 1;
    }
    return filled >= ALONG_EDGE * (widthOf(shape) - 2 * roundEnd);
  });
}

function commonestLevel({ luma, width }: Raster, box: Box): number {
  const histogram = new Int32Array(256);
  for (let y = box.y0; y <= box.y1; y++) {
    for (let i = y * width + box.x0; i <= y * width + box.x1; i++) {
      const level = luma[i] ?? 0;
      histogram[level] = (histogram[level] ?? 0) + 1;
    }
  }
  return histogram.indexOf(histogram.reduce((a, b) => Math.max(a, b), 0));
}

function lettersIn(badge: Box, { mask, raster }: Sheet): Component[] {
  const x0 = badge.x0 + 1;
  const y0 = badge.y0 + 1;
  const width = widthOf(badge) - 2;
  const height = heightOf(badge) - 2;
  const inside = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const from = (y0 + y) * raster.width + x0;
    inside.set(mask.subarray(from, from + width), y * width);
  }
  const hasRoundEnds = !hasStraightSide(badge, { mask, raster });
  return findComponents(inside, width)
    .filter((part) => !isRemains(part, width, hasRoundEnds ? height / 2 : CORNER))
    .map((part) => ({
      ...part,
      x0: part.x0 + x0,
      x1: part.x1 + x0,
      y0: part.y0 + y0,
      y1: part.y1 + y0,
    }));
}

function hasStraightSide(badge: Box, { mask, raster }: Pick<Sheet, 'mask' | 'raster'>): boolean {
  let set = 0;
  for (let y = badge.y0; y <= badge.y1; y++) set += mask[y * raster.width + badge.x0] ?? 0;
  return set >= STRAIGHT * heightOf(badge);
}

/** Corners and round ends of the outline stay behind at the sides; letters that touch a side are wider. */
function isRemains(part: Box, width: number, widest: number): boolean {
  const touchesSide = part.x0 === 0 || part.x1 === width - 1;
  return touchesSide && widthOf(part) <= widest;
}
