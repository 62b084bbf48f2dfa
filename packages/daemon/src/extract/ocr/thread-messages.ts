/** What the service and its OCR thread say to each other. One image is under way at a time. */
import type { OcrFigures, OcrImage, OcrResult } from '@hindcast/screen-ocr';
import type { SentError } from './sent-error.ts';

export type ToThread =
  | { readonly kind: 'read'; readonly image: OcrImage }
  /** The answer is no longer wanted; one is still sent. */
  | { readonly kind: 'abort' }
  | { readonly kind: 'close' };

export type FromThread =
  | { readonly kind: 'ready'; readonly engine: string; readonly passedOver: PassedOver[] }
  | { readonly kind: 'unable'; readonly error: SentError }
  | { readonly kind: 'read'; readonly result: OcrResult; readonly figures: OcrFigures }
  | { readonly kind: 'failed'; readonly error: SentError; readonly figures: OcrFigures };

export interface PassedOver {
  readonly name: string;
  readonly error: SentError;
}
