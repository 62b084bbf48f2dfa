import { expect, test } from 'vitest';
import { joinOutlines } from './broken-outlines.ts';

const WIDTH = 60;
const PAGE = 55;

/** The parts that the mask shows of a pill with faint ends: its upper edge with both shoulders, and its lower edge. */
const UPPER = { x0: 10, y0: 9, x1: 40, y1: 18, pixels: 41, innerRuns: 0 };
const LOWER = { x0: 12, y0: 22, x1: 38, y1: 24, pixels: 28, innerRuns: 0 };
const LETTER = { x0: 19, y0: 12, x1: 31, y1: 20, pixels: 85, innerRuns: 3 };

function pageWith(fill: number) {
  const luma = new Uint8Array(WIDTH * 40).fill(PAGE);
  for (let y = 10; y <= 24; y++) luma.fill(fill, y * WIDTH + 11, y * WIDTH + 41);
  return { luma, width: WIDTH, height: 40 };
}

test('the upper and the lower part of a faint badge become one outline', () => {
  const [outline, letter, ...more] = joinOutlines([UPPER, LETTER, LOWER], pageWith(88), 0);
  expect(outline).toMatchObject({ x0: 10, y0: 9, x1: 40, y1: 24 });
  expect(letter).toBe(LETTER);
  expect(more).toEqual([]);
});

test('two strokes without a fill between them stay apart', () => {
  const parts = [UPPER, LETTER, LOWER];
  expect(joinOutlines(parts, pageWith(PAGE), 0)).toEqual(parts);
});
