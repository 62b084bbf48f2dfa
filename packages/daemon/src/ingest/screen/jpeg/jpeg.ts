/** Raw pixels of a screen → JPEG. sharp encodes in its own threads. */
import sharp from 'sharp';
import { returnPixels } from '#core/memory/pixel-memory.ts';
import type { Pixels } from '#core/observation.ts';
import { toRgb } from './rgb.ts';

/** Text stays legible, and a desktop of 1920x1080 is some 200 kB. */
const USUAL_QUALITY = 80;

/** Uses up `pixels`: the bytes are put into sharp's order in place, which is faster than a copy, and are unusable afterwards. */
export async function encodeJpeg(pixels: Pixels, quality = USUAL_QUALITY): Promise<Buffer> {
  const { data, width, height } = pixels;
  try {
    return await sharp(toRgb(pixels), { raw: { width, height, channels: 3 } })
      .jpeg({ quality, optimiseCoding: false })
      .toBuffer();
  } finally {
    returnPixels(data);
  }
}
