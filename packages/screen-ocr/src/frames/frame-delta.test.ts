import { expect, test } from 'vitest';
import { applyDelta, frameDeltas, wholeOf } from './frame-delta.ts';

const image = (pixels: Uint8Array, height = 40) => ({
  width: 4,
  height,
  format: 'rgb' as const,
  pixels,
});

test('the first image is sent whole, then only rows that differ', () => {
  const deltas = frameDeltas();
  const pixels = new Uint8Array(4 * 40 * 3).fill(200);
  const target = new Uint8Array(4 * 40);
  const first = deltas.next(image(pixels));
  expect(first.rows).toHaveLength(40);
  applyDelta(first, target);
  expect(target.every((level) => level === 200)).toBe(true);
  // The caller draws into the same buffer.
  pixels.fill(100, 4 * 3 * 7, 4 * 3 * 8);
  const second = deltas.next(image(pixels));
  expect(second.rows).toEqual([7]);
  applyDelta(second, target);
  expect([...target.subarray(4 * 6, 4 * 9)]).toEqual([
    200, 200, 200, 200, 100, 100, 100, 100, 200, 200, 200, 200,
  ]);
  expect(deltas.next(image(pixels)).rows).toEqual([]);
});

test('an image in a Buffer is copied too, since its memory is used for the next image', () => {
  const deltas = frameDeltas();
  const first = Buffer.alloc(4 * 40 * 3, 200);
  deltas.next(image(first));
  first.fill(90);
  expect(deltas.next(image(Buffer.alloc(4 * 40 * 3, 200))).rows).toEqual([]);
  expect(deltas.next(image(first)).rows).toHaveLength(40);
});

test('an image of another size is sent whole', () => {
  const deltas = frameDeltas();
  deltas.next(image(new Uint8Array(4 * 40 * 3)));
  expect(deltas.next(image(new Uint8Array(4 * 20 * 3), 20)).rows).toHaveLength(20);
});

test('what differs only in the byte without a meaning is not sent', () => {
  const deltas = frameDeltas();
  const bgrx = (pixels: Uint8Array) => ({ ...image(pixels), format: 'bgrx' as const });
  const pixels = new Uint8Array(4 * 40 * 4).fill(200);
  deltas.next(bgrx(pixels));
  for (let at = 3; at < pixels.length; at += 4) pixels[at] = 255;
  expect(deltas.next(bgrx(pixels)).rows).toEqual([]);
  pixels[4 * 4 * 9 + 1] = 7;
  expect(deltas.next(bgrx(pixels)).rows).toEqual([9]);
  // Memory that does not begin at a border of four bytes is compared all the same.
  const shifted = new Uint8Array(pixels.length + 1).subarray(1);
  shifted.set(pixels);
  shifted[4 * 4 * 11] = 7;
  expect(deltas.next(bgrx(shifted)).rows).toContain(11);
});

test('an image that is compared with none is sent whole, as the first of a monitor is', () => {
  const pixels = Uint8Array.from({ length: 4 * 3 * 3 }, (_, i) => (i * 37) & 255);
  const image = { width: 4, height: 3, format: 'rgb', pixels } as const;
  const whole = wholeOf(image);
  expect(whole.rows).toEqual([0, 1, 2]);
  expect(whole).toEqual(frameDeltas().next(image));
  expect(() => wholeOf({ ...image, height: 4 })).toThrow('instead of 48');
});
