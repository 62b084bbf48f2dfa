import { describe, expect, test } from 'vitest';
import type { DetectedLine } from '../detect/detect-lines.ts';
import type { Raster } from '../raster.ts';
import { caretChange, isTallerThanLetters, pushedCaret, type ReadBefore } from './caret.ts';
import { type Caret, findCaret, withoutCaret } from './caret-place.ts';
import type { Band } from './changed-bands.ts';

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
const read = (raster: Raster, lines = [LINE], caret?: Caret): ReadBefore => ({
  raster,
  lines,
  caret,
});
const nearby = (...bars: Bar[]) => read(frameWith(...bars));
/** Whether the lines stand as they were read. */
const isCaretAlone = (now: Raster, before: ReadBefore, bands: Band[]) =>
  caretChange(now, before, bands)?.under !== undefined;

test('a caret that comes or goes next to a line changes no line', () => {
  expect(isCaretAlone(frameWith(CARET), nearby(), BAND)).toBe(true);
  expect(isCaretAlone(frameWith(), nearby(CARET), BAND)).toBe(true);
});

test('a caret that moves is a change', () => {
  const moved = { ...CARET, x: 83 };
  expect(isCaretAlone(frameWith(moved), nearby(CARET), BAND)).toBe(false);
});

test('an upright letter is a change: it does not reach below the line', () => {
  const letter = { x: 75, y0: 20, y1: 30, width: 2 };
  expect(isCaretAlone(frameWith(letter), nearby(), BAND)).toBe(false);
  const descending = { ...LINE, height: 10 };
  const before = read(frameWith(), [descending]);
  expect(isCaretAlone(frameWith(letter), before, BAND)).toBe(false);
});

test('an upright letter is a change also where round letters reach below the baseline', () => {
  const letter = { x: 75, y0: 18, y1: 30, width: 2 };
  const round = read(frameWith(), [{ ...LINE, y: 22, height: 10, glyphHeight: 9 }]);
  expect(isCaretAlone(frameWith(letter), round, BAND)).toBe(false);
});

test('brackets may reach one row below the caret', () => {
  const before = read(frameWith(), [{ ...LINE, y: 20, height: 15 }]);
  expect(isCaretAlone(frameWith(CARET), before, BAND)).toBe(true);
});

test('a caret that goes is a change for a line that was read with it', () => {
  const wider = { ...LINE, width: 60, y: 19, height: 15 };
  const before = read(frameWith(CARET), [wider]);
  expect(isCaretAlone(frameWith(), before, BAND)).toBe(false);
});

test('a block on an even ground is a caret, one as low as an underscore may be a letter', () => {
  const block = { ...CARET, width: 8 };
  expect(isCaretAlone(frameWith(block), nearby(), BAND)).toBe(true);
  expect(isCaretAlone(frameWith(), nearby(block), BAND)).toBe(true);
  const underscore = { x: 75, y0: 32, y1: 33, width: 8 };
  expect(isCaretAlone(frameWith(underscore), nearby(), BAND)).toBe(false);
});

test('a slanted stroke and a letter under a block are changes', () => {
  const slanted = [
    { x: 75, y0: 19, y1: 26 },
    { x: 76, y0: 27, y1: 33 },
  ];
  expect(isCaretAlone(frameWith(...slanted), nearby(), BAND)).toBe(false);
  const letter = { x: 77, y0: 20, y1: 30 };
  expect(isCaretAlone(frameWith({ ...CARET, width: 8 }), nearby(letter), BAND)).toBe(false);
});

test('alone in its row a bar may be a letter, however tall it is', () => {
  const alone = read(frameWith(), []);
  expect(isCaretAlone(frameWith({ x: 75, y0: 20, y1: 28 }), alone, BAND)).toBe(false);
  expect(isCaretAlone(frameWith(CARET), alone, BAND)).toBe(false);
  expect(isCaretAlone(frameWith(), read(frameWith(CARET), []), BAND)).toBe(false);
});

test('several bars side by side are letters', () => {
  const bars = [CARET, { ...CARET, x: 79 }];
  expect(isCaretAlone(frameWith(...bars), nearby(), BAND)).toBe(false);
  expect(isCaretAlone(frameWith(), nearby(...bars), BAND)).toBe(false);
});

test('changes in two bands are not a caret alone', () => {
  const bands = [...BAND, { from: 52, to: 55 }];
  expect(isCaretAlone(frameWith(CARET), nearby(), bands)).toBe(false);
});

describe('a known caret', () => {
  const KNOWN = caretChange(frameWith(CARET), nearby(), BAND) as Caret;
  const LETTER = { x: 75, y0: 20, y1: 30, width: 2 };
  const MOVED = { ...CARET, x: 83 };

  test('blinks inside the box of a line that was read without it', () => {
    const wider = [{ ...LINE, width: 60, y: 19, height: 15 }];
    expect(isCaretAlone(frameWith(), read(frameWith(CARET), wider, KNOWN), BAND)).toBe(true);
    expect(isCaretAlone(frameWith(CARET), read(frameWith(), wider, KNOWN), BAND)).toBe(true);
  });

  test('comes back elsewhere, also next to brackets that reach above and below it', () => {
    const away = { ...KNOWN, under: undefined };
    const brackets = { ...LINE, y: 18, height: 17, glyphHeight: 10 };
    const shown = frameWith(MOVED);
    expect(isCaretAlone(shown, read(frameWith(), [brackets], away), BAND)).toBe(true);
    expect(isCaretAlone(shown, read(frameWith(), [brackets]), BAND)).toBe(false);
    // Of larger letters it may be one.
    const larger = { ...brackets, glyphHeight: 12 };
    expect(isCaretAlone(shown, read(frameWith(), [larger], away), BAND)).toBe(false);
    const lower = frameWith({ ...MOVED, y0: 20 });
    expect(isCaretAlone(lower, read(frameWith(), [brackets], away), BAND)).toBe(false);
  });

  test('is a change when it uncovers other pixels than were read', () => {
    const uncovered = frameWith({ x: 76, y0: 20, y1: 30 });
    expect(isCaretAlone(uncovered, read(frameWith(CARET), [LINE], KNOWN), BAND)).toBe(false);
  });

  test('is found where it went, also close to the letter that was typed', async () => {
    const close = { ...CARET, x: 77 };
    const now = frameWith(LETTER, close);
    const found = findCaret(now, frameWith(CARET), KNOWN);
    expect(found).toMatchObject({ x0: 77, x1: 78, y0: 19, y1: 33 });
    await withoutCaret(now, found, async () => expect(now).toEqual(frameWith(LETTER)));
    expect(now).toEqual(frameWith(LETTER, close));
  });

  test('is found where it was when the rest of its row changes', () => {
    const found = findCaret(frameWith(CARET, { ...LETTER, x: 150 }), frameWith(CARET), KNOWN);
    expect(found).toMatchObject({ x0: 75 });
  });

  test.each([
    ['a letter of its look is typed', [CARET, MOVED], []],
    ['only a shorter letter is there', [LETTER], [CARET]],
    ['only a taller bar is there', [{ ...MOVED, y1: 34 }], [CARET]],
    ['only a wider bar is there', [{ ...MOVED, width: 3 }], [CARET]],
    ['a bar of its look was there before', [MOVED], [CARET, MOVED]],
    [
      'letters touch it on both sides',
      [{ ...LETTER, x: 81 }, MOVED, { ...LETTER, x: 85 }],
      [CARET],
    ],
  ])('is not found when %s', (_, now, before) => {
    expect(findCaret(frameWith(...now), frameWith(...before), KNOWN)).toBeUndefined();
  });
});

describe('a caret that text pushes aside', () => {
  const LETTER = { x: 78, y0: 20, y1: 30, width: 2 };
  const PUSHED = { ...CARET, x: 85 };

  test('is known before it blinks', async () => {
    const now = frameWith(LETTER, PUSHED);
    const caret = pushedCaret(now, frameWith(CARET), BAND);
    expect(caret).toMatchObject({ x0: 85, x1: 86, y0: 19, y1: 33 });
    await withoutCaret(now, caret, async () => expect(now).toEqual(frameWith(LETTER)));
  });

  test('is known when it takes back what was typed', () => {
    const caret = pushedCaret(frameWith(CARET), frameWith(LETTER, PUSHED), BAND);
    expect(caret).toMatchObject({ x0: 75, x1: 76 });
  });

  test('may be the last letter of a word that grows', () => {
    const last = (x: number) => ({ ...LETTER, x });
    const letter = { x: 76, y0: 24, y1: 30, width: 3 };
    const caret = pushedCaret(frameWith(letter, last(85)), frameWith(last(76)), BAND) as Caret;
    expect(caret).toMatchObject({ x0: 85 });
    expect(isTallerThanLetters(caret, [LINE], false)).toBe(false);
  });

  test.each([
    ['has another look', { ...PUSHED, width: 3 }, BAND],
    ['reaches further down', { ...PUSHED, y1: 34 }, BAND],
    ['is not all that changed', PUSHED, [...BAND, { from: 52, to: 55 }]],
  ])('is not known when it %s', (_, bar, bands) => {
    expect(pushedCaret(frameWith(LETTER, bar), frameWith(CARET), bands)).toBeUndefined();
  });

  test('is not the stem of a letter that reaches below the line', () => {
    const p = (x: number) => [
      { x, y0: 24, y1: 33, width: 2 },
      { x: x + 2, y0: 24, y1: 30, width: 4 },
    ];
    const u = { x: 75, y0: 24, y1: 30, width: 2 };
    expect(pushedCaret(frameWith(u, ...p(83)), frameWith(...p(75)), BAND)).toBeUndefined();
  });

  test('is not a bar with text behind it', () => {
    const behind = (x: number) => ({ x, y0: 24, y1: 30, width: 4 });
    const now = frameWith(LETTER, PUSHED, behind(95));
    expect(pushedCaret(now, frameWith(CARET, behind(85)), BAND)).toBeUndefined();
  });
});
