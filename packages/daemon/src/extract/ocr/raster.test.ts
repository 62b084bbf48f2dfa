import { expect, test } from 'vitest';
import { rasterKeeper, toRaster } from './raster.ts';

const red = {
  width: 2,
  height: 1,
  format: 'bgrx' as const,
  pixels: Uint8Array.of(0, 0, 255, 9, 0, 0, 255, 7),
};

test('the fourth byte of a pixel does not count', () => {
  const [left, right] = toRaster(red).luma;
  expect(left).toBe(right);
  expect(left).toBe((77 * 255) >> 8);
});

test('the keeper gives each frame as a whole conversion would', () => {
  const keeper = rasterKeeper();
  const frame = {
    width: 64,
    height: 40,
    format: 'rgb' as const,
    pixels: new Uint8Array(64 * 40 * 3),
  };
  for (let step = 0; step < 6; step++) {
    // The caller draws into the same buffer again and again.
    frame.pixels.fill(40 * step, step * 900, step * 900 + 300);
    expect(keeper.next(frame)).toEqual(toRaster(frame));
  }
  const larger = { ...frame, height: 80, pixels: new Uint8Array(64 * 80 * 3).fill(9) };
  expect(keeper.next(larger)).toEqual(toRaster(larger));
});

test('rasters handed out before stay as they were', () => {
  const keeper = rasterKeeper();
  const frame = {
    width: 4,
    height: 4,
    format: 'luma' as const,
    pixels: new Uint8Array(16).fill(5),
  };
  const first = keeper.next(frame);
  frame.pixels.fill(200);
  keeper.next(frame);
  expect([...first.luma]).toEqual(Array.from({ length: 16 }, () => 5));
});
