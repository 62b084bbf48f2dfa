/**
 * Segments of the log on their way: sealed with what they hold, and opened as far as their compressed content, which the store reads.
 * Each names the hash of the one before it. The chain distinguishes a hub that leaves out, exchanges or forks segments from one that keeps them.
 */
import { createHash } from 'node:crypto';
import { serviceError } from '#core/errors.ts';
import {
  type SegmentHead,
  segmentContent,
  type Unreadable,
} from '#store/sync/segments/segment-content.ts';
import { SyncBlobRefusedError } from '../errors.ts';
import { openPacked, type Place, seal } from '../keys/envelope.ts';

export const LOG_STREAM = 'log';

export type LogPlace = Omit<Place, 'stream'>;

/** `columns` is JSON, as a draft has it. */
export function sealSegment(
  masterKey: Uint8Array,
  place: LogPlace,
  { columns, ...head }: SegmentHead & { columns: Uint8Array },
): Promise<Buffer> {
  return seal(masterKey, { ...place, stream: LOG_STREAM }, segmentContent(head, columns));
}

/** Its compressed content. Throws as `openPacked` does. */
export function unsealSegment(
  masterKey: Uint8Array,
  place: LogPlace,
  sealed: Uint8Array,
): Uint8Array {
  return openPacked(masterKey, { ...place, stream: LOG_STREAM }, sealed);
}

/** What the store has read. Throws SyncBlobRefusedError or SYNC_NEWER_VERSION when it could not. */
export function readable<T extends SegmentHead>(place: LogPlace, read: T | Unreadable): T {
  if (!('newerVersion' in read)) return read;
  if (read.newerVersion !== undefined)
    throw serviceError('SYNC_NEWER_VERSION', { version: read.newerVersion });
  throw new SyncBlobRefusedError(nameOf(place), 'it has no records');
}

/** What the next segment follows on. Throws SyncBlobRefusedError when this one does not follow on `previous`. */
export function followedHash(
  place: LogPlace,
  head: SegmentHead,
  sealed: Uint8Array,
  previous: string,
): string {
  if (head.previous !== previous) {
    throw new SyncBlobRefusedError(nameOf(place), 'it does not follow on the one before it');
  }
  return chainHash(head, sealed);
}

/** Stays the same when the segment is rewritten (tidy.ts). */
export function chainHash({ standsFor }: SegmentHead, sealed: Uint8Array): string {
  return standsFor ?? hashOf(sealed);
}

export function hashOf(sealed: Uint8Array): string {
  return createHash('sha256').update(sealed).digest('hex');
}

function nameOf({ sequence, machineId }: LogPlace): string {
  return `blob ${sequence} of device ${machineId}`;
}
