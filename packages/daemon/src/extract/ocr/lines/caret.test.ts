import { expect, test } from 'vitest';
import { hasOnlyCaretChanged } from './caret.ts';
import type { DetectedLine } from './detect/detect-lines.ts';

const WIDTH = 200;
const HEIGHT = 60;
const BAND = [{ from: 10, to: 50 }];

/** Letters from x-height to baseline, as in "no": rows 24 to 30. */
const LINE: DetectedLine = {
  x: 20,
  y: 24,
  width: 50,
  height: 7,
  ground: undefined,
  isCutLeft: false,
  isCutRight: false,
  inside: undefined,
  glyphs: 6,
  glyphWidth: 6,
  glyphHeight: 7,
};

interface Bar {
  x: number;
  y0: number;
  y1: number;
  width?: number;
}

function frameWith(...bars: Bar[]) {
  const luma = new Uint8Array(WIDTH * HEIGHT).fill(240);
  for (const { x, y0, y1, width = 1 } of bars) {
    for (let y = y0; y <= y1; y++) luma.fill(20, y * WIDTH + x, y * WIDTH + x + width);
  }
  return { luma, width: WIDTH, height: HEIGHT };
}

const CARET = { x: 75, y0: 19, y1: 33, width: 2 };
const beside = (...bars: Bar[]) => ({ raster: frameWith(...bars), lines: [LINE] });

test('a caret that comes or goes beside a line changes no line', () => {
  expect(hasOnlyCaretChanged(frameWith(CARET), beside(), BAND)).toBe(true);
  expect(hasOnlyCaretChanged(frameWith(), beside(CARET), BAND)).toBe(true);
});

test('a caret that moves is a change', () => {
  const moved = { ...CARET, x: 83 };
  expect(hasOnlyCaretChanged(frameWith(moved), beside(CARET), BAND)).toBe(false);
});

test('an upright letter is a change: it does not reach below the line', () => {
  const letter = { x: 75, y0: 20, y1: 30, width: 2 };
  expect(hasOnlyCaretChanged(frameWith(letter), beside(), BAND)).toBe(false);
  const descending = { ...LINE, height: 10 };
  const before = { raster: frameWith(), lines: [descending] };
  expect(hasOnlyCaretChanged(frameWith(letter), before, BAND)).toBe(false);
});

test('brackets may reach one row below the caret', () => {
  const before = { raster: frameWith(), lines: [{ ...LINE, y: 20, height: 15 }] };
  expect(hasOnlyCaretChanged(frameWith(CARET), before, BAND)).toBe(true);
});

test('a caret that goes is a change for a line that was read with it', () => {
  const wider = { ...LINE, width: 60, y: 19, height: 15 };
  const before = { raster: frameWith(CARET), lines: [wider] };
  expect(hasOnlyCaretChanged(frameWith(), before, BAND)).toBe(false);
});

test('a wide block and a slanted stroke are changes', () => {
  const block = { ...CARET, width: 8 };
  expect(hasOnlyCaretChanged(frameWith(block), beside(), BAND)).toBe(false);
  const slanted = [
    { x: 75, y0: 19, y1: 26 },
    { x: 76, y0: 27, y1: 33 },
  ];
  expect(hasOnlyCaretChanged(frameWith(...slanted), beside(), BAND)).toBe(false);
});

test('alone in its row a short bar may be a letter, a tall one is a caret', () => {
  const alone = { raster: frameWith(), lines: [] };
  expect(hasOnlyCaretChanged(frameWith({ x: 75, y0: 20, y1: 28 }), alone, BAND)).toBe(false);
  expect(hasOnlyCaretChanged(frameWith(CARET), alone, BAND)).toBe(true);
});

test('changes in two bands are not a caret alone', () => {
  const bands = [...BAND, { from: 52, to: 55 }];
  expect(hasOnlyCaretChanged(frameWith(CARET), beside(), bands)).toBe(false);
});
