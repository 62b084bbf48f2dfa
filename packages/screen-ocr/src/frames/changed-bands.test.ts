import { expect, test } from 'vitest';
import { changedBands } from './changed-bands.ts';

const WIDTH = 40;
const HEIGHT = 1000;
function frameWith(...rows: number[]) {
  const luma = new Uint8Array(WIDTH * HEIGHT);
  for (const row of rows) luma[row * WIDTH + 7] = 200;
  return { luma, width: WIDTH, height: HEIGHT };
}

test('an equal frame has no changed bands', () => {
  expect(changedBands(frameWith(5), frameWith(5), [])).toEqual([]);
});

test('the first frame and one of another size are read whole', () => {
  expect(changedBands(frameWith(), undefined, [])).toEqual([{ from: 0, to: HEIGHT }]);
  const other = { luma: new Uint8Array(WIDTH * 10), width: WIDTH, height: 10 };
  expect(changedBands(frameWith(), other, [])).toEqual([{ from: 0, to: HEIGHT }]);
});

test('rows that changed close together are one band, others are not', () => {
  expect(changedBands(frameWith(100, 103, 400), frameWith(), [])).toEqual([
    { from: 100, to: 104 },
    { from: 400, to: 401 },
  ]);
});

test('a band grows until it cuts no known line, also by way of another one', () => {
  const known = [
    { y: 90, height: 15 },
    { y: 80, height: 12 },
    { y: 300, height: 20 },
  ];
  expect(changedBands(frameWith(100), frameWith(), known)).toEqual([{ from: 80, to: 105 }]);
});

test('changes all over the screen are read as a whole', () => {
  const rows = Array.from({ length: 40 }, (_, i) => i * 25);
  expect(changedBands(frameWith(...rows), frameWith(), [])).toEqual([{ from: 0, to: HEIGHT }]);
});
