import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { blockDifferences, showsPicture } from './picture-difference.ts';

const WIDTH = 200;
const HEIGHT = 70;

/** Brightness of a small window of text, after a lossy codec when `quality` says so. */
async function screen(text: string, quality = 100): Promise<Uint8Array> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="100%" height="100%" fill="#fff"/>
    <text x="10" y="30" font-family="monospace" font-size="14">${text}</text></svg>`;
  const jpeg = await sharp(Buffer.from(svg)).flatten().jpeg({ quality }).toBuffer();
  const { data } = await sharp(jpeg).greyscale().raw().toBuffer({ resolveWithObject: true });
  return new Uint8Array(data);
}

describe('showsPicture', () => {
  test('accepts what a codec makes of the picture', async () => {
    const wanted = await screen('total 1,204 items');
    const shown = await screen('total 1,204 items', 40);
    expect(showsPicture(shown, wanted, { width: WIDTH })).toBe(true);
    const before = await screen('total 1,203 items');
    expect(showsPicture(shown, wanted, { width: WIDTH, before })).toBe(true);
  });

  test('refuses a picture with other text', async () => {
    const wanted = await screen('total 1,204 items');
    const shown = await screen('nothing was found', 40);
    expect(showsPicture(shown, wanted, { width: WIDTH })).toBe(false);
  });

  test('refuses the picture before, even when the two differ in one letter only', async () => {
    const before = await screen('total 1,204 item');
    const wanted = await screen('total 1,204 items');
    const shown = await screen('total 1,204 item', 40);
    expect(showsPicture(shown, wanted, { width: WIDTH, before })).toBe(false);
  });

  test('accepts a picture that is the same as the one before', async () => {
    const same = await screen('total 1,204 items');
    const shown = await screen('total 1,204 items', 40);
    expect(showsPicture(shown, same, { width: WIDTH, before: same })).toBe(true);
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
