/** Moving pictures on a screen, read by the engine with its networks. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OcrEngine } from '../engine.ts';
import type { DrawnText } from '../letters.fixture.ts';
import { openScreenOcr } from '../line-engine.ts';
import type { Raster } from '../raster.ts';
import { draw, textsOf } from '../screens.fixture.ts';
import { type Motion, nextMotion } from './moving-pictures.ts';

let engine: OcrEngine;
beforeAll(async () => {
  engine = await openScreenOcr();
});
afterAll(() => engine.close());

// The tiles at the edge of a picture may show more of what is around it.
const SKY = { x: 256, y: 32, width: 352, height: 192 };
const TITLE = { text: 'Documentary about stars', x: 20, y: 60 };
/** Frames after which the engine knows that a picture moves. */
const LEARNING = 4;

/** Stars, somewhere else in every frame under a sky of another shade: short shapes in loose rows. */
function starsOf(frame: number): string {
  let seed = 97 * frame + 13;
  const next = (limit: number) => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed % limit;
  };
  const star = () =>
    `<ellipse cx="${SKY.x + 10 + next(SKY.width - 20)}" cy="${SKY.y + 10 + next(SKY.height - 60)}" rx="${2 + next(4)}" ry="${2 + next(5)}" fill="#${next(2) ? 'fff' : 'bbc'}"/>`;
  return Array.from({ length: 60 }, star).join('');
}

/** The words of one frame, and how many lines were read for it. */
async function watch(monitor: string, frame: number, texts: readonly DrawnText[] = []) {
  const { x, y, width, height } = SKY;
  const sky = `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="rgb(11,${10 + 2 * frame},32)"/>`;
  const image = await draw({ below: sky + starsOf(frame), texts: [TITLE, ...texts] });
  const before = engine.figures().lineMisses;
  const result = await engine.read({ ...image, monitor }, new AbortController().signal);
  return { texts: textsOf(result), reads: engine.figures().lineMisses - before };
}

async function learn(monitor: string, texts: readonly DrawnText[] = []) {
  for (let frame = 0; frame < LEARNING; frame++) await watch(monitor, frame, texts);
}

test('the texture of a moving picture is no longer read, the text next to it stays', async () => {
  expect((await watch('film', 0)).reads).toBeGreaterThan(5);
  expect((await watch('film', 1)).reads).toBeGreaterThan(5);
  await watch('film', 2);
  await watch('film', 3);
  for (const frame of [4, 5, 6]) {
    const { texts, reads } = await watch('film', frame);
    expect(texts).toEqual([TITLE.text]);
    // By chance there may be a row of stars as long as a word.
    expect(reads).toBeLessThan(2);
  }
});

test('a picture that comes to rest is read once', async () => {
  await learn('paused');
  expect((await watch('paused', 9)).reads).toBeLessThan(2);
  expect((await watch('paused', 9)).reads).toBeGreaterThan(5);
  expect((await watch('paused', 9)).reads).toBe(0);
});

test('a subtitle over a moving picture is read in its first frame', async () => {
  await learn('subtitled');
  const subtitle = { text: 'The light left it long ago', x: 320, y: 206, fill: '#ffffff' };
  expect((await watch('subtitled', 9, [subtitle])).texts).toContain(subtitle.text);
});

test('a short label over a moving picture is read once it stands still', async () => {
  await learn('labelled');
  const label = { text: 'Vega', x: 420, y: 206, fill: '#ffffff' };
  await watch('labelled', 9, [label]);
  expect((await watch('labelled', 10, [label])).texts).toContain(label.text);
});

test('short words that change in every frame are read every time', async () => {
  const words = ['seven', 'eight', 'nine', 'eleven', 'twelve', 'twenty', 'thirty'];
  for (const [frame, text] of words.entries()) {
    const { texts } = await watch('counter', 0, [{ text, x: 60, y: 120 + (frame % 2), size: 18 }]);
    expect(texts).toContain(text);
  }
});

const frames = [0, 1, 2, 3, 4, 5];
const rasterOf = (luma: (pixel: number) => number, height = 64) => ({
  width: 64,
  height,
  luma: Uint8Array.from({ length: 64 * height }, (_, pixel) => luma(pixel)),
});
const motionOf = (pictures: readonly Raster[]) =>
  pictures.reduce<{ raster: Raster; lines: []; motion: Motion } | undefined>(
    (before, raster) => ({ raster, lines: [], motion: nextMotion(raster, before) }),
    undefined,
  )?.motion;

test('text that changes on a plain ground is no moving picture, however often', () => {
  const typed = frames.map((frame) => rasterOf((pixel) => (pixel % 6 === frame ? 0 : 255)));
  const filmed = frames.map((frame) => rasterOf((pixel) => (pixel * 31 + frame * 17) % 256));
  expect([...(motionOf(typed) ?? [])]).toEqual([0, 0, 0, 0]);
  expect(motionOf(filmed)?.every((count) => count > 0)).toBe(true);
});

test('a picture without edges moves next to one with edges, not far from it', () => {
  // Rows of tiles of 32 pixels: one that changes, one with edges, two plain ones, one that changes.
  const levelOf = (frame: number, pixel: number) => {
    const row = Math.floor(pixel / (64 * 32));
    if (row === 0 || row === 4) return 40 * frame;
    return row === 1 && pixel % 8 < 4 ? 0 : 255;
  };
  const moving = frames.map((frame) => rasterOf((pixel) => levelOf(frame, pixel), 5 * 32));
  const counts = [...(motionOf(moving) ?? [])].map((count) => count > 0);
  expect(counts).toEqual([true, true, ...Array(8).fill(false)]);
});

test('short labels of a window are read after others with another ground', async () => {
  const labels = ['Inbox', 'Sent', 'Total', '14:30'];
  const heading = { text: 'The heading of a window', x: 20, y: 40 };
  for (const ground of ['#ffffff', '#f6f8fa', '#fafafa']) {
    const image = await draw({ ground, texts: [heading] });
    await engine.read({ ...image, monitor: 'windows' }, new AbortController().signal);
  }
  const texts = labels.map((text, i) => ({ text, x: 40 + 120 * i, y: 140, size: 16 }));
  const image = await draw({ ground: '#f3f3f3', texts: [heading, ...texts] });
  const result = await engine.read({ ...image, monitor: 'windows' }, new AbortController().signal);
  const read = textsOf(result).join(' ');
  for (const label of labels) expect(read).toContain(label);
});
