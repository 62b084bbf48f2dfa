/** Removes loose blobs: of uploads that were interrupted, of segments that were rewritten, of deleted streams and accounts. */
import type { HubStorage } from './storage.ts';

/** Longer than any upload takes, and than anybody who has just found a segment takes to read its blob. */
const LOOSE_FOR_MS = 20 * 60_000;
const AT_ONCE = 100;
/** Then the store of blobs itself is away, and to try all the others would only take long. */
const MOST_FAULTS = 200;

/**
 * Ended at any point it goes on the next time. Several hubs may do it at once. Rejects at its end when a blob could not be removed:
 * the others are deleted then, and those that could not be have their turn after all that are due before.
 */
export async function sweepBlobs(
  { metadata, blobs }: HubStorage,
  nowMs: number,
  signal?: AbortSignal,
): Promise<void> {
  const faults: unknown[] = [];
  for (let isMore = true; isMore && faults.length < MOST_FAULTS && !signal?.aborted; ) {
    const keys = await metadata.doomBlobs(nowMs - LOOSE_FOR_MS, AT_ONCE);
    const removed: string[] = [];
    const stuck: string[] = [];
    for (const key of keys) {
      if (signal?.aborted) break;
      try {
        await blobs.remove(key);
        removed.push(key);
      } catch (error) {
        stuck.push(key);
        faults.push(error);
      }
    }
    await metadata.forgetBlobs(removed);
    await metadata.putOffBlobs(stuck, nowMs);
    isMore = keys.length === AT_ONCE;
  }
  const [cause] = faults;
  if (faults.length > 0) throw new Error(`${faults.length} could not be removed`, { cause });
}
