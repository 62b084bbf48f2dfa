import { expect, test } from 'vitest';
import { toRaster } from './raster.ts';

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
