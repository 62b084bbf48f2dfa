import { expect, test } from 'vitest';
import { type Raster, toRaster } from '../raster.ts';
import { frameDeltas } from './frame-delta.ts';
import { rasterKeeper } from './raster-keeper.ts';

function blank(format: 'luma' | 'rgb' | 'bgrx', height = 40) {
  const bytes = { luma: 1, rgb: 3, bgrx: 4 }[format];
  return { width: 64, height, format, pixels: new Uint8Array(64 * height * bytes) };
}

const copyOf = (raster: Raster) => ({ ...raster, luma: raster.luma.slice() });

test.each(['luma', 'rgb', 'bgrx'] as const)(
  'gives each %s frame as a whole conversion would',
  (format) => {
    const keeper = rasterKeeper();
    const deltas = frameDeltas();
    const frame = blank(format);
    let kept: Raster | undefined;
    for (let step = 0; step < 12; step++) {
      // The caller draws into the same buffer again and again.
      const from = (step * 700) % frame.pixels.length;
      frame.pixels.fill(20 * step, from, from + 300);
      const raster = keeper.next(deltas.next(frame), kept);
      expect(raster).toEqual(toRaster(frame));
      // Some frames are not read to their end: the one before them is still needed.
      if (step % 3 !== 1) kept = raster;
    }
    const larger = blank(format, 80);
    larger.pixels.fill(9);
    expect(keeper.next(deltas.next(larger), kept)).toEqual(toRaster(larger));
  },
);

test('the raster that is still needed stays as it was, however many frames follow', () => {
  const keeper = rasterKeeper();
  const deltas = frameDeltas();
  const frame = blank('rgb');
  frame.pixels.fill(5);
  const kept = keeper.next(deltas.next(frame), undefined);
  const before = copyOf(kept);
  for (const level of [80, 160, 240]) {
    frame.pixels.fill(level, 64 * 3 * 7, 64 * 3 * 9);
    expect(keeper.next(deltas.next(frame), kept)).not.toBe(kept);
    expect(kept).toEqual(before);
  }
});
