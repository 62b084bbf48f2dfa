import { expect, test } from 'vitest';
import { type Look, lookOf, unlikeness } from './unlikeness.ts';

const WIDTH = 800;
const HEIGHT = 400;
const PADDING = 20;

/** 0 to 1, always the same for a number. */
function random(number: number): number {
  const value = Math.sin(number) * 10_000;
  return value - Math.floor(value);
}

/** A page of lines of text, seen from `top` on. */
function page(seed: number, top = 0): Look {
  const rowLength = WIDTH + PADDING;
  const pixels = new Uint8Array(rowLength * HEIGHT).fill(250);
  for (let y = 0; y < HEIGHT; y++) {
    const row = y + top;
    if (row % 16 > 9) continue;
    for (let x = 0; x < WIDTH; x++) {
      if (random(seed * 1_000_000 + (row >> 1) * 1_000 + (x >> 2)) < 0.5)
        pixels[y * rowLength + x] = 30;
    }
  }
  return lookOf({ pixels, width: WIDTH, height: HEIGHT, rowLength });
}

test('a page is like itself', () => {
  expect(unlikeness(page(1), page(1))).toBe(0);
});

test.each([40, -100, 128])('a page that scrolled by %i rows is like itself', (rows) => {
  expect(unlikeness(page(1, 200 + rows), page(1, 200))).toBeLessThan(0.5);
});

test('a page that scrolled further than the encoder looks is another one', () => {
  expect(unlikeness(page(1, 200), page(1))).toBeGreaterThan(0.9);
});

test('another page is another one', () => {
  expect(unlikeness(page(2), page(1))).toBeGreaterThan(0.9);
});

test('a blank picture is like any other', () => {
  const blank = lookOf({
    pixels: new Uint8Array(WIDTH * HEIGHT).fill(9),
    width: WIDTH,
    height: HEIGHT,
    rowLength: WIDTH,
  });
  expect(unlikeness(blank, page(1))).toBe(0);
  expect(unlikeness(page(1), blank)).toBe(1);
});
