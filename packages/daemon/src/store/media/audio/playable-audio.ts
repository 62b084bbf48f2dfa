/** An audio file open for playing: held open, so that it cannot go away between its size and its bytes. */
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { type MediaFile, openMediaFile } from '../../sealing/sealed-file.ts';
import type { Sealing } from '../../sealing/store-key.ts';
import { hasCode } from '../system-error.ts';
import { AudioGoneError } from './errors.ts';

const PIECE_BYTES = 64 * 1024;

/** By name, since only files of ours are played. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.ogg': 'audio/ogg',
  '.opus': 'audio/ogg',
  '.wav': 'audio/wav',
  '.flac': 'audio/flac',
  '.mp3': 'audio/mpeg',
  '.m4a': 'audio/mp4',
  '.mp4': 'audio/mp4',
};

export interface PlayableAudio {
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly modifiedAtMs: number;
  /** The bytes from `start` to `end`, both included. Closes the file when it ends. */
  read(start: number, end: number): Readable;
  /** When nothing was read. */
  close(): Promise<void>;
}

export async function openPlayable(
  chunk: { id: number; filePath: string },
  path: string,
  sealing: Sealing | undefined,
): Promise<PlayableAudio> {
  const contentType = CONTENT_TYPES[extname(path).toLowerCase()];
  if (contentType === undefined) throw new AudioGoneError(chunk);
  try {
    const file = await openMediaFile(path, sealing);
    const { sizeBytes, modifiedAtMs } = file;
    if (sizeBytes === 0) {
      await file.close();
      throw new RangeError('an empty file');
    }
    return {
      contentType,
      sizeBytes,
      modifiedAtMs,
      read(start, end) {
        const stream = Readable.from(readPieces(file, start, end), { objectMode: false });
        return stream.once('close', () => void file.close());
      },
      close: () => file.close(),
    };
  } catch (cause) {
    // Says something about the service at this moment, nothing about the file.
    if (hasCode(cause, 'EMFILE', 'ENFILE', 'ENOMEM')) throw cause;
    throw new AudioGoneError(chunk, cause);
  }
}

async function* readPieces(file: MediaFile, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at <= end; ) {
    const piece = await file.readAt(at, Math.min(PIECE_BYTES, end + 1 - at));
    if (piece.length === 0) return;
    at += piece.length;
    yield piece;
  }
}
