import { ServiceError } from '#core/errors.ts';

/** The process reports it, so its class is lost on the way. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'OCR_ENGINE_MISSING';
}
