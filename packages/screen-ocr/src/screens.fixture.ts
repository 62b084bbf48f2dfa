/** Pictures with known text for tests: drawn from SVG by sharp, as a screen would show them. */
import sharp, { type Sharp } from 'sharp';
import type { OcrEngine, OcrImage, OcrResult, PixelFormat } from './engine.ts';
import { type DrawnText, drawText } from './letters.fixture.ts';

export interface Drawing {
  readonly width?: number;
  readonly height?: number;
  readonly ground?: string;
  readonly texts?: readonly DrawnText[];
  /** SVG elements under the texts. */
  readonly below?: string;
  /** SVG elements over the texts. */
  readonly above?: string;
}

function svgOf({ width = 640, height = 240, ground = '#ffffff', ...drawing }: Drawing): Buffer {
  const texts = (drawing.texts ?? []).map(drawText);
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${ground}"/>` +
      `${drawing.below ?? ''}${texts.join('')}${drawing.above ?? ''}</svg>`,
  );
}

export async function draw(drawing: Drawing, format: PixelFormat = 'rgb'): Promise<OcrImage> {
  return decoded(sharp(svgOf(drawing)), format);
}

/** The same picture after a lossy codec. */
export async function drawLossy(drawing: Drawing, quality: number): Promise<OcrImage> {
  const jpeg = await sharp(svgOf(drawing)).flatten().jpeg({ quality }).toBuffer();
  return decoded(sharp(jpeg), 'rgb');
}

async function decoded(picture: Sharp, format: PixelFormat): Promise<OcrImage> {
  const flat = picture.flatten({ background: '#ffffff' }).removeAlpha().toColourspace('srgb');
  const { data, info } = await flat.raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  if (format === 'rgb') return { width, height, format, pixels: new Uint8Array(data) };
  const bytes = format === 'luma' ? 1 : 4;
  const pixels = new Uint8Array(width * height * bytes);
  for (let i = 0; i < width * height; i++) {
    const [red = 0, green = 0, blue = 0] = data.subarray(3 * i, 3 * i + 3);
    if (format === 'luma') pixels[i] = (77 * red + 150 * green + 29 * blue) >> 8;
    else pixels.set([blue, green, red, 0], 4 * i);
  }
  return { width, height, format, pixels };
}

export function textsOf(result: OcrResult): string[] {
  return result.lines.map((line) => line.text);
}

/** The lines of a drawing as an engine reads them. */
export async function readTexts(engine: OcrEngine, drawing: Drawing): Promise<string[]> {
  return textsOf(await engine.read(await draw(drawing), new AbortController().signal));
}
