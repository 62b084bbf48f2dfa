/** Fetches an archive from an address that a person has given, within limits of size, time and redirects. */
import { createWriteStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PipeSourceUnreachableError } from '../errors.ts';
import { MOST_ARCHIVE_BYTES } from './limits.ts';

const TIMEOUT_MS = 120_000;

/** The runtime follows up to twenty redirects by itself. */
export async function download(url: string, file: string, signal: AbortSignal): Promise<void> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const response = await fetch(url, { signal: limit, headers: { accept: '*/*' } }).catch(
    (cause) => {
      throw new PipeSourceUnreachableError('the address does not answer', cause);
    },
  );
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    throw new PipeSourceUnreachableError(`the address answers with status ${response.status}`);
  }
  let size = 0;
  const counted = new Transform({
    transform(piece: Buffer, _encoding, done) {
      size += piece.length;
      if (size > MOST_ARCHIVE_BYTES) done(new TooLarge());
      else done(null, piece);
    },
  });
  try {
    const body = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
    await pipeline(body, counted, createWriteStream(file, { mode: 0o600 }), { signal: limit });
  } catch (cause) {
    if (cause instanceof TooLarge) {
      const most = MOST_ARCHIVE_BYTES / 1024 / 1024;
      throw new PipeSourceUnreachableError(`it is larger than ${most} MB`, cause);
    }
    throw new PipeSourceUnreachableError('the transfer broke off', cause);
  }
}

class TooLarge extends Error {}
