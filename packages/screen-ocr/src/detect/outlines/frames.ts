/**
 * Distinguishes outlines from letters. The outline of a badge, button or input field is a container: text inside it never joins text outside.
 * Hollow shapes without content (avatars, check boxes, plain icons) are neither text nor container.
 */
import type { Raster } from '../../raster.ts';
import { type Box, hasShare, heightOf, isInside, widthOf } from '../box.ts';
import { type Component, canFrame } from '../components.ts';

export interface Frames {
  /** Smallest first, so that the first one around a shape is the innermost. */
  readonly containers: readonly Component[];
  /** Everything here that is no ink of a letter: the containers and the empty shapes. */
  readonly notInk: ReadonlySet<Component>;
}

// Frames of text in one row are no taller; parts of letters are lower still.
const TALLEST_LETTERS = 40;
// Share of each side of an outline, also between round corners.
const LEAST_SIDE = 0.25;
// Levels between two places of one ground; a photo is uneven.
const SAME_GROUND = 12;
const SAME_IN_PHOTO = 40;

/** What the shapes were found in. */
export interface Sheet {
  readonly raster: Raster;
  readonly mask: Uint8Array;
  /** The row of the raster where row 0 of the shapes and of the mask lies. */
  readonly topRow: number;
  /** The noise of a codec breaks outlines. */
  readonly isLossy: boolean;
}

/** `badges` are known to be containers. */
export function findFrames(
  components: readonly Component[],
  badges: readonly Component[],
  sheet: Sheet,
): Frames {
  const { raster, mask, isLossy } = sheet;
  const hollow = components.filter((component) => component.innerRuns === 0 && canFrame(component));
  const byTop = components.toSorted((a, b) => a.y0 - b.y0);
  const containers = [...badges];
  const notInk = new Set(badges);
  for (const shape of hollow) {
    const { counters, contents } = contentsOf(shape, byTop, sheet);
    if (contents > 0 && !(counters > 0 && contents < 2)) {
      // Two strokes of a Korean syllable around a third are a letter.
      if (!isLossy && !hasFourSides(shape, mask, raster.width)) continue;
      containers.push(shape);
      notInk.add(shape);
    } else if (contents === 0 && counters === 0 && isEmptyShape(shape)) {
      notInk.add(shape);
    }
  }
  containers.sort((a, b) => widthOf(a) * heightOf(a) - widthOf(b) * heightOf(b));
  return { containers, notInk };
}

function hasFourSides(shape: Box, mask: Uint8Array, width: number): boolean {
  if (heightOf(shape) > TALLEST_LETTERS) return true;
  const { x0, y0, x1, y1 } = shape;
  const isSet = (x: number, y: number) => mask[y * width + x] === 1;
  const hasRow = (y: number) =>
    hasShare(LEAST_SIDE, widthOf(shape), (i) => isSet(x0 + i, y) || isSet(x0 + i, y + 1));
  const hasColumn = (x: number) =>
    hasShare(LEAST_SIDE, heightOf(shape), (i) => isSet(x, y0 + i) || isSet(x + 1, y0 + i));
  return [y0, y1 - 1].every(hasRow) && [x0, x1 - 1].every(hasColumn);
}

function contentsOf(
  shape: Component,
  byTop: readonly Component[],
  sheet: Sheet,
): { counters: number; contents: number } {
  let counters = 0;
  let contents = 0;
  for (let i = firstFrom(byTop, shape.y0); i < byTop.length; i++) {
    const inner = byTop[i];
    if (inner === undefined || inner.y0 >= shape.y1) break;
    if (!isInside(inner, shape) || heightOf(inner) < 4 || widthOf(inner) < 2) continue;
    if (isCounter(inner, shape, sheet)) counters += 1;
    else contents += 1;
  }
  return { counters, contents };
}

/** The hole of a letter such as O or D: it shows the same ground as the outside. */
function isCounter(inner: Box, shape: Box, { raster, topRow, isLossy }: Sheet): boolean {
  const isLetterLike =
    widthOf(shape) < 70 &&
    widthOf(shape) < 1.4 * heightOf(shape) &&
    widthOf(inner) > 0.25 * widthOf(shape) &&
    heightOf(inner) > 0.2 * heightOf(shape);
  if (!isLetterLike) return false;
  const hole = levelAt(
    raster,
    (inner.x0 + inner.x1 + 1) / 2,
    topRow + (inner.y0 + inner.y1 + 1) / 2,
  );
  const outside = levelAt(raster, shape.x0 - 2, topRow + (shape.y0 + shape.y1) / 2);
  return Math.abs(hole - outside) < (isLossy ? SAME_IN_PHOTO : SAME_GROUND);
}

function levelAt({ luma, width, height }: Raster, x: number, y: number): number {
  const column = Math.min(width - 1, Math.max(0, Math.round(x)));
  const row = Math.min(height - 1, Math.max(0, Math.round(y)));
  return luma[row * width + column] ?? 0;
}

/** Big, long, or thin for its size: a letter O is none of these. */
function isEmptyShape(shape: Component): boolean {
  const height = heightOf(shape);
  const width = widthOf(shape);
  const isLong = width > 2 * height && shape.pixels < 4.5 * (width + height);
  return height >= 30 || isLong || (height >= 18 && shape.pixels < 3.2 * (width + height));
}

/** Index of the first box that starts at row `y` or below. */
function firstFrom(byTop: readonly Box[], y: number): number {
  let low = 0;
  let high = byTop.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((byTop[middle]?.y0 ?? 0) < y) low = middle + 1;
    else high = middle;
  }
  return low;
}
