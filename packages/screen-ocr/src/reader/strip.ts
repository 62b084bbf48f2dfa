/** What reads a single line: a strip in, words out. It sees no more than the strip: no position, no neighbours, no earlier frame. */

export const STRIP_HEIGHT = 32;

/** One line of text, 255 for ink on 0 for ground, one byte a pixel, always of one height with the letters at one size. */
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
  /** A Cyrillic or Greek word in the Latin letters that look like its own, if it has such letters only. */
  readonly latin?: string | undefined;
}

export interface LineRecogniser {
  /**
   * Left to right as they stand in the strip, whatever their script; empty when nothing is legible. Several calls at a time are answered
   * faster than one after the other. Rejects with the reason of the signal, between two runs of a network. `enlarged` draws the same
   * line with larger letters, for scripts that need it; `isJoined` says that these are joined, as in Arabic.
   */
  read(
    strip: Strip,
    signal: AbortSignal,
    enlarged?: (isJoined: boolean) => Strip,
  ): Promise<readonly StripWord[]>;
  close(): Promise<void>;
}
