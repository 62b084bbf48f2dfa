import { ServiceError } from '#core/errors.ts';

/** The content is at fault, or there is none: reading it again gives the same. */
export class UndecodableAudioError extends ServiceError {
  constructor(cause: unknown) {
    super('AUDIO_UNDECODABLE', 'no audio can be read from this file', { cause });
  }
}

export class AudioGoneError extends ServiceError {
  constructor(chunk: { id: number; filePath: string }, cause?: unknown) {
    const details =
      chunk.filePath === '' ? 'only its text was stored' : 'the file is missing or broken';
    super('AUDIO_GONE', `audio chunk ${chunk.id}: its audio file is missing or unreadable`, {
      hint: 'Its text is still found by /search.',
      context: { audio_chunk_id: chunk.id, file_path: chunk.filePath, details },
      cause,
    });
  }
}
