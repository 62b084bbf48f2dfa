/** The one decision about an append, the same for every database. */
import type { AppendResult, NewSegment } from './storage.ts';

export interface AppendFacts {
  /** Of what is at that number now. */
  knownHash: string | undefined;
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
  if (segment.replaces !== undefined) return segment.replaces === knownHash ? 'appended' : 'taken';
  if (knownHash !== undefined || segment.sequence < facts.segments) return 'taken';
  if (segment.sequence > facts.segments) return 'gap';
  const { quotaBytes } = segment;
  return quotaBytes !== null && facts.usedBytes + segment.size > quotaBytes ? 'quota' : 'appended';
}
