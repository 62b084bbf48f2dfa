/** Two rasters of a monitor take turns: a new one for each frame would be megabytes of garbage, which cost more than a small change. */
import type { FrameDelta } from '../engine.ts';
import { isSameSize, type Raster } from '../raster.ts';
import { applyDelta } from './frame-delta.ts';

interface Pair {
  latest: Raster;
  spare: Raster;
  /** Rows in which the spare one differs from the latest. */
  behind: Set<number>;
}

export type RasterKeeper = ReturnType<typeof rasterKeeper>;

export function rasterKeeper() {
  let pair: Pair | undefined;
  return {
    /**
     * The raster of the frame that a change leads to. `kept` is the raster that is still needed for comparing and stays as it is; any
     * other one given out before is written over.
     */
    next(delta: FrameDelta, kept: Raster | undefined): Raster {
      if (pair === undefined || !isSameSize(pair.latest, delta)) pair = blankPair(delta);
      // Otherwise the latest one was not read to its end: the frame after it takes its place.
      else if (kept === pair.latest) swap(pair);
      applyDelta(delta, pair.latest.luma);
      for (const y of delta.rows) pair.behind.add(y);
      return pair.latest;
    },
  };
}

function blankPair({ width, height }: { width: number; height: number }): Pair {
  const blank = () => ({ luma: new Uint8Array(width * height), width, height });
  return { latest: blank(), spare: blank(), behind: new Set() };
}

function swap(pair: Pair): void {
  const { latest, spare, behind } = pair;
  for (const y of behind) {
    const from = y * latest.width;
    spare.luma.set(latest.luma.subarray(from, from + latest.width), from);
  }
  pair.latest = spare;
  pair.spare = latest;
  pair.behind = new Set();
}
