import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { drawText } from '../../../../screen-ocr/src/letters.fixture.ts';
import { blockDifferences, brightnessReader, showsPicture } from './picture-difference.ts';

const WIDTH = 200;
const HEIGHT = 70;

/** Brightness of a small window of text, after a lossy codec when `quality` says so. */
async function screen(text: string, quality = 100): Promise<Uint8Array> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="100%" height="100%" fill="#fff"/>
    ${drawText({ text, x: 10, y: 30, fill: '#000000', font: 'DejaVu Sans Mono' })}</svg>`;
  const jpeg = await sharp(Buffer.from(svg)).flatten().jpeg({ quality }).toBuffer();
  const { data } = await sharp(jpeg).greyscale().raw().toBuffer({ resolveWithObject: true });
  return new Uint8Array(data);
}

async function shownScreen(text: string) {
  return { wanted: await screen(text), shown: await screen(text, 40) };
}

describe('showsPicture', () => {
  test('accepts what a codec makes of the picture', async () => {
    const wanted = await screen('total 1,204 items');
    const shown = await screen('total 1,204 items', 40);
    expect(showsPicture(shown, wanted, { width: WIDTH })).toBe(true);
    const before = await shownScreen('total 1,203 items');
    expect(showsPicture(shown, wanted, { width: WIDTH, before })).toBe(true);
  });

  test('refuses a picture with other text', async () => {
    const wanted = await screen('total 1,204 items');
    const shown = await screen('nothing was found', 40);
    expect(showsPicture(shown, wanted, { width: WIDTH })).toBe(false);
  });

  test('refuses the picture before, even when the two differ in one letter only', async () => {
    const before = await shownScreen('total 1,204 item');
    const wanted = await screen('total 1,204 items');
    const shown = await screen('total 1,204 item', 40);
    expect(showsPicture(shown, wanted, { width: WIDTH, before })).toBe(false);
  });

  test('accepts a picture that is the same as the one before', async () => {
    const before = await shownScreen('total 1,204 items');
    const shown = await screen('total 1,204 items', 40);
    expect(showsPicture(shown, before.wanted, { width: WIDTH, before })).toBe(true);
  });

  test('refuses what is lost in a part that did not change, when the picture before had it', async () => {
    const before = await shownScreen('total 1,204 items');
    const shown = new Uint8Array(before.shown);
    shown.fill(0, WIDTH * 40, WIDTH * 60);
    expect(showsPicture(shown, before.wanted, { width: WIDTH, before })).toBe(false);
  });

  test('refuses a picture that is as wrong as the one before', async () => {
    const wanted = await screen('total 1,204 items');
    const shown = await screen('nothing was found', 40);
    const before = { wanted, shown: undefined };
    expect(showsPicture(shown, wanted, { width: WIDTH, before })).toBe(false);
  });
});

test('blockDifferences gives the mean of each block, also of the narrow one at the edge', () => {
  const width = 18;
  const a = new Uint8Array(width * 3);
  const b = new Uint8Array(width * 3);
  for (let y = 0; y < 3; y++) b[y * width + 17] = 100;
  b[0] = 96;
  expect([...blockDifferences(a, b, width)]).toEqual([2, 50]);
});

test('showsPicture looks at the last rows and columns too', () => {
  const wanted = new Uint8Array(18 * 17);
  const shown = new Uint8Array(18 * 17);
  expect(showsPicture(shown, wanted, { width: 18 })).toBe(true);
  shown[18 * 17 - 1] = 255;
  expect(showsPicture(shown, wanted, { width: 18 })).toBe(false);
});

test('brightnessReader gives the brightness of every pixel, whatever stayed from the picture before', () => {
  const width = 20;
  const toBrightness = brightnessReader(width);
  const rgb = Uint8Array.from({ length: width * 40 * 3 }, (_, i) => (i * 37) % 251);
  const brightnessOf = (of: Uint8Array) =>
    Array.from({ length: of.length / 3 }, (_, i) => {
      const [red = 0, green = 0, blue = 0] = of.subarray(i * 3, i * 3 + 3);
      return (77 * red + 150 * green + 29 * blue + 128) >> 8;
    });
  const pictures = [0, 1, 39].map((row) => {
    const changed = new Uint8Array(rgb);
    changed.fill(200, row * width * 3, (row + 1) * width * 3);
    return changed;
  });
  for (const picture of [rgb, ...pictures, rgb, rgb]) {
    expect([...toBrightness(new Uint8Array(picture))]).toEqual(brightnessOf(picture));
  }
});
