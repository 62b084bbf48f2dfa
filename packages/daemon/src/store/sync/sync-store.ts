/** The part of the store that sync uses. See `draft.ts` and `apply.ts` for what the calls promise. */
import type { Page } from '../records.ts';
import type { DraftLimits } from './draft.ts';
import type { Draft, SyncRecord, SyncRun, SyncState } from './records.ts';

export interface SyncStore {
  syncState(signal?: AbortSignal): Promise<SyncState>;
  /** The newest first. */
  listSyncRuns(
    limit: number,
    offset: number,
    signal?: AbortSignal,
  ): Promise<Page<SyncRun & { id: number }>>;
  /** Changes are noted from now on. Another account or machine id begins anew, with all that was captured here. */
  startSync(accountId: string, machineId: string): Promise<void>;
  /** The next records to tell; drafting twice gives the same, apart from what has changed meanwhile. */
  draftSegment(limits: DraftLimits): Promise<Draft>;
  /** A drafted segment, sealed: it stays in the outbox until it is confirmed. Without bytes only its changes go. */
  stageSegment(
    segment: Pick<Draft, 'sequence' | 'changeIds' | 'rows'> & { bytes: Uint8Array; hash: string },
  ): Promise<void>;
  confirmSegment(sequence: number, atMs: number): Promise<void>;
  /** How many records were new here; undefined, and nothing done, when it is not that machine's next segment. */
  applySegment(segment: {
    machineId: string;
    sequence: number;
    hash: string;
    records: readonly SyncRecord[];
    nowMs: number;
  }): Promise<number | undefined>;
  addSyncRun(run: SyncRun): Promise<void>;
}
