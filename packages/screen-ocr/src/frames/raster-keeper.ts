/**
 * Rasters of frames that follow each other on one monitor. Little changes between two of them, so only rows that differ are converted,
 * and two rasters take turns instead of a new one for each frame: megabytes of garbage a frame cost more than reading a small change.
 */
import type { OcrImage } from '../engine.ts';
import { assertImage, BYTES_PER_PIXEL, type Raster, toLuma } from '../raster.ts';

export interface RasterKeeper {
  /**
   * The raster of the next frame. It shares no memory with the frame, whose buffer may be used again. `kept` is the raster that is
   * still needed for comparing and stays as it is; any other one given out before is written over.
   */
  next(frame: OcrImage, kept: Raster | undefined): Raster;
}

// Rows compared by one call: most calls find nothing.
const ROWS_AT_ONCE = 18;

interface Kept {
  readonly frame: Pick<OcrImage, 'width' | 'height' | 'format'>;
  /** Of the last frame. */
  readonly pixels: Uint8Array;
  latest: Raster;
  spare: Raster;
  /** Rows in which the spare one differs from the latest. */
  behind: Set<number>;
}

export function rasterKeeper(): RasterKeeper {
  let state: Kept | undefined;
  return {
    next(frame, kept) {
      assertImage(frame);
      if (state === undefined || !isAlike(state.frame, frame)) state = startWith(frame);
      else advance(state, frame.pixels, kept);
      return state.latest;
    },
  };
}

function isAlike(a: Kept['frame'], b: Kept['frame']): boolean {
  return a.width === b.width && a.height === b.height && a.format === b.format;
}

function startWith({ width, height, format, pixels }: OcrImage): Kept {
  const luma = new Uint8Array(width * height);
  toLuma(format, pixels, luma);
  return {
    frame: { width, height, format },
    pixels: pixels.slice(),
    latest: { luma, width, height },
    spare: { luma: luma.slice(), width, height },
    behind: new Set(),
  };
}

function advance(state: Kept, pixels: Uint8Array, kept: Raster | undefined): void {
  const { width, format } = state.frame;
  const rows = differingRows(pixels, state);
  if (kept === state.latest) {
    for (const y of state.behind) {
      const from = y * width;
      state.spare.luma.set(kept.luma.subarray(from, from + width), from);
    }
    state.latest = state.spare;
    state.spare = kept;
    state.behind = new Set();
  }
  // Otherwise the latest one was not read to its end: the frame after it takes its place.
  const rowBytes = width * BYTES_PER_PIXEL[format];
  for (const y of rows) {
    const row = pixels.subarray(y * rowBytes, (y + 1) * rowBytes);
    state.pixels.set(row, y * rowBytes);
    toLuma(format, row, state.latest.luma.subarray(y * width, (y + 1) * width));
    state.behind.add(y);
  }
}

function differingRows(pixels: Uint8Array, { frame, pixels: before }: Kept): number[] {
  const rowBytes = frame.width * BYTES_PER_PIXEL[frame.format];
  const now = Buffer.from(pixels.buffer, pixels.byteOffset, pixels.byteLength);
  const differ = (from: number, to: number) => now.compare(before, from, to, from, to) !== 0;
  const rows: number[] = [];
  for (let top = 0; top < frame.height; top += ROWS_AT_ONCE) {
    const end = Math.min(frame.height, top + ROWS_AT_ONCE);
    if (!differ(top * rowBytes, end * rowBytes)) continue;
    for (let y = top; y < end; y++) if (differ(y * rowBytes, (y + 1) * rowBytes)) rows.push(y);
  }
  return rows;
}
