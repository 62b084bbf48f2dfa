import { expect, test } from 'vitest';
import { eraseRules } from './rules.ts';

const WIDTH = 300;
const ROWS = 120;

test('a grid goes away whole, also where its lines cross, and letters stay', () => {
  const mask = new Uint8Array(WIDTH * ROWS);
  for (const y of [10, 35, 60, 85]) mask.fill(1, y * WIDTH + 20, y * WIDTH + 280);
  for (let y = 10; y <= 85; y++) mask[y * WIDTH + 150] = 1;
  // A crossing is no edge: both lines have one colour.
  for (const y of [35, 60]) mask[y * WIDTH + 150] = 0;
  const letter = [20, 21, 22].map((y) => y * WIDTH + 100);
  for (const at of letter) mask[at] = 1;
  const dividers = eraseRules(mask, WIDTH, ROWS);
  const left = [...mask.entries()].filter(([, value]) => value !== 0).map(([at]) => at);
  expect(left).toEqual(letter);
  expect(dividers).toContainEqual({ x: 150, y0: 10, y1: 85 });
});

test('the sides of low table cells go away with their rules, and letters between the rules stay', () => {
  const mask = new Uint8Array(WIDTH * ROWS);
  for (const y of [10, 34]) mask.fill(1, y * WIDTH + 20, y * WIDTH + 280);
  for (let y = 10; y <= 34; y++) mask[y * WIDTH + 20] = 1;
  // An "l" that reaches neither rule.
  const letter = Array.from({ length: 16 }, (_, i) => (14 + i) * WIDTH + 26);
  for (const at of letter) mask[at] = 1;
  const dividers = eraseRules(mask, WIDTH, ROWS);
  const left = [...mask.entries()].filter(([, value]) => value !== 0).map(([at]) => at);
  expect(left).toEqual(letter);
  expect(dividers).toContainEqual({ x: 20, y0: 11, y1: 33 });
});

test('an empty grid of narrow cells goes away whole', () => {
  const mask = new Uint8Array(WIDTH * ROWS);
  // A line of one pixel has an edge on both of its sides, and none where lines cross.
  for (let y = 10; y <= 110; y += 20) {
    for (const row of [y, y + 1]) mask.fill(1, row * WIDTH + 10, (row + 1) * WIDTH - 10);
  }
  for (let x = 20; x <= 280; x += 60) {
    for (let y = 4; y < 118; y++) mask.fill(1, y * WIDTH + x, y * WIDTH + x + 2);
    for (let y = 10; y <= 110; y += 20) mask[(y + 1) * WIDTH + x + 1] = 0;
  }
  eraseRules(mask, WIDTH, ROWS);
  expect(mask.includes(1)).toBe(false);
});

test.each([
  ['', 90],
  [' that is as low as a speech bubble', 42],
])(
  'the round corners of a frame%s go away with its sides, and a letter next to them stays',
  (_, bottom) => {
    const mask = new Uint8Array(WIDTH * ROWS);
    mask.fill(1, 10 * WIDTH + 28, 10 * WIDTH + 272);
    mask.fill(1, bottom * WIDTH + 28, bottom * WIDTH + 272);
    for (let y = 18; y <= bottom - 8; y++) for (const x of [20, 280]) mask[y * WIDTH + x] = 1;
    // Quarters of a circle from the ends of the rules to the ends of the sides.
    for (let i = 0; i < 8; i++) {
      for (const y of [17 - i, bottom - 7 + i])
        for (const x of [20 + i, 280 - i]) mask[y * WIDTH + x] = 1;
    }
    const letter = [20, 21, 22, 23].map((y) => y * WIDTH + 268);
    for (const at of letter) mask[at] = 1;
    eraseRules(mask, WIDTH, ROWS);
    const left = [...mask.entries()].filter(([, value]) => value !== 0).map(([at]) => at);
    expect(left).toEqual(letter);
  },
);

test('a letter that is as tall as a low frame and stands next to it stays', () => {
  const mask = new Uint8Array(WIDTH * ROWS);
  for (const y of [10, 42]) mask.fill(1, y * WIDTH + 28, y * WIDTH + 272);
  const letter = Array.from({ length: 18 }, (_, i) => (17 + i) * WIDTH + 24);
  for (const at of letter) mask[at] = 1;
  eraseRules(mask, WIDTH, ROWS);
  const left = [...mask.entries()].filter(([, value]) => value !== 0).map(([at]) => at);
  expect(left).toEqual(letter);
});

test('a letter that touches the side of a low frame stays', () => {
  const mask = new Uint8Array(WIDTH * ROWS);
  for (const y of [10, 42]) mask.fill(1, y * WIDTH + 28, y * WIDTH + 272);
  for (let y = 11; y <= 41; y++) mask[y * WIDTH + 27] = 1;
  // An "L" to the left of the side.
  const letter = Array.from({ length: 12 }, (_, i) => (20 + i) * WIDTH + 18);
  letter.push(...Array.from({ length: 8 }, (_, i) => 31 * WIDTH + 19 + i));
  for (const at of letter) mask[at] = 1;
  eraseRules(mask, WIDTH, ROWS);
  expect(letter.every((at) => mask[at] === 1)).toBe(true);
});

test('the sides of a low frame go away also where its faint corners have gaps', () => {
  const mask = new Uint8Array(WIDTH * ROWS);
  for (const y of [10, 42]) mask.fill(1, y * WIDTH + 28, y * WIDTH + 272);
  for (let y = 18; y <= 34; y++) for (const x of [20, 280]) mask[y * WIDTH + x] = 1;
  for (const i of [3, 4]) {
    for (const y of [17 - i, 35 + i]) for (const x of [20 + i, 280 - i]) mask[y * WIDTH + x] = 1;
  }
  eraseRules(mask, WIDTH, ROWS);
  expect(mask.includes(1)).toBe(false);
});
