/** The decisions about an upload, the same for every database: whether there is room, and whether it may take its place. */
import { MAX_BLOB_BYTES } from '@hindcast/client/hub-wire';
import type { AppendResult, NewSegment, NewUpload } from './storage.ts';

/** What the smallest file takes on a disk, and roughly what the rows of a segment take. */
const BLOCK_BYTES = 4_096;
/** The same as `chargeOf`, for sums in SQL. */
export const CHARGE_SQL = `((size + ${BLOCK_BYTES - 1}) / ${BLOCK_BYTES} * ${BLOCK_BYTES})`;

export interface AppendFacts {
  /** Of what is at that number now. */
  knownHash: string | undefined;
  knownSize: number | undefined;
  /** How many the stream has. */
  segments: number;
  lease: { holder: string; untilMs: number } | undefined;
  /** What its segments are charged. */
  usedBytes: number;
  /** What its blobs that belong to no segment are charged: they are on the disk until they are swept. */
  looseBytes: number;
}

/** What a blob counts against the quota. */
export function chargeOf(size: number): number {
  return Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES;
}

/** By another holder. One that ends later than any can was written by a clock that went wrong. */
export function isLeaseHeld(
  { holder, nowMs, leaseMs }: Pick<NewSegment, 'holder' | 'nowMs' | 'leaseMs'>,
  lease: AppendFacts['lease'],
): boolean {
  if (!lease || lease.holder === holder) return false;
  return lease.untilMs > nowMs && lease.untilMs <= nowMs + leaseMs;
}

export function judgeAppend(segment: NewSegment, facts: AppendFacts): AppendResult {
  const { knownHash } = facts;
  // First: a device asks again after a lost answer, maybe as a new process.
  if (knownHash === segment.hash) return 'known';
  if (isLeaseHeld(segment, facts.lease)) return 'lease';
  if (segment.replaces !== knownHash) return 'taken';
  if (segment.replaces === undefined && segment.sequence !== facts.segments) {
    return segment.sequence < facts.segments ? 'taken' : 'gap';
  }
  // Its own blob is noted already.
  const looseBytes = facts.looseBytes - chargeOf(segment.size);
  return hasRoom(segment, { ...facts, looseBytes }) ? 'appended' : 'quota';
}

/**
 * Everything that is on the disk counts, so that rewriting and removing cannot pile up bytes. What does not become larger may go
 * somewhat beyond the quota: it is how an account that is full gets room.
 */
export function hasRoom(
  { quotaBytes, size }: Pick<NewUpload, 'quotaBytes' | 'size'>,
  { knownSize = 0, usedBytes, looseBytes }: Omit<AppendFacts, 'knownHash' | 'segments' | 'lease'>,
): boolean {
  if (quotaBytes === null) return true;
  const isGrowing = chargeOf(size) > chargeOf(knownSize);
  const beyond = isGrowing ? 0 : Math.max(quotaBytes / 4, MAX_BLOB_BYTES);
  return usedBytes + looseBytes + chargeOf(size) <= quotaBytes + beyond;
}
