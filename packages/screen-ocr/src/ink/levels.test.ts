import { expect, test } from 'vitest';
import { levelsOf } from './levels.ts';

const [WIDTH, HEIGHT] = [240, 50];
const LINE = { x: 20, y: 10, width: 200, height: 30 };

/** A line in the middle of a picture: `inside` and `around` give the level of a place. */
function levels(
  inside: (x: number, y: number) => number,
  around: (x: number, y: number) => number,
  ground?: number,
) {
  const luma = new Uint8Array(WIDTH * HEIGHT);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const isInside = x >= 20 && x < 220 && y >= 10 && y < 40;
      luma[y * WIDTH + x] = isInside ? inside(x, y) : around(x, y);
    }
  }
  const shape = { glyphs: 40, glyphWidth: 8, glyphHeight: 17 };
  const place = { ground, isCutLeft: false, isCutRight: false, inside: undefined };
  return levelsOf({ luma, width: WIDTH, height: HEIGHT }, { ...LINE, ...place, ...shape });
}
/** Strokes of one pixel, a sixth of the line. */
const isStroke = (x: number) => x % 6 === 0;

test('white letters on a blurred picture are light, though no level of the picture is as common as white', () => {
  const blurred = (x: number, y: number) => 91 + ((7 * x + 13 * y) % 19);
  const found = levels((x, y) => (isStroke(x) ? 255 : blurred(x, y)), blurred);
  expect(found.isLight).toBe(true);
  expect(found.ground).toBeGreaterThan(90);
  expect(found.ground).toBeLessThan(110);
  expect(found.groundShare).toBeGreaterThan(0.8);
  expect(found.groundAround).toBe(1);
});

test('bold white letters that fill two fifths of their box on a blurred picture are light', () => {
  const blurred = (x: number, y: number) => 91 + ((7 * x + 13 * y) % 19);
  // Their shadow spreads over many levels.
  const shadow = (x: number, y: number) => 40 + ((7 * x + 13 * y) % 61);
  const inside = (x: number, y: number) => (x % 5 < 2 ? 255 : shadow(x, y));
  const found = levels(inside, blurred);
  expect(found.isLight).toBe(true);
  expect(found.ground).toBeLessThan(110);
});

test('a line that fills its badge keeps the ground of the badge', () => {
  const found = levels(
    (x) => (isStroke(x) ? 20 : 200),
    () => 255,
  );
  expect(found).toMatchObject({ isLight: false, groundAround: 0 });
  expect(Math.abs(found.ground - 200)).toBeLessThan(2);
});

test('a piece of a picture stays one', () => {
  const texture = (x: number, y: number) => (31 * x + 17 * y) % 256;
  const found = levels(texture, texture);
  expect(found.groundShare).toBeLessThan(0.2);
  expect(found.groundAround).toBeLessThan(0.2);
});

test('noise that is cut off at white does not make white the ground', () => {
  // As JPEG leaves a ground of 240: what would be brighter than white is white.
  const noisy = (x: number, y: number) => Math.min(254, 226 + ((7 * x + 13 * y) % 37));
  const found = levels((x, y) => (isStroke(x) ? 60 : noisy(x, y)), noisy);
  expect(found.ground).toBeLessThan(250);
  expect(found.groundShare).toBeGreaterThan(0.4);
  expect(found.isLight).toBe(false);
});

test('rows of the page below a selected word do not turn its letters light', () => {
  const found = levels(
    (x, y) => (y >= 32 ? 250 : isStroke(x) ? 60 : 181),
    () => 250,
    182,
  );
  expect(found).toMatchObject({ ground: 181, isLight: false });
});

test('white letters selected on a white page are light', () => {
  const found = levels(
    (x, y) => (y >= 38 || isStroke(x) ? 250 : x % 6 === 1 ? 150 : 90),
    () => 250,
    90,
  );
  expect(found).toMatchObject({ ground: 90, isLight: true });
});
