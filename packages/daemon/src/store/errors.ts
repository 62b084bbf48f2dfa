import { errorText, ServiceError } from '#core/errors.ts';

export class FrameGoneError extends ServiceError {
  constructor(frameId: number, filePath: string, cause?: unknown) {
    const details = filePath === '' ? 'only its text was stored' : 'the file is missing or broken';
    super(errorText('FRAME_GONE', { frameId }), {
      // The words that clients of this interface know.
      context: { frame_id: frameId, error_type: 'video_corrupted', file_path: filePath, details },
      cause,
    });
  }
}

const WHY_NO_PICTURE: Readonly<Record<string, string>> = {
  retention: 'its picture was older than pictures are kept (retention.pixels, retention.maxGb)',
  keeper: 'its picture was moved to a keeper that these devices no longer have',
  rule: 'its picture was removed by a privacy rule',
  off: 'it was recorded without a picture (vision.pictures is off)',
};

/** The frame and its text are there; its picture was not to be kept. */
export class PictureRemovedError extends ServiceError {
  constructor(frameId: number, why: string) {
    const details = WHY_NO_PICTURE[why] ?? 'its picture was removed';
    super(errorText('FRAME_GONE/removed', { frameId, details }), {
      context: { frame_id: frameId, error_type: 'picture_removed', reason: why, details },
    });
  }
}

export class UnreadableImageError extends ServiceError {
  constructor(path: string, cause?: unknown) {
    super(errorText('UNREADABLE_IMAGE', { path }), { context: { file_path: path }, cause });
  }
}

export class DiskFullError extends ServiceError {
  constructor(cause?: unknown) {
    super(errorText('DISK_FULL'), { cause });
  }
}

/** SQLite repeats the word that it does not understand, however long that is. */
const MOST_REASON_CHARACTERS = 300;

export class RawSqlError extends ServiceError {
  constructor(reason: string) {
    const isLong = reason.length > MOST_REASON_CHARACTERS;
    const short = isLong ? `${reason.slice(0, MOST_REASON_CHARACTERS)}…` : reason;
    super(errorText('SQL_REFUSED', { reason: short }));
  }
}

export class MeetingNotFoundError extends ServiceError {
  /** Without an id: none goes on. */
  constructor(id?: number) {
    super(
      id === undefined
        ? errorText('MEETING_NOT_FOUND/none')
        : errorText('MEETING_NOT_FOUND', { id }),
      id === undefined ? {} : { context: { meeting_id: id } },
    );
  }
}

/** Whether no new try can help: the file is damaged, and writing on would damage it more. */
export function isBeyondRepair(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'STORE_CORRUPT';
}
