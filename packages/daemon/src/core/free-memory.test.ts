import { expect, test } from 'vitest';
import { freePixels } from './free-pixels.ts';

const picture = (data: Uint8Array) => ({ width: 2, height: 1, format: 'bgrx', data }) as const;

test('the memory of a picture is given back', () => {
  const data = new Uint8Array(8);
  freePixels(picture(data));
  expect([data.length, data.buffer.detached]).toEqual([0, true]);
  // Somebody else may have done so already.
  freePixels(picture(data));
});

test('memory that others use too is left alone', () => {
  const memory = new Uint8Array(16).fill(5);
  freePixels(picture(memory.subarray(4, 12)));
  freePixels(picture(new Uint8Array(new SharedArrayBuffer(8))));
  expect(memory.every((byte) => byte === 5)).toBe(true);
  expect(memory).toHaveLength(16);
});
