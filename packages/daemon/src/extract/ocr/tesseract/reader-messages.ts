/** What the OCR thread and the process that holds libtesseract say to each other. */
import type { Strip, StripWord } from '#extract/ocr/recogniser.ts';
import type { SentError } from '#extract/ocr/sent-error.ts';

export interface ReaderOptions {
  /** As Tesseract names it: "eng", "eng+deu". */
  readonly language: string;
  /** Strips that are read at a time. */
  readonly count: number;
}

export interface ToReader {
  readonly id: number;
  /** 0 to `count` - 1; each reads one strip at a time, others wait for it. */
  readonly handle: number;
  readonly strip: Strip;
}

export type FromReader =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unable'; readonly error: SentError }
  | { readonly kind: 'read'; readonly id: number; readonly words: readonly StripWord[] }
  | { readonly kind: 'failed'; readonly id: number; readonly error: SentError };
