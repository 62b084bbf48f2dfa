/** Pictures of several sizes → one size that every browser plays, with black bars where they do not fill it. */
import sharp from 'sharp';
import { inspectJpeg } from '../jpeg.ts';

export interface Size {
  width: number;
  height: number;
}

/** What the decoders in graphics hardware take, 4K and a little more. */
const MAX_SIDE = 4096;

/** It is encoded once more, so that the loss must not be seen. */
const QUALITY = 95;

/** The size of the largest picture, made smaller if it has to be, with even sides. */
export function commonSize(sizes: Iterable<Size>): Size | undefined {
  let largest: Size | undefined;
  for (const size of sizes) {
    if (largest === undefined || area(size) > area(largest)) largest = size;
  }
  if (largest === undefined) return undefined;
  const scale = Math.min(1, MAX_SIDE / Math.max(largest.width, largest.height));
  return { width: even(largest.width * scale), height: even(largest.height * scale) };
}

function area({ width, height }: Size): number {
  return width * height;
}

function even(side: number): number {
  return Math.max(2, 2 * Math.round(side / 2));
}

/** The picture itself when it has that size already. */
export async function letterbox(jpeg: Buffer, { width, height }: Size): Promise<Buffer> {
  const structure = inspectJpeg(jpeg);
  if (structure?.width === width && structure.height === height) return jpeg;
  return sharp(jpeg)
    .resize(width, height, { fit: 'contain', background: '#000000' })
    .jpeg({ quality: QUALITY })
    .toBuffer();
}
