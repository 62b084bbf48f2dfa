/** A recording that is still being made, as far as it is: whoever sees its provisional text may want to hear it. */
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { floatsOf } from '#core/pcm.ts';
import type { Sealing } from '../../sealing/store-key.ts';
import { hasCode } from '../system-error.ts';
import { AudioGoneError } from './errors.ts';
import { encodeOpus } from './opus.ts';
import type { PlayableAudio } from './playable-audio.ts';
import { readSpoolFile, type SpoolContent } from './spool-file.ts';

/** Undefined when there is nothing of it. */
export function openUnfinished(
  spoolPath: string,
  sealing: Sealing | undefined,
): Promise<PlayableAudio | undefined> {
  return withSpool(spoolPath, sealing, async ({ pieces }, spool) => {
    const { mtimeMs } = await spool.stat();
    // At most half a minute of speech: a tenth of a second of work.
    const bytes = await encodeOpus(pieces);
    return {
      contentType: 'audio/ogg',
      sizeBytes: bytes.length,
      modifiedAtMs: mtimeMs,
      read: (start, end) => Readable.from([bytes.subarray(start, end + 1)]),
      close: async () => {},
    };
  });
}

/** Its samples, as numbers from -1 to 1. Undefined when there is nothing of it. */
export function readUnfinished(
  spoolPath: string,
  sealing: Sealing | undefined,
): Promise<Float32Array | undefined> {
  return withSpool(spoolPath, sealing, async ({ pieces }) => {
    const bytes = Buffer.concat([...pieces]);
    // Copied: a buffer from the pool may begin at an odd place.
    return floatsOf(new Int16Array(new Uint8Array(bytes).buffer));
  });
}

/** `finished`, or of a recording whose file is not there yet `soFar`. */
export async function orUnfinished<T>(
  { spoolPath, sealing }: { spoolPath: string; sealing: Sealing | undefined },
  finished: () => Promise<T>,
  soFar: (spoolPath: string, sealing: Sealing | undefined) => Promise<T | undefined>,
): Promise<T> {
  try {
    return await finished();
  } catch (error) {
    if (!(error instanceof AudioGoneError)) throw error;
    // It may have been finished while we looked.
    return (await soFar(spoolPath, sealing)) ?? finished();
  }
}

async function withSpool<T>(
  spoolPath: string,
  sealing: Sealing | undefined,
  work: (content: SpoolContent, spool: FileHandle) => Promise<T>,
): Promise<T | undefined> {
  const spool = await open(spoolPath, 'r').catch((cause: unknown) => {
    if (hasCode(cause, 'ENOENT')) return undefined;
    throw cause;
  });
  if (!spool) return undefined;
  try {
    const content = await readSpoolFile(spool, sealing);
    return content && (await work(content, spool));
  } finally {
    await spool.close();
  }
}
