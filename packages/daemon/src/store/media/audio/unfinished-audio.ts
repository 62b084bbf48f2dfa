/** A recording that is still being made, as far as it is: whoever sees its provisional text may want to hear it. */
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { floatsOf } from '#core/sound/pcm.ts';
import type { Sealing } from '../../sealing/store-key.ts';
import { hasCode } from '../system-error.ts';
import type { SoundCodec } from '../video/process/video-process.ts';
import { AudioGoneError } from './errors.ts';
import type { PlayableAudio } from './playable-audio.ts';
import { readSpoolFile, type SpoolContent } from './spool-file.ts';

interface Spool {
  spoolPath: string;
  sealing: Sealing | undefined;
}

/** Undefined when there is nothing of it. */
export function openUnfinished(
  { spoolPath, sealing }: Spool,
  encode: SoundCodec['encode'],
): Promise<PlayableAudio | undefined> {
  return withSpool(spoolPath, sealing, async ({ samples }, spool) => {
    const { mtimeMs } = await spool.stat();
    // At most half a minute of speech: a tenth of a second of work.
    const bytes = await encode(samples);
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
export function readUnfinished({ spoolPath, sealing }: Spool): Promise<Float32Array | undefined> {
  return withSpool(spoolPath, sealing, async ({ samples }) => {
    // Copied: a buffer from the pool may begin at an odd place.
    return floatsOf(new Int16Array(new Uint8Array(samples).buffer));
  });
}

/** `finished`, or of a recording whose file is not there yet `soFar`. */
export async function orUnfinished<T>(
  spool: Spool,
  finished: () => Promise<T>,
  soFar: (spool: Spool) => Promise<T | undefined>,
): Promise<T> {
  try {
    return await finished();
  } catch (error) {
    if (!(error instanceof AudioGoneError)) throw error;
    // It may have been finished while we looked.
    return (await soFar(spool)) ?? finished();
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
