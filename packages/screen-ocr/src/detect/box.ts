/** Boxes of the detector: both corners belong to the box. */
import type { OcrBox } from '../engine.ts';

export interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** Of a box with a size. */
export function boxOf({ x, y, width, height }: OcrBox): Box {
  return { x0: x, y0: y, x1: x + width - 1, y1: y + height - 1 };
}

export function placeOf(box: Box): OcrBox {
  return { x: box.x0, y: box.y0, width: widthOf(box), height: heightOf(box) };
}

export function widthOf(box: Box): number {
  return box.x1 - box.x0 + 1;
}

export function heightOf(box: Box): number {
  return box.y1 - box.y0 + 1;
}

export function middleOf(box: Box): number {
  return (box.y0 + box.y1) / 2;
}

export function overlap(a: Box, b: Box): boolean {
  return a.x0 <= b.x1 && a.x1 >= b.x0 && a.y0 <= b.y1 && a.y1 >= b.y0;
}

export function moved<Moved extends Box>(box: Moved, x: number, y: number): Moved {
  return { ...box, x0: box.x0 + x, y0: box.y0 + y, x1: box.x1 + x, y1: box.y1 + y };
}

/**
 * The ink of a shape of the mask, in the raster whose row `top` is row 0 of the mask. An edge lies on the pixel before the step: the ink
 * reaches one further to the right and down.
 */
export function inkBoxOf({ x0, y0, x1, y1 }: Box, top: number): Box {
  return { x0, y0: y0 + top, x1: x1 + 1, y1: y1 + top + 1 };
}

/** Strictly: a box that touches the border of `outer` is part of it, not its content. */
export function isInside(inner: Box, outer: Box): boolean {
  return inner.x0 > outer.x0 && inner.x1 < outer.x1 && inner.y0 > outer.y0 && inner.y1 < outer.y1;
}

/** The smallest box around all of them. Undefined for none. */
export function boundsOf(boxes: readonly Box[]): Box | undefined {
  const [first, ...rest] = boxes;
  if (first === undefined) return undefined;
  const bounds = { x0: first.x0, y0: first.y0, x1: first.x1, y1: first.y1 };
  for (const box of rest) include(bounds, box);
  return bounds;
}

export function include(bounds: Box, box: Box): void {
  if (box.x0 < bounds.x0) bounds.x0 = box.x0;
  if (box.y0 < bounds.y0) bounds.y0 = box.y0;
  if (box.x1 > bounds.x1) bounds.x1 = box.x1;
  if (box.y1 > bounds.y1) bounds.y1 = box.y1;
}

/** Whether at least this share of so many places is as `is` says. */
export function hasShare(share: number, count: number, is: (index: number) => boolean): boolean {
  let found = 0;
  for (let i = 0; i < count; i++) if (is(i)) found += 1;
  return found >= share * count;
}

/** The upper one of the two middle values of an even count; 0 for none. */
export function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
