/** The one decision about an append, the same for every database. */
import type { AppendResult, NewSegment } from './storage.ts';

export interface AppendFacts {
  /** Of what is at that number now. */
  knownHash: string | undefined;
  knownSize: number | undefined;
  /** How many the stream has. */
  segments: number;
  lease: { holder: string; untilMs: number } | undefined;
  usedBytes: number;
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
  return isBeyondQuota(segment, facts) ? 'quota' : 'appended';
}

/** What becomes smaller is always taken: it is how an account that is full gets room. */
function isBeyondQuota({ quotaBytes, size }: NewSegment, facts: AppendFacts): boolean {
  const growth = size - (facts.knownSize ?? 0);
  return quotaBytes !== null && growth > 0 && facts.usedBytes + growth > quotaBytes;
}
