import { errorText, ServiceError } from '#core/errors.ts';

export class AudioGoneError extends ServiceError {
  constructor(chunk: { id: number; filePath: string }, cause?: unknown) {
    const details =
      chunk.filePath === '' ? 'only its text was stored' : 'the file is missing or broken';
    super(errorText('AUDIO_GONE', { chunkId: chunk.id }), {
      context: { audio_chunk_id: chunk.id, file_path: chunk.filePath, details },
      cause,
    });
  }
}
