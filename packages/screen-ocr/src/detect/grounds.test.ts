import { expect, test } from 'vitest';
import { splitGrounds } from './grounds.ts';

const WIDTH = 120;
const HEIGHT = 40;

function sheet(level: number) {
  const luma = new Uint8Array(WIDTH * HEIGHT).fill(level);
  const fill = (x: number, y: number, width: number, height: number, to: number) => {
    for (let row = y; row < y + height; row++)
      luma.fill(to, row * WIDTH + x, row * WIDTH + x + width);
  };
  return { raster: { luma, width: WIDTH, height: HEIGHT }, fill };
}

test('thick bars of large digits are not a ground', () => {
  const { raster, fill } = sheet(240);
  // "I" and "Z" as bold letters 24 pixels high draw them.
  fill(20, 8, 6, 24, 30);
  fill(40, 8, 24, 8, 30);
  fill(46, 16, 12, 8, 30);
  fill(40, 24, 24, 8, 30);
  expect(splitGrounds(raster, { x0: 19, y0: 7, x1: 64, y1: 32 })).toBeUndefined();
});

test('a selection under a part of the line is', () => {
  const { raster, fill } = sheet(240);
  for (const x of [20, 28, 36]) fill(x, 10, 3, 12, 30);
  fill(50, 6, 40, 20, 60);
  for (const x of [56, 64, 72]) fill(x, 10, 3, 12, 250);
  const segments = splitGrounds(raster, { x0: 19, y0: 9, x1: 75, y1: 22 });
  expect(segments?.map(({ from, level }) => [from, Math.abs(level - 240) < 8])).toEqual([
    [expect.any(Number), true],
    [50, false],
  ]);
});

test('a long selection that is lower than its line is', () => {
  const { raster, fill } = sheet(240);
  // A stem reaches above the selection, and the last word of the line below it.
  fill(30, 10, 70, 14, 180);
  for (const x of [10, 36, 50, 64, 78, 92]) fill(x, 12, 2, 9, 30);
  fill(43, 8, 2, 13, 30);
  fill(108, 12, 2, 15, 30);
  const segments = splitGrounds(raster, { x0: 9, y0: 7, x1: 110, y1: 27 });
  expect(segments?.map(({ from, to }) => [from, to])).toEqual([
    [expect.any(Number), 29],
    [30, 99],
    [100, expect.any(Number)],
  ]);
});

test('thick letters of a title on a photo are not a ground', () => {
  const { raster, fill } = sheet(110);
  // Grain without a flat pixel behind the first word; behind the second one it is calm.
  for (let x = 0; x < 90; x++) {
    for (let y = x % 2; y < HEIGHT; y += 2) fill(x, y, 1, 1, 90);
  }
  for (let x = 8; x < 88; x += 10) fill(x, 8, 8, 24, 254);
  fill(100, 8, 6, 24, 254);
  expect(splitGrounds(raster, { x0: 7, y0: 7, x1: 107, y1: 32 })).toBeUndefined();
});

test('a letter where one side of a photo is a little lighter is no end of a ground', () => {
  const { raster, fill } = sheet(90);
  // The picture fades; the stem of the letter is the only sharp step.
  fill(56, 0, WIDTH - 56, HEIGHT, 115);
  for (let x = 46; x < 56; x++) fill(x, 0, 1, HEIGHT, 90 + Math.round(2.5 * (x - 46)));
  for (const x of [8, 20, 32, 50, 68, 80, 92]) fill(x, 12, 2, 12, 250);
  expect(splitGrounds(raster, { x0: 7, y0: 11, x1: 95, y1: 24 })).toBeUndefined();
});
