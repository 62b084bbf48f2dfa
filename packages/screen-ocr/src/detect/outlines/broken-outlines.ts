/** Joins the two parts of a badge whose round ends are too faint for the mask: its label would be read with the word next to it. */
import type { Raster } from '../../raster.ts';
import { type Box, boundsOf, heightOf, widthOf } from '../box.ts';
import type { Component } from '../components.ts';

const NARROWEST = 14;
const TALLEST = 32;
const WIDEST_GAP = 4;
// The lower part may be shorter by the curves of both ends.
const LEAST_COVER = 0.6;
// In pixels to a pixel of width and height: letters have more.
const THICKEST = 1.6;
const OTHER_GROUND = 12;

/** All components, with such pairs as one. `topRow` is the row of the raster where their row 0 lies. */
export function joinOutlines(
  components: readonly Component[],
  raster: Raster,
  topRow: number,
): Component[] {
  const thin = components.filter(isThin);
  const joined = new Map<Component, Component | undefined>();
  for (const upper of thin) {
    const lower = thin.find(
      (part) => isBelow(part, upper) && isFilled(upper, part, raster, topRow),
    );
    const bounds = lower && boundsOf([upper, lower]);
    if (bounds === undefined || lower === undefined) continue;
    joined.set(upper, { ...bounds, pixels: upper.pixels + lower.pixels, innerRuns: 0 });
    joined.set(lower, undefined);
  }
  if (joined.size === 0) return [...components];
  return components.flatMap((part) => (joined.has(part) ? (joined.get(part) ?? []) : part));
}

function isThin(part: Component): boolean {
  return (
    widthOf(part) >= NARROWEST &&
    heightOf(part) <= TALLEST &&
    part.pixels <= THICKEST * (widthOf(part) + heightOf(part))
  );
}

function isBelow(lower: Box, upper: Box): boolean {
  const gap = lower.y0 - upper.y1;
  const isUnder = lower.x0 >= upper.x0 - 2 && lower.x1 <= upper.x1 + 2;
  const isWide = widthOf(lower) >= LEAST_COVER * widthOf(upper);
  return gap >= 1 && gap <= WIDEST_GAP && isUnder && isWide && lower.y1 - upper.y0 < TALLEST;
}

/** One ground from the upper edge to the lower one, and another around. */
function isFilled(upper: Box, lower: Box, { luma, width }: Raster, topRow: number): boolean {
  const x = (upper.x0 + upper.x1) >> 1;
  const at = (y: number) => luma[(topRow + y) * width + x] ?? 0;
  const [top, bottom] = [at(upper.y0 + 2), at(lower.y1 - 1)];
  const isOther = [at(upper.y0 - 1), at(lower.y1 + 2)].every(
    (page) => Math.abs(page - top) >= OTHER_GROUND,
  );
  return isOther && Math.abs(top - bottom) < OTHER_GROUND;
}
