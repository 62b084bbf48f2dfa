import { errorText, ServiceError } from '#core/errors.ts';

export class RangeNotSatisfiableError extends ServiceError {
  constructor(chunkId: number, sizeBytes: number) {
    super(errorText('RANGE_NOT_SATISFIABLE', { chunkId, sizeBytes }), {
      context: { audio_chunk_id: chunkId, size_bytes: sizeBytes },
    });
  }
}

export class NothingToTranscribeError extends ServiceError {
  constructor() {
    super(errorText('INVALID_BODY/recordings'), { context: { field: 'audio_chunk_ids' } });
  }
}

/** Sound is turned off. */
export class NothingTranscribesError extends ServiceError {
  constructor() {
    super(errorText('NOT_LISTENING/off'));
  }
}

/** It was never read again, or something else was changed since. */
export class OlderTextMissingError extends ServiceError {
  constructor(chunkId: number) {
    super(errorText('OLDER_TEXT_MISSING', { chunkId }), { context: { audio_chunk_id: chunkId } });
  }
}
