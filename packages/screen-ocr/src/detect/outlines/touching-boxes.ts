/**
 * Takes hollow boxes away from letters that touch them: the cursor of a terminal below a "p". Box and letter are one shape of the mask
 * then, too tall for its line, and the letter would be lost. A box that touches nothing is left to `frames.ts`.
 */
import { pixelsIn } from '../../raster.ts';
import { type Box, heightOf, moved, widthOf } from '../box.ts';
import { type Component, findComponents } from '../components.ts';

const NARROWEST = 6;
const WIDEST = 26;
const LOWEST = 10;
const TALLEST = 44;
// A cell of a terminal is about twice as high as wide; the bowl of a "p" is not.
const LEAST_ASPECT = 1.6;
// Above or below the box: what touches it is a letter or at least its descender.
const LEAST_REST = 3;

export function freeFromBoxes(
  components: readonly Component[],
  mask: Uint8Array,
  width: number,
): Component[] {
  return components.flatMap((shape) => {
    const box = canHoldBox(shape) ? findBox(shape, mask, width) : undefined;
    return box === undefined ? [shape] : partsBeside(shape, box, mask, width);
  });
}

function canHoldBox(shape: Box): boolean {
  return (
    heightOf(shape) >= LOWEST + LEAST_REST &&
    heightOf(shape) <= 2 * TALLEST &&
    widthOf(shape) >= NARROWEST &&
    widthOf(shape) <= 4 * WIDEST
  );
}

function findBox(shape: Box, mask: Uint8Array, width: number): Box | undefined {
  for (let y = shape.y0; y <= shape.y1 - LOWEST + 1; y++) {
    for (let x = shape.x0; x <= shape.x1; x++) {
      const x1 = runEnd(mask, y * width, x, shape.x1);
      const length = x1 - x + 1;
      if (length >= NARROWEST && length <= WIDEST) {
        const box = boxBelow({ x0: x, x1, y0: y, y1: y }, shape, mask, width);
        if (box !== undefined) return box;
      }
      x = Math.max(x, x1);
    }
  }
  return undefined;
}

/** The last column of the run that begins here; the column before when none does. */
function runEnd(mask: Uint8Array, row: number, from: number, last: number): number {
  let x = from;
  while (x <= last && mask[row + x] === 1) x++;
  return x - 1;
}

/** The lowest closed box with this upper side; undefined when there is none, or when it is the whole shape. */
function boxBelow(top: Box, shape: Box, mask: Uint8Array, width: number): Box | undefined {
  const { x0, x1, y0 } = top;
  let bottom = -1;
  let hollowRows = 0;
  for (let y = y0 + 1; y <= Math.min(shape.y1, y0 + TALLEST); y++) {
    const first = y * width + x0;
    const last = y * width + x1;
    if (mask[first] !== 1 && mask[first + 1] !== 1) break;
    if (mask[last] !== 1 && mask[last - 1] !== 1) break;
    const inked = countInk(mask, first, last);
    if (inked >= last - first) bottom = y;
    else if (inked <= 6) hollowRows += 1;
  }
  const height = bottom - y0 + 1;
  const isUpright = height >= LEAST_ASPECT * widthOf(top);
  if (height < LOWEST || !isUpright || hollowRows < 0.5 * height) return undefined;
  const rest = y0 - shape.y0 + (shape.y1 - bottom);
  const box = { x0, x1, y0, y1: bottom };
  return rest < LEAST_REST || hasInkBeside(box, shape, mask, width) ? undefined : box;
}

function countInk(mask: Uint8Array, first: number, last: number): number {
  let inked = 0;
  for (let at = first; at <= last; at++) inked += mask[at] as number;
  return inked;
}

/** Between the rows of its upper and lower side: the letters of a word that touch form boxes too, but with other letters next to them. */
function hasInkBeside(box: Box, shape: Box, mask: Uint8Array, width: number): boolean {
  const third = Math.floor(heightOf(box) / 3);
  for (let y = box.y0 + third; y <= box.y1 - third; y++) {
    const row = y * width;
    const left = mask.subarray(row + shape.x0, row + box.x0 - 1);
    const right = mask.subarray(row + box.x1 + 2, row + shape.x1 + 1);
    if (left.includes(1) || right.includes(1)) return true;
  }
  return false;
}

function partsBeside(shape: Component, box: Box, mask: Uint8Array, width: number): Component[] {
  const columns = widthOf(shape);
  const rest = pixelsIn({ luma: mask, width }, shape);
  const { x0, y0, x1, y1 } = moved(box, -shape.x0, -shape.y0);
  for (let y = y0; y <= y1; y++) rest.fill(0, y * columns + x0, y * columns + x1 + 1);
  return findComponents(rest, columns)
    .filter((part) => part.pixels >= 2)
    .map((part) => moved(part, shape.x0, shape.y0));
}
