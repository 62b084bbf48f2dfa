/** What the service and the OCR process send to each other. One image is under way at a time. */
import type { FrameDelta, OcrFigures, OcrImage, OcrResult } from '@hindcast/screen-ocr';
import type { SentError } from './sent-error.ts';

/** An image with only the rows that differ from the one sent before it for the same monitor. */
export interface SentImage
  extends Pick<OcrImage, 'monitor' | 'known' | 'isRawWanted'>,
    FrameDelta {}

export type ToProcess =
  | { readonly kind: 'read'; readonly image: SentImage }
  /** The answer is no longer wanted; one is still sent. */
  | { readonly kind: 'abort' };

export type FromProcess =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unable'; readonly error: SentError }
  | { readonly kind: 'read'; readonly result: OcrResult; readonly figures: OcrFigures }
  | { readonly kind: 'failed'; readonly error: SentError; readonly figures: OcrFigures };
