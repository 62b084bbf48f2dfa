/** The small picture of one line: 0 is ground, 255 the strongest stroke, one byte a pixel. */
export interface Bitmap {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** From this level on a pixel counts as ink. */
export const INK = 90;
