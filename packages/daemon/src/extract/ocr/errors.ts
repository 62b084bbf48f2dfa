import { ServiceError } from '#core/errors.ts';

/** This machine cannot read text at all. */
export class OcrUnavailableError extends ServiceError {
  constructor(cause: unknown) {
    super('OCR_ENGINE_MISSING', 'text recognition is not possible on this machine', {
      hint: 'The npm package onnxruntime-node has no build for this system, or is damaged: install the packages again.',
      cause,
    });
  }
}

/** The process reports it, so its class is lost on the way. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'OCR_ENGINE_MISSING';
}

/** Transient: the next read starts a new process. */
export class OcrStoppedError extends ServiceError {
  constructor(cause?: unknown) {
    super('OCR_STOPPED', 'text recognition ended before the image was read', { cause });
  }
}
