/** Ends what fills a folder as soon as the folder is larger than a pipe may be: npm unpacks archives before anyone can measure them. */
import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { InvalidPipeError } from '../errors.ts';
import { sizeCounter } from './limits.ts';

const LOOK_EVERY_MS = 300;

/** Rejects with INVALID_PIPE, after `fill` has ended by its signal. */
export async function fillWithinLimits(
  folder: string,
  signal: AbortSignal,
  fill: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const excess = new AbortController();
  const over = new AbortController();
  const watching = watch(folder, over.signal).catch((error: unknown) => excess.abort(error));
  try {
    await fill(AbortSignal.any([signal, excess.signal]));
  } catch (error) {
    excess.signal.throwIfAborted();
    throw error;
  } finally {
    over.abort();
    await watching;
  }
  await measure(folder);
}

async function watch(folder: string, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await pause(LOOK_EVERY_MS, undefined, { signal: over }).catch(() => undefined);
    // npm moves folders while it works.
    await measure(folder).catch((error: unknown) => {
      if (error instanceof InvalidPipeError) throw error;
    });
  }
}

/** Links count as nothing here: what may be in the folder is judged when it is filled. */
async function measure(folder: string): Promise<void> {
  const counter = sizeCounter();
  for await (const entry of await opendir(folder, { recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    counter.addFile(path.slice(folder.length));
    if (entry.isFile()) counter.addBytes((await lstat(path)).size);
  }
}
