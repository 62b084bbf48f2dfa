import { expect, test } from 'vitest';
import { edgeMask } from './edges.ts';

const raster = (level: (i: number) => number) => ({
  luma: Uint8Array.from({ length: 8 * 6 }, (_, i) => level(i)),
  width: 8,
  height: 6,
});

test('a mask shows nothing of the mask before', () => {
  const checks = edgeMask(
    raster((i) => (i % 2) * 255),
    0,
    6,
    false,
  );
  expect(checks.some((edge) => edge === 1)).toBe(true);
  const plain = edgeMask(
    raster(() => 200),
    2,
    3,
    false,
  );
  expect([...plain]).toEqual(new Array(8 * 3).fill(0));
});
