import { errorText, ServiceError } from '#core/errors.ts';

/** Callers may name files only where the service keeps its own: it must not look around for them. */
export class MediaPathRefusedError extends ServiceError {
  constructor() {
    const reason = 'the path does not lead into the media or exports folder';
    super(errorText('MEDIA_PATH_REFUSED', { reason }), {
      // As of a file that is not valid: clients of the validation read these two.
      context: { status: `not checked: ${reason}`, valid: false },
    });
  }
}

export class InvalidMediaError extends ServiceError {
  constructor(reason: string, cause?: unknown) {
    // `status` and `valid` are what clients of this interface read.
    super(errorText('MEDIA_INVALID', { reason }), {
      context: { status: `invalid media file: ${reason}`, valid: false },
      cause,
    });
  }
}

export class NothingToExportError extends ServiceError {
  /** Of how many frames no picture can be read; none when no frame was found. */
  constructor(skippedCount: number) {
    super(errorText(skippedCount === 0 ? 'NOTHING_TO_EXPORT/none' : 'NOTHING_TO_EXPORT'), {
      context: { skipped_count: skippedCount },
    });
  }
}
