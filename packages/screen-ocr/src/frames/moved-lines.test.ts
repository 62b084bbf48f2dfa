import { beforeEach, expect, test } from 'vitest';
import type { DetectedLine } from '../detect/detect-lines.ts';
import { differingRows } from './changed-bands.ts';
import { movedLines } from './moved-lines.ts';

const WIDTH = 200;
const HEIGHT = 400;
const PITCH = 25;
const LINE_HEIGHT = 12;

/** A screen that shows part of a long page of lines, each with another pattern. */
let luma: Uint8Array;
beforeEach(() => {
  luma = new Uint8Array(WIDTH * HEIGHT).fill(255);
});

function drawLine(number: number, x: number, y: number, width: number): void {
  for (let row = 0; row < LINE_HEIGHT; row++) {
    if (y + row < 0 || y + row >= HEIGHT) continue;
    for (let column = 0; column < width; column++) {
      const mixed = Math.imul((number + 1) * 65_537 + row * 257 + column, 0x9e3779b1);
      const isInk = ((mixed >>> 13) ^ (mixed >>> 24)) % 5 < 2;
      luma[(y + row) * WIDTH + x + column] = isInk ? 20 : 255;
    }
  }
}

function lineAt(x: number, y: number, width: number): DetectedLine {
  return {
    x,
    y,
    width,
    height: LINE_HEIGHT,
    ground: undefined,
    isCutLeft: false,
    isCutRight: false,
    inside: { x0: 0, y0: y - 2, x1: WIDTH, y1: y + LINE_HEIGHT },
    glyphs: 9,
    glyphWidth: 8,
    glyphHeight: 9,
  };
}

/** Lines 0 to 39 of a page, `top` rows of which have scrolled away. Those that are wholly on the screen are known. */
function page(top: number) {
  luma = new Uint8Array(WIDTH * HEIGHT).fill(255);
  const lines: DetectedLine[] = [];
  for (let number = 0; number < 40; number++) {
    const y = 5 + number * PITCH - top;
    drawLine(number, 60, y, 100);
    if (y > 0 && y + LINE_HEIGHT < HEIGHT) lines.push(lineAt(60, y, 100));
  }
  return { raster: { luma, width: WIDTH, height: HEIGHT }, lines, containers: [] };
}

function move(before: ReturnType<typeof page>, now: ReturnType<typeof page>) {
  return movedLines(now.raster, before, differingRows(now.raster, before.raster));
}

test('lines of a page that scrolls move with it, and only new rows are looked at', () => {
  const before = page(0);
  const moved = move(before, page(3 * PITCH));
  expect(moved?.lines).toEqual(page(3 * PITCH).lines.slice(0, -3));
  const [band, ...more] = moved?.bands ?? [];
  expect(more).toEqual([]);
  expect(band?.from).toBeGreaterThan(HEIGHT - 4 * PITCH);
});

test('scrolling back moves lines down', () => {
  const moved = move(page(5 * PITCH + 7), page(PITCH));
  expect(moved?.lines).toEqual(page(PITCH).lines.slice(-11));
  expect(moved?.bands[0]?.from).toBe(0);
});

test('what stands next to a page that scrolls stays', () => {
  const withPanel = (top: number) => {
    const screen = page(top);
    for (const y of [40, 90, 140]) drawLine(77 + y, 4, y, 40);
    return screen;
  };
  const panel = [40, 90, 140].map((y) => lineAt(4, y, 40));
  const before = withPanel(0);
  const moved = move({ ...before, lines: [...panel, ...before.lines] }, withPanel(2 * PITCH));
  expect(moved?.lines).toEqual(expect.arrayContaining(panel));
  expect(moved?.lines).toHaveLength(panel.length + page(2 * PITCH).lines.length - 2);
});

test('a line that is half covered now is looked at again', () => {
  const withHeader = (top: number) => {
    const screen = page(top);
    luma.fill(90, 0, 30 * WIDTH);
    return { ...screen, lines: screen.lines.filter(({ y }) => y > 30) };
  };
  const before = withHeader(0);
  // The line at 80 is now at 24, and the header hides its upper half.
  const moved = move(before, withHeader(56));
  expect(moved?.lines.some(({ y }) => y === 24)).toBe(false);
  expect(moved?.bands.some(({ from, to }) => from <= 30 && to >= 36)).toBe(true);
});

test('every one of several equal lines is there after the page moved by one of them', () => {
  const alike = (top: number, first: number) => {
    const screen = page(top);
    for (const y of [130, 155, 180, 205]) {
      luma.fill(255, (y - 3 - top) * WIDTH, (y + LINE_HEIGHT + 3 - top) * WIDTH);
      drawLine(first, 60, y - top, 100);
    }
    return screen;
  };
  const moved = move(alike(0, 99), alike(PITCH, 99));
  const places = moved?.lines.map(({ y }) => y).sort((a, b) => a - b) ?? [];
  expect(new Set(places).size).toBe(places.length);
  expect(places).toEqual(expect.arrayContaining([105, 130, 155, 180]));
});

test('another page, or one that did not move, has no moved lines', () => {
  const before = page(0);
  drawLine(200, 60, 130, 100);
  expect(move(before, { ...page(0), raster: { luma, width: WIDTH, height: HEIGHT } })).toBe(
    undefined,
  );
  luma = luma.map((_, i) => (i * 7919) % 251);
  expect(move(before, { ...before, raster: { luma, width: WIDTH, height: HEIGHT } })).toBe(
    undefined,
  );
});
