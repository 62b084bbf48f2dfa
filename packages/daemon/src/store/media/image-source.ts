/**
 * Reads an image file that someone named by its path and makes it a JPEG. The path may be anything
 * a local program can think of, so every limit of what is accepted stands here. Symbolic links are
 * followed: the caller is a program of the same user and gains nothing from them.
 */
import { isAbsolute } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { UnreadableImageError } from '../errors.ts';
import { inspectJpeg } from './jpeg.ts';
import { readRegularFile } from './regular-file.ts';

export interface JpegImage {
  bytes: Buffer;
  width: number;
  height: number;
}

// A lossless screenshot of three 4K screens is about 75 MB at worst.
const MAX_IMAGE_BYTES = 100 * 1024 * 1024;

// Three 8K screens side by side. A "decompression bomb" of a few kB is refused from its header.
const MAX_PIXELS = 100_000_000;

// Far beyond what an honest picture needs; ends the work of a crafted one.
const DECODE_LIMIT_SECS = 20;

const QUALITY = 80;

/**
 * First bytes of the formats that are taken. Vector formats and documents, which the image library
 * would also open, are left out on purpose: they can refer to other files.
 */
const FORMATS: readonly { name: string; at: number; magic: readonly string[] }[] = [
  { name: 'jpeg', at: 0, magic: ['\xff\xd8\xff'] },
  { name: 'png', at: 0, magic: ['\x89PNG\r\n\x1a\n'] },
  { name: 'webp', at: 8, magic: ['WEBPVP8'] },
  { name: 'gif', at: 0, magic: ['GIF87a', 'GIF89a'] },
  { name: 'tiff', at: 0, magic: ['II*\0', 'MM\0*'] },
  { name: 'avif', at: 4, magic: ['ftypavif', 'ftypavis'] },
];

/** Rejects with UnreadableImageError, or with the signal's reason. */
export async function readAsJpeg(path: string, signal?: AbortSignal): Promise<JpegImage> {
  try {
    signal?.throwIfAborted();
    // A relative path would depend on the folder in which the service happened to be started.
    if (!isAbsolute(path)) throw new TypeError('not an absolute path');
    const bytes = await readRegularFile(path, MAX_IMAGE_BYTES, signal);
    const format = FORMATS.find(({ at, magic }) =>
      magic.some((word) => bytes.toString('latin1', at, at + word.length) === word),
    );
    if (format === undefined) throw new TypeError('not an image of an accepted format');
    return await toJpeg(bytes);
  } catch (cause) {
    signal?.throwIfAborted();
    throw new UnreadableImageError(path, cause);
  }
}

async function toJpeg(bytes: Buffer): Promise<JpegImage> {
  const structure = inspectJpeg(bytes);
  // Tolerant of warnings (many tools write slightly wrong colour profiles), not of missing data.
  const image = sharp(bytes, { failOn: 'error', limitInputPixels: MAX_PIXELS }).timeout({
    seconds: DECODE_LIMIT_SECS,
  });
  if (structure?.ordinary === true && !(await isTurned(image))) {
    // Decodes every row but keeps only a thumbnail of them: the memory of a full decode is saved.
    await image.resize(8, 8, { fit: 'fill' }).raw().toBuffer();
    return { bytes, width: structure.width, height: structure.height };
  }
  const { data, info } = await image
    .autoOrient()
    // JPEG has no transparency; without a background the library would make it black.
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    // Halved colour resolution (the default) blurs coloured letters, and letters are the point.
    .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

async function isTurned(image: Sharp): Promise<boolean> {
  const { orientation } = await image.metadata();
  return orientation !== undefined && orientation !== 1;
}
