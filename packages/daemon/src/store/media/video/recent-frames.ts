/**
 * The last frames that a video gave, for whoever goes back: to reach the frame before the last one, the decoder would start
 * at the key frame again. They share the decoder's own pictures, so keeping them costs memory and no time.
 */
import type { Frame } from 'node-av/lib';

/** Ten screens of 1920x1080: 31 MB, twice that with all of the colour resolution. */
const MAX_PIXELS = 10 * 1920 * 1080;

export interface RecentFrames extends Disposable {
  /** The frame is the caller's and may change afterwards. */
  add(index: number, frame: Frame): void;
  /** Valid until the next call of `add`. */
  get(index: number): Frame | undefined;
}

export function recentFrames(maxPixels = MAX_PIXELS): RecentFrames {
  /** Oldest first. */
  const frames = new Map<number, Frame>();

  function drop(index: number): void {
    frames.get(index)?.free();
    frames.delete(index);
  }

  return {
    add(index, frame) {
      drop(index);
      const pixels = frame.width * frame.height;
      for (const oldest of frames.keys()) {
        if ((frames.size + 1) * pixels <= maxPixels) break;
        drop(oldest);
      }
      const kept = pixels <= maxPixels ? frame.clone() : null;
      if (kept) frames.set(index, kept);
    },
    get: (index) => frames.get(index),
    [Symbol.dispose]() {
      for (const index of [...frames.keys()]) drop(index);
    },
  };
}
