import { ServiceError } from '#core/errors.ts';

export class FrameNotFoundError extends ServiceError {
  constructor(frameId: number) {
    super('FRAME_NOT_FOUND', `frame ${frameId}: no such frame`, { context: { frame_id: frameId } });
  }
}

export class FrameGoneError extends ServiceError {
  constructor(frameId: number, filePath: string, cause?: unknown) {
    const details = filePath === '' ? 'only its text was stored' : 'the file is missing or broken';
    super('FRAME_GONE', `frame ${frameId}: its image file is missing or unreadable`, {
      hint: 'Ask /frames/next-valid for the nearest readable frame.',
      // The words that clients of this interface know.
      context: { frame_id: frameId, error_type: 'video_corrupted', file_path: filePath, details },
      cause,
    });
  }
}

/** The frame and its text are there; its picture was not to be kept. */
export class PictureRemovedError extends ServiceError {
  constructor(frameId: number, why: string) {
    const details =
      why === 'retention'
        ? 'its picture was older than pictures are kept (retention.pixels, retention.maxGb)'
        : 'its picture was removed by a privacy rule';
    super('FRAME_GONE', `frame ${frameId}: ${details}`, {
      hint: 'Its text is still there: GET /frames/{frame_id}/text.',
      context: { frame_id: frameId, error_type: 'picture_removed', reason: why, details },
    });
  }
}

export class AudioChunkNotFoundError extends ServiceError {
  constructor(chunkId: number) {
    super('AUDIO_CHUNK_NOT_FOUND', `audio chunk ${chunkId}: no such audio chunk`, {
      context: { audio_chunk_id: chunkId },
    });
  }
}

export class UnreadableImageError extends ServiceError {
  constructor(path: string, cause?: unknown) {
    super('UNREADABLE_IMAGE', `image file "${path}" is missing or is not a readable image`, {
      hint: 'Give the absolute path of a PNG, JPEG or WebP file that the service may read.',
      context: { file_path: path },
      cause,
    });
  }
}

export class QueryCancelledError extends ServiceError {
  constructor() {
    super('QUERY_CANCELLED', 'the query was stopped before it was done');
  }
}

export class TimeOutOfRangeError extends ServiceError {
  constructor(atMs: number) {
    super('INVALID_PARAMETER', `timestamp ${atMs} ms: only the years 1970 to 9999 can be stored`);
  }
}

export class StoreClosedError extends ServiceError {
  constructor() {
    super('SERVICE_STOPPING', 'the store is closed');
  }
}

export class DiskFullError extends ServiceError {
  constructor(cause?: unknown) {
    super('DISK_FULL', 'the disk is full: nothing was stored', {
      hint: 'Free some space on the disk that holds the data folder; reading still works.',
      cause,
    });
  }
}

export class CorruptStoreError extends ServiceError {
  constructor(file: string, cause?: unknown) {
    super('STORE_CORRUPT', `the database file ${file} is damaged or is not a Hindcast database`, {
      hint: 'Run "hindcast doctor" to see what can be saved. Nothing was changed.',
      cause,
    });
  }
}

/** The same code as a damaged database: for the user both are the loss of the database. */
export class LostDatabaseError extends ServiceError {
  constructor(file: string) {
    super(
      'STORE_CORRUPT',
      `the database file ${file} is missing or empty, but the media, snapshots or key of a store are there`,
      {
        hint: 'Nothing was changed. To begin a new store, choose another --data-dir or move this folder away.',
      },
    );
  }
}

export class StoreTooNewError extends ServiceError {
  constructor(file: string, version: number) {
    super(
      'STORE_TOO_NEW',
      `the database file ${file} was written by a newer Hindcast (schema ${version})`,
      { hint: 'Update Hindcast, or choose another --data-dir.' },
    );
  }
}

export class SqliteTooOldError extends ServiceError {
  constructor(found: string, needed: string) {
    super('SQLITE_TOO_OLD', `SQLite ${found} is too old: at least ${needed} is needed`, {
      hint: 'Run "npm ci" to install the version that belongs to this release.',
    });
  }
}

export class RawSqlError extends ServiceError {
  constructor(reason: string) {
    super('SQL_REFUSED', `the SQL statement was refused: ${reason}`, {
      hint: 'Only one read-only SELECT (or WITH … SELECT) statement is accepted.',
    });
  }
}

export class RawSqlTimeoutError extends ServiceError {
  constructor(limitMs: number) {
    super('SQL_TIMEOUT', `the SQL statement was stopped after ${limitMs / 1000} s`, {
      hint: 'Narrow the statement with a time range, an index column or a LIMIT.',
    });
  }
}

export class RawSqlBusyError extends ServiceError {
  constructor() {
    super('RAW_SQL_BUSY', 'too many SQL statements are waiting to run', {
      hint: 'Try again when earlier statements have ended.',
    });
  }
}

export class OutsideScopeError extends ServiceError {
  constructor() {
    super('PIPE_NOT_PERMITTED', 'this is not open to a caller with restricted permissions');
  }
}

export class PipeStateFullError extends ServiceError {
  constructor(pipeId: string, mostBytes: number) {
    super('PIPE_STATE_FULL', `pipe ${pipeId}: its state would be larger than ${mostBytes} bytes`, {
      hint: 'Keep less, or write larger things into a file of a folder that is granted.',
    });
  }
}

export class SpeakerNotFoundError extends ServiceError {
  constructor(speakerId: number) {
    super('SPEAKER_NOT_FOUND', `speaker ${speakerId}: no such speaker`, {
      hint: 'POST /speakers/search lists the speakers with a name, GET /speakers/unnamed the others.',
      context: { speaker_id: speakerId },
    });
  }
}

export class SameSpeakerError extends ServiceError {
  constructor(speakerId: number) {
    super('SAME_SPEAKER', `speaker ${speakerId}: cannot be merged with itself`, {
      context: { speaker_id: speakerId },
    });
  }
}

export class InvalidVoiceError extends ServiceError {
  constructor() {
    super('INVALID_PARAMETER', 'a voice must have 128 finite components that are not all zero');
  }
}

export class CanaryLostError extends ServiceError {
  constructor() {
    super('CANARY_LOST', 'a text that was just stored could not be found again', {
      hint: 'Run "hindcast doctor" to look for damage in the database.',
    });
  }
}

export class DataFileGoneError extends ServiceError {
  constructor(file: string) {
    super('DATA_FILE_GONE', `the database file ${file} was removed or replaced`, {
      hint: 'Put the file back, or start the service again: what is recorded meanwhile is lost.',
    });
  }
}

export class MediaRefusedError extends ServiceError {
  constructor(cause: unknown) {
    super('MEDIA_REFUSED', 'the data folder takes no files: it may not be written', {
      hint: 'Let the service read and write its data folder, on a disk that is not read-only.',
      cause,
    });
  }
}

export class DataFileRefusedError extends ServiceError {
  constructor(file: string, cause: unknown) {
    super('DATA_FILE_REFUSED', `the database file ${file} may not be written any more`, {
      hint: 'Let the service read and write its data folder.',
      cause,
    });
  }
}

export class TokenNameTakenError extends ServiceError {
  constructor(name: string) {
    super('TOKEN_NAME_TAKEN', `there is a token named "${name}" already`, {
      hint: 'Choose another name, or revoke the old token first.',
    });
  }
}

export class TokenNotFoundError extends ServiceError {
  constructor(name: string) {
    super('TOKEN_NOT_FOUND', `there is no token named "${name}"`);
  }
}

export class MemoryNotFoundError extends ServiceError {
  constructor(id: number) {
    super('MEMORY_NOT_FOUND', `memory ${id}: no such memory`, { context: { memory_id: id } });
  }
}

export class MeetingNotFoundError extends ServiceError {
  /** Without an id: none goes on. */
  constructor(id?: number) {
    super(
      'MEETING_NOT_FOUND',
      id === undefined ? 'no meeting goes on' : `meeting ${id}: no such meeting`,
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
    super('DELETION_NOT_FOUND', `deletion ${id}: there is none of that number`, {
      context: { deletion_id: id },
    });
  }
}
