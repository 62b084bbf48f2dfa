/** Fetches the files of a model by their addresses. What comes is compared with its checksum by whoever asked. */
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ModelMismatchError, ModelUnreachableError } from './errors.ts';
import type { ModelFile } from './manifest.ts';

// Somebody waits at a terminal; a server that says nothing for so long will not say anything.
const ANSWERS_WITHIN_MS = 60_000;

/** `folder` is made by this. Rejects with ModelUnreachableError or ModelMismatchError, and with the reason of `signal`. */
export async function fetchFiles(options: {
  files: readonly ModelFile[];
  folder: string;
  onBytes: (bytes: number) => void;
  signal: AbortSignal;
}): Promise<void> {
  const { files, folder, signal } = options;
  await mkdir(folder);
  let done = 0;
  for (const file of files) {
    const onBytes = (bytes: number) => options.onBytes(done + bytes);
    await fetchFile(file, join(folder, file.name), onBytes, signal);
    done += file.bytes;
  }
}

async function fetchFile(
  file: ModelFile,
  path: string,
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const { host } = new URL(file.path);
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), ANSWERS_WITHIN_MS);
  try {
    const response = await fetch(file.path, { signal: AbortSignal.any([signal, silence.signal]) });
    if (!response.ok || response.body === null) {
      throw new ModelUnreachableError(file.name, `${host} answers ${response.status}`);
    }
    const counted = countedUpTo(file, (bytes) => {
      timer.refresh();
      onBytes(bytes);
    });
    await pipeline(Readable.fromWeb(response.body), counted, createWriteStream(path), { signal });
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof ModelUnreachableError || cause instanceof ModelMismatchError) throw cause;
    const isDiskFull = (cause as NodeJS.ErrnoException).code === 'ENOSPC';
    const reason = isDiskFull ? 'the disk is full' : `${host} cannot be reached`;
    throw new ModelUnreachableError(file.name, reason, cause);
  } finally {
    clearTimeout(timer);
  }
}

/** More than was promised is something else: it must not fill the disk first. */
function countedUpTo(file: ModelFile, onBytes: (bytes: number) => void): Transform {
  let bytes = 0;
  return new Transform({
    transform(piece: Buffer, _encoding, next) {
      bytes += piece.length;
      if (bytes > file.bytes) {
        next(new ModelMismatchError(new URL(file.path).host, file.name));
        return;
      }
      onBytes(bytes);
      next(null, piece);
    },
  });
}
