import { expect, test } from 'vitest';
import { freeMemory } from './free-memory.ts';

test('memory is given back', () => {
  const data = new Uint8Array(8);
  freeMemory(data);
  expect([data.length, data.buffer.detached]).toEqual([0, true]);
  // Somebody else may have done so already.
  freeMemory(data);
});

test('memory that others use too is left alone', () => {
  const memory = new Uint8Array(16).fill(5);
  freeMemory(memory.subarray(4, 12));
  freeMemory(new Uint8Array(new SharedArrayBuffer(8)));
  expect(memory.every((byte) => byte === 5)).toBe(true);
  expect(memory).toHaveLength(16);
});
