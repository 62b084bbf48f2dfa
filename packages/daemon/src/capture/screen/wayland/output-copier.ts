/** What a Wayland screen needs from a protocol that copies outputs. One copier serves one output. */
import type { Rect } from '#core/observation.ts';
import type { RawPicture } from './wayland-picture.ts';

export interface OutputCopier {
  /** What is on the output now. Rejects when the compositor cannot say, most often because the output went away. */
  copyNow(): Promise<RawPicture>;
  /**
   * Waits until something on the output has changed since the last time, and gives the rectangles, in pixels of the memory; the
   * first answer may come at once. Rejects like `copyNow`.
   */
  nextDamage(): Promise<readonly Rect[]>;
  close(): void;
}

/** The compositor said that there is no picture to be had. */
export class CopyFailedError extends Error {
  constructor(words: string) {
    super(`the compositor gives no picture: ${words}`);
    this.name = 'CopyFailedError';
  }
}
