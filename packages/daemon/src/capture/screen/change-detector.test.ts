import { describe, expect, test } from 'vitest';
import type { Pixels, Rect } from '#core/observation.ts';
import { findChanges, isWorthKeeping } from './change-detector.ts';

const WIDTH = 320;
const HEIGHT = 200;

function picture(areas: readonly Rect[] = [], size = { width: WIDTH, height: HEIGHT }): Pixels {
  const data = new Uint8Array(size.width * size.height * 4).fill(200);
  for (const area of areas) {
    for (let y = area.y; y < area.y + area.height; y += 1) {
      const from = (y * size.width + area.x) * 4;
      data.fill(10, from, from + area.width * 4);
    }
  }
  return { ...size, format: 'bgrx', data };
}
const rect = (x: number, y: number, width: number, height: number): Rect => ({
  x,
  y,
  width,
  height,
});
const blank = picture();

describe('findChanges', () => {
  test('equal pictures have none', () => {
    expect(findChanges(blank, picture())).toEqual([]);
  });

  test('a changed area is found exactly, across tile edges', () => {
    const area = rect(20, 25, 100, 40);
    expect(findChanges(blank, picture([area]))).toEqual([{ ...area, changedPixels: 4000 }]);
  });

  test('changes far apart are two spots', () => {
    const spots = findChanges(blank, picture([rect(0, 0, 2, 2), rect(310, 190, 5, 5)]));
    expect(spots).toEqual([
      { ...rect(0, 0, 2, 2), changedPixels: 4 },
      { ...rect(310, 190, 5, 5), changedPixels: 25 },
    ]);
  });

  test('a picture of a part is compared with its place in the whole', () => {
    const part = picture([rect(3, 4, 5, 6)], { width: 40, height: 30 });
    expect(findChanges(blank, part, { x: 100, y: 50 })).toEqual([
      { ...rect(103, 54, 5, 6), changedPixels: 30 },
    ]);
  });

  test('pictures may lie anywhere in memory', () => {
    const other = picture([rect(3, 4, 5, 6)]);
    const memory = new Uint8Array(other.data.length + 1);
    memory.set(other.data, 1);
    const moved = { ...other, data: memory.subarray(1) };
    expect(findChanges(blank, moved)).toEqual([{ ...rect(3, 4, 5, 6), changedPixels: 30 }]);
    expect(findChanges(moved, other)).toEqual([]);
  });

  test('the fourth byte of a pixel does not count', () => {
    const other = picture();
    for (let at = 3; at < other.data.length; at += 4) other.data[at] = 7;
    expect(findChanges(blank, other)).toEqual([]);
  });
});

describe('isWorthKeeping', () => {
  const spots = (...areas: Rect[]) => findChanges(blank, picture(areas));
  const caret = rect(100, 50, 1, 17);
  const letter = rect(100, 50, 8, 12);
  const word = rect(100, 50, 60, 12);

  test('nothing changed is never worth a frame', () => {
    expect(isWorthKeeping([], 'click')).toBe(false);
    expect(isWorthKeeping([], 'idle')).toBe(false);
  });

  test('a blinking caret is not, whatever the reason to look', () => {
    for (const trigger of ['visual_change', 'idle', 'typing_pause', 'click'] as const) {
      expect(isWorthKeeping(spots(caret), trigger)).toBe(false);
    }
  });

  test('the last letter a person typed is, a letter that changed by itself is not yet', () => {
    expect(isWorthKeeping(spots(letter), 'typing_pause')).toBe(true);
    expect(isWorthKeeping(spots(letter), 'visual_change')).toBe(false);
  });

  test('a word is', () => {
    expect(isWorthKeeping(spots(word), 'visual_change')).toBe(true);
  });

  test('carets do not add up to a word', () => {
    const many = [0, 1, 2, 3, 4].map((index) => rect(64 * index, 20, 2, 40));
    expect(isWorthKeeping(spots(...many), 'visual_change')).toBe(false);
  });

  test('a block caret in a terminal is not a reason after a while of nothing', () => {
    expect(isWorthKeeping(spots(letter), 'idle')).toBe(false);
    expect(isWorthKeeping(spots(rect(100, 50, 30, 12)), 'idle')).toBe(true);
  });
});
