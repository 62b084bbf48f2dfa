/**
 * From places as a program reports them to places on the desktop, and back. On X11 they are the same. On Wayland programs do not know
 * where they are and tell places within their window, some in pixels and some in the units of a scaled screen. Pure.
 */
import type { Rect, Surface } from '#core/observation.ts';

const OF_SCREEN = 0;
const OF_WINDOW = 1;

export interface Space {
  /** What AT-SPI is asked for: places on the screen or in the window. */
  readonly coordinates: number;
  toDesktop(rect: Rect): Rect;
  toProgram(rect: Rect): Rect;
}

export const SCREEN_SPACE: Space = {
  coordinates: OF_SCREEN,
  toDesktop: (rect) => rect,
  toProgram: (rect) => rect,
};

/** `unit` is how many pixels one unit of the program has. */
export function surfaceSpace(surface: Surface, unit: number): Space {
  return {
    coordinates: OF_WINDOW,
    toDesktop: ({ x, y, width, height }) => ({
      x: surface.x + Math.round(x * unit),
      y: surface.y + Math.round(y * unit),
      width: Math.round(width * unit),
      height: Math.round(height * unit),
    }),
    toProgram: ({ x, y, width, height }) => ({
      x: Math.round((x - surface.x) / unit),
      y: Math.round((y - surface.y) / unit),
      width: Math.round(width / unit),
      height: Math.round(height / unit),
    }),
  };
}

/** The unit in which a window of this size fits best, and by how many pixels it does not fit. */
export function unitOf(surface: Surface, size: Rect): { unit: number; apart: number } {
  const inPixels = { unit: 1, apart: apartIn(1, surface, size) };
  const inUnits = { unit: surface.scale, apart: apartIn(surface.scale, surface, size) };
  return inPixels.apart < inUnits.apart ? inPixels : inUnits;
}

function apartIn(unit: number, surface: Surface, { width, height }: Rect): number {
  return Math.abs(surface.width - width * unit) + Math.abs(surface.height - height * unit);
}
