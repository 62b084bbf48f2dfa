/**
 * Where the outputs of a Wayland session lie. Compositors arrange them in logical units, of which a scaled output has fewer than
 * pixels; everything else in capture counts pixels of the picture. So each output is laid out here in its own pixels, at a place
 * that no other output reaches into, and rectangles of windows are carried over with the output they are on. Pure.
 */
import type { Monitor, Rect } from '#core/observation.ts';
import type { MonitorIds } from '../monitor-ids.ts';
import { areaOf, intersection, union } from '../rectangles.ts';

export interface OutputPlace {
  /** Such as `DP-1`. */
  readonly name: string;
  /** In logical units. */
  readonly logical: Rect;
  /** In pixels, as a person sees it: turned when the output is. */
  readonly width: number;
  readonly height: number;
}

/** Left to right, then top to bottom; the first is the default, because Wayland has no word for that. */
export function monitorsOf(outputs: readonly OutputPlace[], idOf: MonitorIds): Monitor[] {
  return [...outputs].sort(byPlace).map((output, index) => ({
    id: idOf(output.name),
    stableId: `${output.name}_${output.width}x${output.height}`,
    name: output.name,
    ...placeOf(output, outputs),
    isDefault: index === 0,
  }));
}

/** The pixels of an output on the desktop. */
export function placeOf(output: OutputPlace, outputs: readonly OutputPlace[]): Rect {
  // With the largest scale of all, no output is wider than the room it has.
  const spread = Math.max(...outputs.map(scaleOf));
  return {
    x: Math.round(output.logical.x * spread),
    y: Math.round(output.logical.y * spread),
    width: output.width,
    height: output.height,
  };
}

/** The smallest rectangle around all outputs. */
export function desktopOf(outputs: readonly OutputPlace[]): Rect {
  const places = outputs.map((output) => placeOf(output, outputs));
  return places.reduce(union, places[0] ?? { x: 0, y: 0, width: 0, height: 0 });
}

export function scaleOf({ width, logical }: OutputPlace): number {
  return logical.width > 0 ? width / logical.width : 1;
}

export interface PlacedRect {
  readonly rect: Rect;
  readonly scale: number;
}

/** A rectangle in logical units, on the desktop in pixels of the output that shows most of it; undefined when it lies on none. */
export function onDesktop(logical: Rect, outputs: readonly OutputPlace[]): PlacedRect | undefined {
  const output = mostCovered(logical, outputs);
  return output && { rect: carried(logical, output, outputs), scale: scaleOf(output) };
}

/**
 * The rectangle around all that is seen of it, on whichever outputs. Those may have different scales, and then it is larger than
 * what it stands for, never smaller.
 */
export function boundsOnDesktop(logical: Rect, outputs: readonly OutputPlace[]): Rect | undefined {
  const main = onDesktop(logical, outputs);
  const parts = outputs.map((output) => {
    const part = intersection(logical, output.logical);
    return part && carried(part, output, outputs);
  });
  return main && parts.filter((part) => part !== undefined).reduce(union, main.rect);
}

/** With the scale of this output and from its corner, also what lies next to it. */
function carried(logical: Rect, output: OutputPlace, outputs: readonly OutputPlace[]): Rect {
  const scale = scaleOf(output);
  const place = placeOf(output, outputs);
  const left = place.x + Math.round((logical.x - output.logical.x) * scale);
  const top = place.y + Math.round((logical.y - output.logical.y) * scale);
  const right = place.x + Math.round((logical.x + logical.width - output.logical.x) * scale);
  const bottom = place.y + Math.round((logical.y + logical.height - output.logical.y) * scale);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function mostCovered(rect: Rect, outputs: readonly OutputPlace[]): OutputPlace | undefined {
  const covered = (output: OutputPlace) => {
    const shared = intersection(rect, output.logical);
    return shared === undefined ? 0 : areaOf(shared);
  };
  const [most] = [...outputs].sort((a, b) => covered(b) - covered(a));
  return most !== undefined && covered(most) > 0 ? most : undefined;
}

function byPlace(a: OutputPlace, b: OutputPlace): number {
  return a.logical.x - b.logical.x || a.logical.y - b.logical.y || (a.name < b.name ? -1 : 1);
}
