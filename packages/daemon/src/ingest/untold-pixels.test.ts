import { describe, expect, test } from 'vitest';
import { paintOver } from './untold-pixels.ts';

const SIZE = { width: 6, height: 4 };

/** Every byte another one. */
function picture(pixelBytes: number): Uint8Array {
  return Uint8Array.from({ length: SIZE.width * SIZE.height * pixelBytes }, (_, i) => i);
}

describe.each([1, 4])('with %d bytes a pixel', (pixelBytes) => {
  const pixelAt = (of: Uint8Array, x: number, y: number) => {
    const at = (y * SIZE.width + x) * pixelBytes;
    return [...of.subarray(at, at + pixelBytes)];
  };

  test('paints a place over in the colour of its corner and leaves the rest', () => {
    const before = picture(pixelBytes);
    const after = picture(pixelBytes);
    paintOver(after, SIZE, [{ x: 1, y: 1, width: 3, height: 2 }]);
    for (let y = 0; y < SIZE.height; y++) {
      for (let x = 0; x < SIZE.width; x++) {
        const isInside = x >= 1 && x < 4 && y >= 1 && y < 3;
        expect(pixelAt(after, x, y)).toEqual(
          isInside ? pixelAt(before, 1, 1) : pixelAt(before, x, y),
        );
      }
    }
  });

  test('stays inside the picture', () => {
    const after = picture(pixelBytes);
    paintOver(after, SIZE, [
      { x: -2, y: 3, width: 4, height: 9 },
      { x: 9, y: 0, width: 5, height: 5 },
      { x: 0, y: 7, width: 5, height: 5 },
      { x: 2, y: 0, width: 0, height: 4 },
    ]);
    const before = picture(pixelBytes);
    for (let x = 0; x < SIZE.width; x++) {
      const from = x < 2 ? 0 : x;
      expect(pixelAt(after, x, 3)).toEqual(pixelAt(before, from, 3));
      expect(pixelAt(after, x, 0)).toEqual(pixelAt(before, x, 0));
    }
  });
});
