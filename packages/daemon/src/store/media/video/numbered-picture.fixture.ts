/**
 * Pictures that show their own number, so that a test can tell a frame from its neighbour by its
 * pixels: ten stripes, bright for 1 and dark for 0, over a page that is the same on all of them.
 */
import sharp from 'sharp';
import { drawText } from '../../../../../screen-ocr/src/letters.fixture.ts';

const BITS = 10;

export interface PictureSize {
  width: number;
  height: number;
}

const SIZE: PictureSize = { width: 320, height: 180 };

export async function numberedJpeg(number: number, options: Partial<PictureSize> = {}) {
  const { width, height } = { ...SIZE, ...options };
  const stripe = width / BITS;
  const stripes = Array.from({ length: BITS }, (_, bit) => {
    const shade = (number >> bit) & 1 ? '#e8e0d8' : '#181c28';
    return `<rect x="${bit * stripe}" y="0" width="${stripe}" height="${height / 2}" fill="${shade}"/>`;
  });
  const lines = Array.from({ length: 4 }, (_, line) =>
    drawText({
      text: `line ${line} of a page, seen ${number} times`,
      x: 6,
      y: height * (0.6 + line * 0.11),
      size: height / 14,
      fill: '#a04030',
    }),
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#f4f4f4"/>${stripes.join('')}${lines.join('')}</svg>`;
  return sharp(Buffer.from(svg)).flatten().jpeg({ quality: 80 }).toBuffer();
}

export async function* numberedJpegs(
  count: number,
  options: Partial<PictureSize> = {},
): AsyncGenerator<Buffer> {
  for (let number = 0; number < count; number += 1) yield numberedJpeg(number, options);
}

/** Works at any size, as long as the whole picture shows the number. */
export async function numberShownIn(jpeg: Buffer): Promise<number> {
  const { width = 0, height = 0 } = await sharp(jpeg).metadata();
  const band = { left: 0, top: Math.floor(height / 4), width, height: 2 };
  const strip = await sharp(jpeg)
    .extract(band)
    .resize(BITS * 3, 1, { fit: 'fill', kernel: 'nearest' })
    .greyscale()
    .raw()
    .toBuffer();
  let number = 0;
  for (let bit = 0; bit < BITS; bit += 1) {
    if ((strip[bit * 3 + 1] ?? 0) > 128) number += 1 << bit;
  }
  return number;
}

/** Mean difference of two pictures in brightness, 0 to 255. */
export async function lumaDifference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all(
    [one, other].map((jpeg) => sharp(jpeg).greyscale().raw().toBuffer()),
  );
  if (a === undefined || a.length !== b?.length) throw new RangeError('pictures of two sizes');
  return a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length;
}
