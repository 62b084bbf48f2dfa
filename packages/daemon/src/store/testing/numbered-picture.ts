/**
 * Pictures that say which one they are: a number as large black and white squares, which survives every
 * lossy codec, on its own ground. For tests that must know that a frame shows exactly its picture.
 */
import sharp from 'sharp';

const SQUARE = 32;
const BITS = 16;

export interface PictureSize {
  width: number;
  height: number;
}

/** At least 256x96; the same number always gives the same bytes. */
export async function numberedPicture(
  number: number,
  { width, height }: PictureSize = { width: 320, height: 200 },
): Promise<Buffer> {
  const squares = Array.from({ length: BITS }, (_, bit) => {
    const fill = (number >> bit) & 1 ? '#fff' : '#000';
    const [x, y] = placeOf(bit);
    return `<rect x="${x}" y="${y}" width="${SQUARE}" height="${SQUARE}" fill="${fill}"/>`;
  });
  // Some detail, as a screen has it: without it a JPEG is smaller than the frame of a video.
  const lines = Array.from({ length: 60 }, (_, i) => {
    const x = (i * 37 + number * 11) % width;
    return `<rect x="${x}" y="${64 + ((i * 23) % (height - 70))}" width="${3 + (i % 9)}" height="5" fill="hsl(${i * 6},60%,50%)"/>`;
  });
  const ground = `<rect width="${width}" height="${height}" fill="hsl(${(number * 47) % 360},50%,70%)"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${ground}${lines.join('')}${squares.join('')}</svg>`;
  return sharp(Buffer.from(svg)).flatten().jpeg({ quality: 80 }).toBuffer();
}

/** The number of a picture. */
export async function numberOf(jpeg: Buffer): Promise<number> {
  const { data, info } = await sharp(jpeg).greyscale().raw().toBuffer({ resolveWithObject: true });
  let number = 0;
  for (let bit = 0; bit < BITS; bit++) {
    const [x, y] = placeOf(bit);
    const middle = (y + SQUARE / 2) * info.width + x + SQUARE / 2;
    if ((data[middle] ?? 0) > 127) number |= 1 << bit;
  }
  return number;
}

/** Two rows of eight, top left. */
function placeOf(bit: number): [x: number, y: number] {
  return [(bit % 8) * SQUARE, Math.floor(bit / 8) * SQUARE];
}
