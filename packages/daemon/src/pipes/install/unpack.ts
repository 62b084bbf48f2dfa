/**
 * Unpacks an archive in a thread: hostile ones keep a processor busy, and that must not be the thread that answers requests. The
 * thread ends with the signal of the caller, and its heap is bounded.
 */
import { callOnce } from '#core/worker/create-worker.ts';
import { InvalidPipeError } from '../errors.ts';

const HEAP_MB = 256;

export interface UnpackApi {
  /** What is wrong with the archive; undefined when it was unpacked. */
  unpack(archive: string, folder: string): string | undefined;
}

/** Rejects with INVALID_PIPE, or with the reason of the signal; what was unpacked until then is the caller's to remove. */
export async function unpack(archive: string, folder: string, signal: AbortSignal): Promise<void> {
  const fault = await callOnce<UnpackApi, 'unpack'>(
    {
      kind: 'thread',
      entry: new URL('./unpack-thread.ts', import.meta.url),
      name: 'unpack',
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
      stopped: () => new InvalidPipeError('its archive cannot be unpacked'),
    },
    'unpack',
    [archive, folder],
    { signal },
  );
  if (fault !== undefined) throw new InvalidPipeError(fault);
}
