/**
 * Takes what was deleted out of the segments of this device. A segment is fetched, opened, and put back in its place without what is
 * missing; inside it says which bytes it stands for, so that the chain of hashes holds for those who have read the old one and for
 * those who have not. A kill before, between or after any of these steps leaves a whole segment there, the old one or the new one.
 */
import type { Store } from '#store/store.ts';
import type { Device, Traffic } from './engine.ts';
import { hashOf, LOG_STREAM, readable, sealSegment, unsealSegment } from './segment.ts';

/** Of one round: records are not to wait. */
const SEGMENTS_AT_ONCE = 4;

export async function tidySegments(
  { account, backend, machineId, holder }: Device,
  { store, nowMs }: { store: TidyStore; nowMs: () => number },
  traffic: Traffic,
  signal: AbortSignal,
): Promise<void> {
  for (const stale of await store.sync.listStaleSegments(nowMs(), SEGMENTS_AT_ONCE)) {
    const { sequence } = stale;
    const spot = { machineId, stream: LOG_STREAM, sequence };
    const place = { accountId: account.accountId, machineId, sequence };
    const old = await backend.read(spot, signal);
    const packed = unsealSegment(account.masterKey, place, old);
    const segment = readable(place, await store.sync.withoutGone(packed));
    const { previous, standsFor = hashOf(old), columns, recordCount } = segment;
    const content = { previous, columns, standsFor };
    const bytes = await sealSegment(account.masterKey, place, content);
    await backend.replace(spot, bytes, hashOf(old), holder, signal);
    await store.sync.segmentTidied(stale, recordCount);
    traffic.blobs += 1;
    traffic.bytes += bytes.length;
  }
}

export type TidyStore = {
  readonly sync: Pick<Store['sync'], 'listStaleSegments' | 'withoutGone' | 'segmentTidied'>;
};
