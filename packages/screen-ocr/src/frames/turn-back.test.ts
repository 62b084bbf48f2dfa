import { expect, test } from 'vitest';
import { isPast, keepPast } from './turn-back.ts';

const WIDTH = 4;
/** Each number is the brightness of a row. */
const frame = (...rows: number[]) => ({
  luma: Uint8Array.from(rows.flatMap((level) => new Array(WIDTH).fill(level))),
  width: WIDTH,
  height: rows.length,
});
const bands = [{ from: 1, to: 2 }];
const FIRST = frame(1, 2, 3, 4);
const SECOND = frame(1, 9, 3, 4);

function pastOfFirst() {
  const past = keepPast(FIRST, bands, 'first');
  if (past === undefined) throw new Error('nothing was kept');
  return past;
}

test('the frame before the last one is known again', () => {
  expect(isPast(FIRST, SECOND, bands, pastOfFirst())).toBe(true);
  expect(isPast(FIRST, SECOND, [{ from: 0, to: 4 }], pastOfFirst())).toBe(true);
  expect(pastOfFirst().reading).toBe('first');
});

test('a frame that differs in one more row is another one', () => {
  const other = frame(1, 2, 3, 5);
  expect(isPast(other, SECOND, [...bands, { from: 3, to: 4 }], pastOfFirst())).toBe(false);
  expect(isPast(frame(1, 7, 3, 4), SECOND, bands, pastOfFirst())).toBe(false);
});

test('it keeps its own pixels, and nothing when most of the screen changed', () => {
  const before = frame(1, 2, 3, 4);
  const past = keepPast(before, bands, 'first');
  before.luma.fill(0);
  expect(past?.rows).toEqual([Uint8Array.of(2, 2, 2, 2)]);
  expect(keepPast(FIRST, [{ from: 0, to: 1_000 }], 'first')).toBeUndefined();
});
