/** Removes loose blobs: of uploads that were interrupted, of segments that were written anew, of streams and accounts that are gone. */
import type { HubStorage } from './storage.ts';

/** Longer than any upload takes, and than anybody who has just found a segment takes to read its blob. */
const LOOSE_FOR_MS = 15 * 60_000;
const AT_ONCE = 100;

/** Ended at any point it goes on the next time. Several hubs may do it at once. */
export async function sweepBlobs({ metadata, blobs }: HubStorage, nowMs: number): Promise<void> {
  for (;;) {
    const keys = await metadata.doomBlobs(nowMs - LOOSE_FOR_MS, AT_ONCE);
    for (const key of keys) await blobs.remove(key);
    await metadata.forgetBlobs(keys);
    if (keys.length < AT_ONCE) return;
  }
}
