import { ServiceError } from '#core/errors.ts';

/** Callers may name files only where the service keeps its own: it must not look around for them. */
export class MediaPathRefusedError extends ServiceError {
  constructor() {
    const reason = 'the path does not lead into the media or exports folder';
    super('MEDIA_PATH_REFUSED', reason, {
      hint: 'Give the path of a file below data/ or exports/ in the data folder.',
      // As of a file that is not valid: clients of the validation read these two.
      context: { status: `not checked: ${reason}`, valid: false },
    });
  }
}

export class InvalidMediaError extends ServiceError {
  constructor(reason: string, cause?: unknown) {
    // `status` and `valid` are what clients of this interface read.
    super('MEDIA_INVALID', `the media file is not valid: ${reason}`, {
      context: { status: `invalid media file: ${reason}`, valid: false },
      cause,
    });
  }
}

export class NothingToExportError extends ServiceError {
  constructor(skippedCount: number) {
    super('NOTHING_TO_EXPORT', 'none of the frames has a picture that can be read', {
      hint: 'Choose other frames: /search and /timeline list them.',
      context: { skipped_count: skippedCount },
    });
  }
}

export class TooManyFramesError extends ServiceError {
  constructor(count: number, limit: number) {
    super('TOO_MANY_FRAMES', `${count} frames are more than fit in one video (${limit})`, {
      hint: 'Choose a shorter time range or fewer frames.',
      context: { count, limit },
    });
  }
}

/** As a message, where every byte takes four; in a file it has its place. */
export class VideoTooLargeError extends ServiceError {
  constructor(sizeBytes: number, limitBytes: number) {
    super('VIDEO_TOO_LARGE', `a video of ${sizeBytes} bytes is too large for one message`, {
      hint: 'Use POST /frames/export, which writes a file, or choose fewer frames.',
      context: { size_bytes: sizeBytes, limit_bytes: limitBytes },
    });
  }
}
