import { expect, test } from 'vitest';
import { findComponents } from '../components.ts';
import { findFrames } from './frames.ts';

const WIDTH = 40;
const HEIGHT = 30;

type Corners = [x0: number, y0: number, x1: number, y1: number];

/** Shapes of a mask in which every box, both corners included, is set. */
function framesOf(...boxes: Corners[]) {
  return framesOn(new Uint8Array(WIDTH * HEIGHT).fill(255), false, ...boxes);
}

function framesOn(luma: Uint8Array, isLossy: boolean, ...boxes: Corners[]) {
  const mask = new Uint8Array(WIDTH * HEIGHT);
  for (const [x0, y0, x1, y1] of boxes) {
    for (let y = y0; y <= y1; y++) mask.fill(1, y * WIDTH + x0, y * WIDTH + x1 + 1);
  }
  const raster = { luma, width: WIDTH, height: HEIGHT };
  return findFrames(findComponents(mask, WIDTH), [], {
    raster,
    mask,
    topRow: 0,
    isLossy,
  });
}

const CONTENT: Corners = [14, 8, 22, 14];

test('an outline around a shape is a container', () => {
  const outline: Corners[] = [
    [8, 5, 30, 6],
    [8, 19, 30, 20],
    [8, 5, 9, 20],
    [29, 5, 30, 20],
  ];
  const { containers } = framesOf(...outline, CONTENT);
  expect(containers.map(({ x0, y0 }) => [x0, y0])).toEqual([[8, 5]]);
});

test('the strokes of a Korean syllable around another one are letters', () => {
  const { containers, notInk } = framesOf([8, 5, 9, 20], [8, 19, 30, 20], CONTENT);
  expect(containers).toEqual([]);
  expect(notInk.size).toBe(0);
});

test('a bold "o" on an uneven photo is a letter', () => {
  const luma = new Uint8Array(WIDTH * HEIGHT).fill(100);
  // The hole is a little lighter than what lies around the letter.
  for (let y = 11; y <= 16; y++) luma.fill(125, y * WIDTH + 14, y * WIDTH + 21);
  const ring: Corners[] = [
    [8, 5, 26, 6],
    [8, 21, 26, 22],
    [8, 5, 9, 22],
    [25, 5, 26, 22],
  ];
  expect(framesOn(luma, true, ...ring, [13, 10, 21, 17]).containers).toEqual([]);
});
