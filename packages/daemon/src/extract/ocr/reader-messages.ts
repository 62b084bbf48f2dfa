/** What the OCR thread and the process that reads say to each other. */
import type { Strip, StripWord } from '@hindcast/screen-ocr';
import type { SentError } from './sent-error.ts';

export interface ReaderOptions {
  /** By computing the network itself, or with libtesseract. */
  readonly how: 'network' | 'library';
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
