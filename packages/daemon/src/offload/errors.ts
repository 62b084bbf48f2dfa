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

/** The place answers and has nothing of this store: most often a disk or share that is not connected. */
export class OffloadPlaceEmptyError extends ServiceError {
  constructor(place: string) {
    super(errorText('OFFLOAD_UNREACHABLE/empty', { place }), {
      context: { place, reason: 'EMPTY' },
    });
  }
}

/** The file lies at a place that the settings no longer name. */
export class OffloadFormerPlaceError extends ServiceError {
  constructor(place: string) {
    super(errorText('OFFLOAD_UNREACHABLE/former', { place }), {
      context: { place, reason: 'FORMER_PLACE' },
    });
  }
}

export class OffloadLostError extends ServiceError {
  constructor(place: string) {
    super(errorText('OFFLOAD_LOST', { place }), { context: { place } });
  }
}

/** What is at the place does not open, or is not what was moved there. */
export class OffloadDamagedError extends ServiceError {
  constructor(place: string, cause?: unknown) {
    super(errorText('OFFLOAD_LOST/damaged', { place }), { cause, context: { place } });
  }
}

export class OffloadFetchingError extends ServiceError {
  constructor(place: string) {
    super(errorText('OFFLOAD_FETCHING', { place }), { context: { place } });
  }
}

export class OffloadNotSetError extends ServiceError {
  constructor() {
    super(errorText('OFFLOAD_NOT_SET'));
  }
}

/** Of anything that was thrown. */
function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | undefined)?.code ?? 'INTERNAL_ERROR');
}
