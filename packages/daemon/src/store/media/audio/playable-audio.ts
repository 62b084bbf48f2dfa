/** An audio file open for playing: held open, so that it cannot go away between its size and its bytes. */
import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import { hasCode } from '../system-error.ts';
import { AudioGoneError } from './errors.ts';

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
): Promise<PlayableAudio> {
  const contentType = CONTENT_TYPES[extname(path).toLowerCase()];
  if (contentType === undefined) throw new AudioGoneError(chunk);
  try {
    if (!(await stat(path)).isFile()) throw new TypeError('not a regular file');
    // Without O_NONBLOCK a named pipe put in the place of the file since then would hang here.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const { size, mtimeMs } = await file.stat();
    if (size === 0) {
      await file.close();
      throw new RangeError('an empty file');
    }
    return {
      contentType,
      sizeBytes: size,
      modifiedAtMs: mtimeMs,
      read: (start, end) => file.createReadStream({ start, end }),
      close: () => file.close(),
    };
  } catch (cause) {
    // Says something about the service at this moment, nothing about the file.
    if (hasCode(cause, 'EMFILE', 'ENFILE', 'ENOMEM')) throw cause;
    throw new AudioGoneError(chunk, cause);
  }
}
