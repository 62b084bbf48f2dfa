/** Raw pixels of a screen → JPEG. sharp encodes in its own threads. */
import sharp from 'sharp';
import { returnPixels } from '#core/memory/pixel-memory.ts';
import type { Pixels } from '#core/observation.ts';

/** Text stays legible, and a desktop of 1920x1080 is some 200 kB. */
const USUAL_QUALITY = 80;

/** Uses up `pixels`: the bytes are put into sharp's order in place, which is faster than a copy, and are unusable afterwards. */
export async function encodeJpeg(pixels: Pixels, quality = USUAL_QUALITY): Promise<Buffer> {
  const { data, width, height } = pixels;
  if (pixels.format === 'bgrx') swapRedAndBlue(data);
  try {
    return await sharp(data, { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .jpeg({ quality, optimiseCoding: false })
      .toBuffer();
  } finally {
    returnPixels(pixels.data);
  }
}

function swapRedAndBlue(bytes: Uint8Array): void {
  if (bytes.byteOffset % 4 !== 0) {
    for (let i = 0; i + 2 < bytes.length; i += 4) {
      const blue = bytes[i] as number;
      bytes[i] = bytes[i + 2] as number;
      bytes[i + 2] = blue;
    }
    return;
  }
  // Four bytes at a time, which is several times faster. Both machines we run on are little-endian.
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as number;
    words[i] = (word & 0xff00ff00) | ((word & 0xff) << 16) | ((word >>> 16) & 0xff);
  }
}
