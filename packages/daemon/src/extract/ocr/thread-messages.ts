/** What the service and its OCR thread say to each other. One image is under way at a time. */
import { ServiceError } from '#core/errors.ts';
import type { OcrFigures, OcrImage, OcrResult } from './engine.ts';

export type ToThread =
  | { readonly kind: 'read'; readonly image: OcrImage }
  /** The answer is no longer wanted; one is still sent. */
  | { readonly kind: 'abort' }
  | { readonly kind: 'close' };

export type FromThread =
  | { readonly kind: 'ready'; readonly engine: string; readonly passedOver: PassedOver[] }
  | { readonly kind: 'unable'; readonly error: SentError }
  | { readonly kind: 'read'; readonly result: OcrResult; readonly figures: OcrFigures }
  | { readonly kind: 'failed'; readonly error: SentError };

export interface PassedOver {
  readonly name: string;
  readonly error: SentError;
}

/** The class of an error is lost between threads; this is what callers look at. */
export interface SentError {
  readonly code: string | undefined;
  readonly message: string;
  readonly hint: string | undefined;
  readonly context: Readonly<Record<string, unknown>>;
  readonly stack: string | undefined;
}

export function sendable(error: unknown): SentError {
  const service = error instanceof ServiceError ? error : undefined;
  return {
    code: service?.code,
    message: error instanceof Error ? error.message : String(error),
    hint: service?.hint,
    context: service?.context ?? {},
    stack: error instanceof Error ? error.stack : undefined,
  };
}

export function received({ code, message, hint, context, stack }: SentError): Error {
  const error =
    code === undefined
      ? new Error(message)
      : new ServiceError(code, message, {
          context: { ...context },
          ...(hint === undefined ? {} : { hint }),
        });
  if (stack !== undefined) error.stack = stack;
  return error;
}
