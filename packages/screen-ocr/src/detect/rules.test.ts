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
