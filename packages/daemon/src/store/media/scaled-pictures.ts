/**
 * Pictures made smaller, for lists and for scrubbing. Each is decoded once: those asked for lately are kept in memory, up to
 * a fixed size, and callers that want the same one at the same time share the work.
 */
import sharp from 'sharp';
import { turnstile } from '../kernel/turnstile.ts';
import type { Frame } from '../records.ts';

/** Some 3 000 pictures of 240 pixels, or 400 of 960. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024;
// Decoding is the dear part, and the machine has other work to do.
const AT_ONCE = 2;
const QUALITY = 75;
// Far beyond what an honest picture needs; ends the work of a crafted one.
const DECODE_LIMIT_SECS = 20;

export interface ScaledPictures {
  /** At most `width` pixels wide; a picture that is narrower stays as it is. Rejects as `read` does. */
  get(
    frame: Frame,
    width: number,
    read: () => Promise<Buffer>,
    signal?: AbortSignal,
  ): Promise<Buffer>;
  /** Nothing stays in memory. */
  forget(): void;
}

export function scaledPictures(): ScaledPictures {
  const places = turnstile(AT_ONCE);
  const underWay = new Map<string, Promise<Buffer>>();
  // Oldest first: a picture that is asked for again moves to the end.
  const kept = new Map<string, Buffer>();
  let keptBytes = 0;

  function keep(name: string, jpeg: Buffer): void {
    kept.set(name, jpeg);
    keptBytes += jpeg.length;
    for (const [oldest, { length }] of kept) {
      if (keptBytes <= MAX_KEPT_BYTES) break;
      kept.delete(oldest);
      keptBytes -= length;
    }
  }

  async function make(
    name: string,
    width: number,
    read: () => Promise<Buffer>,
    signal?: AbortSignal,
  ): Promise<Buffer> {
    using _place = await places.enter(signal);
    const jpeg = await scaleJpeg(await read(), width);
    keep(name, jpeg);
    return jpeg;
  }

  return {
    async get(frame, width, read, signal) {
      // With the time: ids of another data folder, or used again, are other pictures.
      const name = `${frame.id}-${frame.atMs}-${width}`;
      const known = kept.get(name);
      if (known) {
        kept.delete(name);
        kept.set(name, known);
        return known;
      }
      // Whoever began may have left and ended the work with it: then it is begun again.
      for (let other = underWay.get(name); other; other = underWay.get(name)) {
        const shared = await other.catch(() => undefined);
        if (shared) return shared;
      }
      signal?.throwIfAborted();
      const work = make(name, width, read, signal).finally(() => underWay.delete(name));
      underWay.set(name, work);
      return work;
    },
    forget() {
      kept.clear();
      keptBytes = 0;
    },
  };
}

export async function scaleJpeg(jpeg: Buffer, width: number): Promise<Buffer> {
  return sharp(jpeg, { failOn: 'error' })
    .timeout({ seconds: DECODE_LIMIT_SECS })
    .resize({ width, withoutEnlargement: true })
    .jpeg({ quality: QUALITY })
    .toBuffer();
}
