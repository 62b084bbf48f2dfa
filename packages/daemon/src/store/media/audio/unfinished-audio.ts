/** A recording that is still being made, as far as it is: whoever sees its provisional text may want to hear it. */
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { hasCode } from '../system-error.ts';
import { encodeOpus } from './opus.ts';
import type { PlayableAudio } from './playable-audio.ts';
import { readSpoolFile } from './spool-file.ts';

/** Undefined when there is nothing of it. */
export async function openUnfinished(spoolPath: string): Promise<PlayableAudio | undefined> {
  const spool = await open(spoolPath, 'r').catch((cause: unknown) => {
    if (hasCode(cause, 'ENOENT')) return undefined;
    throw cause;
  });
  if (!spool) return undefined;
  try {
    const content = await readSpoolFile(spool);
    if (!content) return undefined;
    const { mtimeMs } = await spool.stat();
    // At most half a minute of speech: a tenth of a second of work.
    const bytes = await encodeOpus(content.pieces);
    return {
      contentType: 'audio/ogg',
      sizeBytes: bytes.length,
      modifiedAtMs: mtimeMs,
      read: (start, end) => Readable.from([bytes.subarray(start, end + 1)]),
      close: async () => {},
    };
  } finally {
    await spool.close();
  }
}
