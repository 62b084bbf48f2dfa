import { expect, test } from 'vitest';
import { stepsOf, tapsOf, tapsSize } from './taps.ts';

const STEPS = 4;
const NO_MEMORY = new Uint8Array();

test('a step holds its pixels with their neighbours, and 0 beyond the edge', () => {
  const pixels = Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  const { values, dims } = tapsOf([{ pixels, width: 3, height: 4 }], NO_MEMORY);
  expect(dims).toEqual([1, 2, STEPS, 9]);
  const steps = [0, 1, STEPS, STEPS + 1].map((step) => [
    ...values.subarray(step * 9, step * 9 + 9),
  ]);
  expect(steps).toEqual([
    [0, 0, 0, 0, 1, 2, 0, 4, 5],
    [0, 0, 0, 2, 3, 0, 5, 6, 0],
    [0, 4, 5, 0, 7, 8, 0, 10, 11],
    [5, 6, 0, 8, 9, 0, 11, 12, 0],
  ]);
  expect(values.reduce((count, value) => count + Math.sign(value), 0)).toBe(20);
});

test('strips of nearly one width have one number of steps, and lie one after the other', () => {
  const narrow = { pixels: Uint8Array.from([1, 2]), width: 1, height: 2 };
  const wide = { pixels: Uint8Array.from([3, 4, 5, 6]), width: 2, height: 2 };
  const { values, dims } = tapsOf([narrow, wide], NO_MEMORY);
  expect(dims).toEqual([2, 1, STEPS, 9]);
  expect([...values.subarray(0, 9)]).toEqual([0, 0, 0, 0, 1, 0, 0, 2, 0]);
  const own = STEPS * 9;
  expect([...values.subarray(own, own + 9)]).toEqual([0, 0, 0, 0, 3, 4, 0, 5, 6]);
  expect([...values.subarray(own + 9, own + 18)]).toEqual([0, 0, 0, 4, 0, 0, 6, 0, 0]);
  expect([...values.subarray(own + 18)].every((value) => value === 0)).toBe(true);
});

test('a strip that is a little wider has more steps', () => {
  expect(stepsOf({ pixels: new Uint8Array(), width: 8, height: 2 })).toBe(4);
  expect(stepsOf({ pixels: new Uint8Array(), width: 9, height: 2 })).toBe(8);
});

test('memory that is used again shows nothing of the strips before', () => {
  const memory = new Uint8Array(tapsSize(STEPS, 4)).fill(7);
  const strip = { pixels: Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]), width: 2, height: 4 };
  const { values } = tapsOf([strip], memory);
  expect(values.buffer).toBe(memory.buffer);
  expect(values).toEqual(tapsOf([strip], NO_MEMORY).values);
});
