import { errorText, ServiceError } from '#core/errors.ts';

/** It was never read again, or something else was changed since. */
export class OlderTextMissingError extends ServiceError {
  constructor(chunkId: number) {
    super(errorText('OLDER_TEXT_MISSING', { chunkId }), { context: { audio_chunk_id: chunkId } });
  }
}
