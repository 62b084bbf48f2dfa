/** Removes loose blobs: of uploads that were interrupted, of segments that were written anew, of streams and accounts that are gone. */
import type { HubStorage } from './storage.ts';

/** Longer than any upload takes, and than anybody who has just found a segment takes to read its blob. */
const LOOSE_FOR_MS = 15 * 60_000;
const AT_ONCE = 100;

/**
 * Ended at any point it goes on the next time. Several hubs may do it at once. Rejects at its end when a blob could not be removed:
 * the others are gone then.
 */
export async function sweepBlobs(
  { metadata, blobs }: HubStorage,
  nowMs: number,
  signal?: AbortSignal,
): Promise<void> {
  const faults = new Map<string, unknown>();
  for (;;) {
    const keys = await metadata.doomBlobs(nowMs - LOOSE_FOR_MS, AT_ONCE);
    const removed: string[] = [];
    for (const key of keys) {
      if (signal?.aborted) break;
      try {
        await blobs.remove(key);
        removed.push(key);
      } catch (error) {
        faults.set(key, error);
      }
    }
    await metadata.forgetBlobs(removed);
    // What cannot be removed comes again with every batch.
    if (keys.length < AT_ONCE || removed.length === 0 || signal?.aborted) break;
  }
  const [cause] = faults.values();
  if (faults.size > 0) throw new Error(`${faults.size} could not be removed`, { cause });
}
