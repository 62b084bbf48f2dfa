/** Boxes of the detector: both corners belong to the box. */

export interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
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

/** The upper one of the two middle values of an even count; 0 for none. */
export function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
