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

export function judgeAppend(segment: NewSegment, facts: AppendFacts): AppendResult {
  const { lease, knownHash } = facts;
  // First: a device asks again after a lost answer, maybe as a new process.
  if (knownHash === segment.hash) return 'known';
  // One that ends later than any can was written by a clock that went wrong.
  const isHeld = (untilMs: number) =>
    untilMs > segment.nowMs && untilMs <= segment.nowMs + segment.leaseMs;
  if (lease && lease.holder !== segment.holder && isHeld(lease.untilMs)) return 'lease';
  if (knownHash !== undefined || segment.sequence < facts.segments) return 'taken';
  if (segment.sequence > facts.segments) return 'gap';
  const { quotaBytes } = segment;
  return quotaBytes !== null && facts.usedBytes + segment.size > quotaBytes ? 'quota' : 'appended';
}
