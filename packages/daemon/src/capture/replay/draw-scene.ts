/**
 * Draws a live scene with the bundled letters (`assets/sample-live/glyphs.png`, made by `scripts/make-sample-glyphs.ts`), so that the
 * picture is the same on every machine, whatever fonts it has.
 */
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { Pixels, Rect } from '#core/observation.ts';
import type { LiveScene } from './live-scene.ts';

export const SCREEN = { x: 0, y: 0, width: 1280, height: 800 } as const;

const GLYPHS = fileURLToPath(new URL('../../../assets/sample-live/glyphs.png', import.meta.url));
const FIRST_GLYPH = 32;
const GLYPH = { width: 12, height: 26 };
const [MARGIN, LINE_HEIGHT] = [40, 30];

type Colour = readonly [red: number, green: number, blue: number];
const COLOURS: Readonly<Record<LiveScene['app'], { paper: Colour; ink: Colour }>> = {
  Terminal: { paper: [24, 27, 34], ink: [222, 226, 230] },
  Inkstone: { paper: [250, 249, 245], ink: [38, 42, 51] },
};

/** One byte per pixel: how much ink. */
export interface Glyphs {
  readonly data: Uint8Array;
  readonly width: number;
}

export async function loadGlyphs(): Promise<Glyphs> {
  const { data, info } = await sharp(GLYPHS)
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width };
}

/** Where a line stands on the picture. */
export function placeOfLine(text: string, line: number): Rect {
  const y = MARGIN + line * LINE_HEIGHT;
  return { x: MARGIN, y, width: text.length * GLYPH.width, height: GLYPH.height };
}

export function drawScene({ app, lines }: LiveScene, glyphs: Glyphs): Pixels {
  const { paper, ink } = COLOURS[app];
  const [red, green, blue] = paper;
  const blank = new Uint32Array(SCREEN.width * SCREEN.height);
  // Both machines we run on are little-endian.
  blank.fill(red | (green << 8) | (blue << 16));
  const data = new Uint8Array(blank.buffer);
  for (const [line, text] of lines.entries()) {
    const { x, y } = placeOfLine(text, line);
    for (const [i, letter] of [...text].entries()) {
      drawLetter(letter, { x: x + i * GLYPH.width, y });
    }
  }
  return { width: SCREEN.width, height: SCREEN.height, format: 'rgbx', data };

  function drawLetter(letter: string, place: { x: number; y: number }): void {
    const left = (letter.charCodeAt(0) - FIRST_GLYPH) * GLYPH.width;
    for (let y = 0; y < GLYPH.height; y += 1) {
      for (let x = 0; x < GLYPH.width; x += 1) {
        const share = (glyphs.data[y * glyphs.width + left + x] ?? 0) / 255;
        if (share === 0) continue;
        const at = ((place.y + y) * SCREEN.width + place.x + x) * 4;
        data.set(mix(paper, ink, share), at);
      }
    }
  }
}

function mix(paper: Colour, ink: Colour, share: number): number[] {
  return paper.map((value, i) => Math.round(value + ((ink[i] ?? 0) - value) * share));
}

/** A copy of part of a picture. */
export function crop(pixels: Pixels, area: Rect): Pixels {
  const data = new Uint8Array(area.width * area.height * 4);
  for (let row = 0; row < area.height; row += 1) {
    const from = ((area.y + row) * pixels.width + area.x) * 4;
    data.set(pixels.data.subarray(from, from + area.width * 4), row * area.width * 4);
  }
  return { width: area.width, height: area.height, format: pixels.format, data };
}
