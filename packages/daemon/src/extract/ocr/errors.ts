import { errorText, ServiceError } from '#core/errors.ts';

/** This machine cannot read text at all. */
export class OcrUnavailableError extends ServiceError {
  constructor(cause: unknown) {
    super(errorText('OCR_ENGINE_MISSING'), { cause });
  }
}

/** The process reports it, so its class is lost on the way. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'OCR_ENGINE_MISSING';
}

/** Transient: the next read starts a new process. */
export class OcrStoppedError extends ServiceError {
  constructor(cause?: unknown) {
    super(errorText('OCR_STOPPED'), { cause });
  }
}
