/** Why an offloaded file cannot be had, or a file cannot be moved. */
import { errorText, ServiceError } from '#core/errors.ts';

/** The place does not answer, refuses, or has no room; it is tried again. */
export class OffloadUnreachableError extends ServiceError {
  constructor(place: string, cause: unknown) {
    super(errorText('OFFLOAD_UNREACHABLE', { place }), {
      cause,
      context: { place, reason: codeOf(cause) },
    });
  }
}

/** What is at the place does not open, or is not what was moved there. */
export class OffloadDamagedError extends ServiceError {
  constructor(place: string, cause?: unknown) {
    super(errorText('OFFLOAD_LOST/damaged', { place }), { cause, context: { place } });
  }
}

/** Of anything that was thrown. */
function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | undefined)?.code ?? 'INTERNAL_ERROR');
}
