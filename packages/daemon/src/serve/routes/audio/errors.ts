import { ServiceError } from '#core/errors.ts';

export class RangeNotSatisfiableError extends ServiceError {
  constructor(chunkId: number, sizeBytes: number) {
    super('RANGE_NOT_SATISFIABLE', `audio chunk ${chunkId}: it has only ${sizeBytes} bytes`, {
      context: { audio_chunk_id: chunkId, size_bytes: sizeBytes },
    });
  }
}

export class NothingToTranscribeError extends ServiceError {
  constructor() {
    super('INVALID_BODY', 'audio_chunk_ids, or start and end, must be given', {
      context: { field: 'audio_chunk_ids' },
    });
  }
}

/** Sound is turned off. */
export class NothingTranscribesError extends ServiceError {
  constructor() {
    super('NOT_LISTENING', 'nothing transcribes speech here: the audio side is turned off', {
      hint: 'Set audio.enabled and start the service again.',
    });
  }
}
