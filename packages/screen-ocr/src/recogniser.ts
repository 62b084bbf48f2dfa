/**
 * What reads a single line. The line engine (`lines/`) finds the lines of a screen and brings each into one shape; a recogniser
 * turns such a strip into words. It sees no more than the strip: no position, no neighbours, no earlier frame.
 */

export const STRIP_HEIGHT = 36;

/** One line of text, dark on white, one byte a pixel, always of one height with the letters at one size. */
export interface Strip {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export interface StripWord {
  readonly text: string;
  /** 0 to 1. */
  readonly confidence: number;
  /** In pixels of the strip. */
  readonly x: number;
  readonly width: number;
}

export interface LineRecogniser {
  /** Left to right; empty when nothing is legible. One call at a time: parallel work needs several recognisers. */
  read(strip: Strip): Promise<readonly StripWord[]>;
  close(): Promise<void>;
}
