import { errorText, ServiceError } from '#core/errors.ts';

export class FrameNotFoundError extends ServiceError {
  constructor(frameId: number) {
    super(errorText('FRAME_NOT_FOUND', { frameId }), { context: { frame_id: frameId } });
  }
}

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

export class AudioChunkNotFoundError extends ServiceError {
  constructor(chunkId: number) {
    super(errorText('AUDIO_CHUNK_NOT_FOUND', { chunkId }), {
      context: { audio_chunk_id: chunkId },
    });
  }
}

export class UnreadableImageError extends ServiceError {
  constructor(path: string, cause?: unknown) {
    super(errorText('UNREADABLE_IMAGE', { path }), { context: { file_path: path }, cause });
  }
}

export class QueryCancelledError extends ServiceError {
  constructor() {
    super(errorText('QUERY_CANCELLED'));
  }
}

export class TimeOutOfRangeError extends ServiceError {
  constructor(atMs: number) {
    super(errorText('INVALID_PARAMETER/time', { atMs }));
  }
}

export class StoreClosedError extends ServiceError {
  constructor() {
    super(errorText('SERVICE_STOPPING/store'));
  }
}

export class DiskFullError extends ServiceError {
  constructor(cause?: unknown) {
    super(errorText('DISK_FULL'), { cause });
  }
}

export class CorruptStoreError extends ServiceError {
  constructor(file: string, cause?: unknown) {
    super(errorText('STORE_CORRUPT', { file }), { cause });
  }
}

/** The same code as a damaged database: for the user both are the loss of the database. */
export class LostDatabaseError extends ServiceError {
  constructor(file: string) {
    super(errorText('STORE_CORRUPT/lost', { file }));
  }
}

export class StoreTooNewError extends ServiceError {
  constructor(file: string, version: number) {
    super(errorText('STORE_TOO_NEW', { file, version }));
  }
}

export class SqliteTooOldError extends ServiceError {
  constructor(found: string, needed: string) {
    super(errorText('SQLITE_TOO_OLD', { found, needed }));
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

export class RawSqlTimeoutError extends ServiceError {
  constructor(limitMs: number) {
    super(errorText('SQL_TIMEOUT', { seconds: limitMs / 1000 }));
  }
}

export class RawSqlBusyError extends ServiceError {
  constructor() {
    super(errorText('RAW_SQL_BUSY'));
  }
}

export class OutsideScopeError extends ServiceError {
  constructor() {
    super(errorText('PIPE_NOT_PERMITTED/scope'));
  }
}

export class PipeStateFullError extends ServiceError {
  constructor(pipeId: string, mostBytes: number) {
    super(errorText('PIPE_STATE_FULL', { pipeId, mostBytes }));
  }
}

export class SpeakerNotFoundError extends ServiceError {
  constructor(speakerId: number) {
    super(errorText('SPEAKER_NOT_FOUND', { speakerId }), { context: { speaker_id: speakerId } });
  }
}

export class SameSpeakerError extends ServiceError {
  constructor(speakerId: number) {
    super(errorText('SAME_SPEAKER', { speakerId }), { context: { speaker_id: speakerId } });
  }
}

export class InvalidVoiceError extends ServiceError {
  constructor() {
    super(errorText('INVALID_PARAMETER/voice'));
  }
}

export class CanaryLostError extends ServiceError {
  constructor() {
    super(errorText('CANARY_LOST'));
  }
}

export class DataFileGoneError extends ServiceError {
  constructor(file: string) {
    super(errorText('DATA_FILE_GONE', { file }));
  }
}

export class MediaRefusedError extends ServiceError {
  constructor(cause: unknown) {
    super(errorText('MEDIA_REFUSED'), { cause });
  }
}

export class DataFileRefusedError extends ServiceError {
  constructor(file: string, cause: unknown) {
    super(errorText('DATA_FILE_REFUSED', { file }), { cause });
  }
}

export class TokenNameTakenError extends ServiceError {
  constructor(name: string) {
    super(errorText('TOKEN_NAME_TAKEN', { name }));
  }
}

export class TokenNotFoundError extends ServiceError {
  constructor(name: string) {
    super(errorText('TOKEN_NOT_FOUND', { name }));
  }
}

export class MemoryNotFoundError extends ServiceError {
  constructor(id: number) {
    super(errorText('MEMORY_NOT_FOUND', { id }), { context: { memory_id: id } });
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

export class DeletionJobNotFoundError extends ServiceError {
  constructor(id: number) {
    super(errorText('DELETION_NOT_FOUND', { id }), { context: { deletion_id: id } });
  }
}
