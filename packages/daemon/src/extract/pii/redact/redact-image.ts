/**
 * Covers regions of a JPEG with solid boxes. Nothing is blurred or pixelated: both can be undone for text. The picture is rebuilt from
 * its pixels, so no embedded thumbnail or metadata of the clear one survives. Decoding and encoding run in the threads of the library.
 */
import sharp from 'sharp';
import type { Box } from '../words.ts';

/** The JPEG cannot be decoded; says nothing about the regions. */
export class UndecodableImageError extends Error {
  override readonly name = 'UndecodableImageError';
}

// As for imported pictures: three 8K screens side by side.
const MAX_PIXELS = 100_000_000;

// Boxes of recognised words are tight; antialiased rims of letters and the softness of the codec reach a little further.
const PADDING_PIXELS = 2;

// Far above the quality of what is stored, so that a second encoding takes nothing visible away and the boxes have clean edges.
const QUALITY = 95;

/** `regions` are fractions of the picture; what lies outside is cut off. `count` is the number of boxes that were drawn. */
export async function coverRegions(
  jpeg: Buffer,
  regions: readonly Box[],
  signal: AbortSignal,
): Promise<{ jpeg: Buffer; count: number }> {
  signal.throwIfAborted();
  const { data, info } = await decode(jpeg);
  signal.throwIfAborted();
  const { width, height, channels } = info;
  const areas = regions.flatMap((region) => toPixels(region, width, height));
  for (const area of areas) {
    for (let row = area.top; row < area.bottom; row += 1) {
      const start = row * width;
      data.fill(0, (start + area.left) * channels, (start + area.right) * channels);
    }
  }
  const covered = await sharp(data, { raw: { width, height, channels } })
    .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
    .toBuffer();
  signal.throwIfAborted();
  return { jpeg: covered, count: areas.length };
}

async function decode(jpeg: Buffer) {
  try {
    // Not even a warning is passed over: behind damaged data the rest of a picture can lie elsewhere than its boxes say.
    return await sharp(jpeg, { failOn: 'warning', limitInputPixels: MAX_PIXELS })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
  } catch (cause) {
    throw new UndecodableImageError('the picture cannot be decoded', { cause });
  }
}

/** Whole pixels, outwards. */
function toPixels({ left, top, width, height }: Box, imageWidth: number, imageHeight: number) {
  const area = {
    left: Math.max(0, Math.floor(left * imageWidth) - PADDING_PIXELS),
    top: Math.max(0, Math.floor(top * imageHeight) - PADDING_PIXELS),
    right: Math.min(imageWidth, Math.ceil((left + width) * imageWidth) + PADDING_PIXELS),
    bottom: Math.min(imageHeight, Math.ceil((top + height) * imageHeight) + PADDING_PIXELS),
  };
  return area.left < area.right && area.top < area.bottom ? [area] : [];
}
