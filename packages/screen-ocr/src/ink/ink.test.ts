import { expect, test } from 'vitest';
import { inkOf } from './ink.ts';
import { stripOf } from './strip.ts';

test('a fainter word at the beginning of a line is part of its strip', () => {
  const [width, height] = [120, 30];
  const luma = new Uint8Array(width * height).fill(40);
  // A keyword in a colour of a third of the contrast, and a name in white.
  for (let y = 10; y < 20; y++) {
    for (const x of [14, 20, 26]) luma[y * width + x] = 108;
    for (const x of [60, 66, 72, 78]) luma[y * width + x] = 250;
  }
  const place = { ground: undefined, isCutLeft: false, isCutRight: false, inside: undefined };
  const shape = { glyphs: 7, glyphWidth: 2, glyphHeight: 11 };
  const line = { x: 13, y: 9, width: 67, height: 12, ...place, ...shape };
  const ink = inkOf({ luma, width, height }, line);
  const strip = ink && stripOf(ink);
  expect(strip?.toInk(0)).toBeLessThan(2);
});

test('a wavy line in the rows of a descender is no ink', () => {
  const [width, height] = [120, 40];
  const luma = new Uint8Array(width * height).fill(250);
  for (let y = 10; y < 20; y++) for (const x of [14, 20, 26, 32]) luma[y * width + x] = 20;
  for (let y = 20; y < 26; y++) luma[y * width + 32] = 20;
  for (let x = 12; x < 30; x++) luma[(22 + (x % 3)) * width + x] = 20;
  const place = { ground: undefined, isCutLeft: false, isCutRight: false, inside: undefined };
  const shape = { glyphs: 4, glyphWidth: 2, glyphHeight: 11 };
  const waves = [{ x0: 12, y0: 21, x1: 30, y1: 25 }];
  const line = { x: 11, y: 9, width: 24, height: 18, ...place, ...shape, waves };
  const bitmap = inkOf({ luma, width, height }, line)?.bitmap;
  const below = bitmap?.pixels.subarray(13 * bitmap.width, 16 * bitmap.width) ?? [];
  expect([...below.keys()].filter((at) => below[at] !== 0)).toEqual([22, 48, 74]);
});

test('capitals whose bars lie above their middle stand on their last row', () => {
  const [width, height] = [60, 30];
  const luma = new Uint8Array(width * height).fill(250);
  // "TF"
  luma.fill(20, 10 * width + 12, 10 * width + 19);
  luma.fill(20, 10 * width + 20, 10 * width + 26);
  luma.fill(20, 14 * width + 20, 14 * width + 25);
  for (let y = 10; y < 20; y++) for (const x of [15, 20]) luma[y * width + x] = 20;
  const place = { ground: undefined, isCutLeft: false, isCutRight: false, inside: undefined };
  const shape = { glyphs: 2, glyphWidth: 7, glyphHeight: 11 };
  const line = { x: 11, y: 9, width: 16, height: 12, ...place, ...shape };
  expect(inkOf({ luma, width, height }, line)?.baseline).toBe(11);
});
