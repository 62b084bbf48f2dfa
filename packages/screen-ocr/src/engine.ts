/** What the engine promises: the pixels of one image in, lines of words with boxes out. */

/** `luma`: one byte a pixel. `rgb`: three. `bgrx`, `rgbx`: four, the last one ignored (what screen grabbers give). */
export type PixelFormat = 'luma' | 'rgb' | 'bgrx' | 'rgbx';

export interface OcrImage {
  readonly width: number;
  readonly height: number;
  readonly format: PixelFormat;
  /** Rows from top to bottom without padding: exactly width × height × bytes a pixel. Never changed by the engine. */
  readonly pixels: Uint8Array;
  /**
   * Images that follow each other on one screen carry the same name. An engine may then read only what changed; the answer is
   * that of the whole image all the same. Without a name the image stands alone.
   */
  readonly monitor?: string;
  /** What the program says it shows, to be compared with the picture: lines that show just that need not be read. */
  readonly known?: KnownTexts;
  /** Whether `rawLines` is wanted: everything that may be text, for covering it rather than for searching. */
  readonly isRawWanted?: boolean;
}

/** The rows of an image that differ from the image before it, as brightness. */
export interface FrameDelta {
  readonly width: number;
  readonly height: number;
  /** Ascending. All rows for the first image, and after a change of size or format. */
  readonly rows: readonly number[];
  /** The pixels of these rows, one byte each. */
  readonly luma: Uint8Array;
}

/**
 * An image as what differs from the one before it on the same monitor; without a monitor, all of it. The engine takes its pixels: they
 * are megabytes, and reading the lines does not need them.
 */
export type OcrChange = Pick<OcrImage, 'monitor' | 'known' | 'isRawWanted'> &
  Omit<FrameDelta, 'luma'> & { luma: Uint8Array };

/** In pixels of the image that was read; never outside of it. */
export interface OcrBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A text that a program says it shows. */
export interface KnownText extends OcrBox {
  readonly text: string;
  /** Position in the same list of the text that this one is a part of, such as the paragraph around a link. */
  readonly parent: number | undefined;
}

export interface KnownTexts {
  readonly texts: readonly KnownText[];
  /** Where something else lies over them, such as a menu. */
  readonly except: readonly OcrBox[];
}

export interface OcrWord extends OcrBox {
  /** Without white space, never empty. */
  readonly text: string;
  /** 0 (a guess) to 1 (sure). */
  readonly confidence: number;
}

/** Words that stand side by side in one row of one column, in reading order: from left to right, Hebrew and Arabic from right to left. Never empty. */
export interface OcrLine extends OcrBox {
  readonly text: string;
  /** Mean of the words, weighed by their length. */
  readonly confidence: number;
  readonly words: readonly OcrWord[];
}

/** A line before anything doubtful was dropped from its words. */
export interface OcrRawLine extends OcrBox {
  readonly words: readonly OcrWord[];
  /**
   * It looks like text, and what it says is not known: nothing was read (cut by the edge of the picture, too faint, given up), or
   * nothing that could be kept.
   */
  readonly isUnread: boolean;
}

export interface OcrResult {
  /**
   * In reading order: columns left to right, rows top to bottom, a table row by row. Empty when there is no text. Without the lines
   * that show a confirmed text.
   */
  readonly lines: readonly OcrLine[];
  /** For each known text whether the picture shows it, as far as places and lengths tell. */
  readonly confirmed?: readonly boolean[];
  /** Only when it was asked for. Holds every word of `lines`, and more; in reading order. */
  readonly rawLines?: readonly OcrRawLine[];
}

/** Since the engine was opened. */
export interface OcrFigures {
  /** Lines whose text was known without reading: seen before, or in a part of the screen that did not change. */
  readonly lineHits: number;
  /** Lines that had to be read. */
  readonly lineMisses: number;
}

export interface OcrEngine {
  /**
   * Reads one image; calls that overlap are answered one after the other. An image without text gives no lines. Rejects with
   * `OcrImageError` when the pixels do not fit the size, and with the reason of `signal` (an AbortError unless another reason was
   * given) soon after it aborts. A change is one of the image before it on its monitor. A line that did not change since that one
   * is usually the same object.
   */
  read(image: OcrImage | OcrChange, signal: AbortSignal): Promise<OcrResult>;
  figures(): OcrFigures;
  /** Frees the engine after the read in progress; later reads reject. */
  close(): Promise<void>;
}
