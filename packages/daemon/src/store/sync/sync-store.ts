/** The part of the store that sync uses. See `draft.ts` and `apply.ts` for what the calls promise. */
import type { Page } from '../records.ts';
import type { DraftLimits } from './draft.ts';
import type { IncomingPicture, OutgoingPicture } from './pictures.ts';
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
    /** Whether nothing of the segment is left after these records; absent: yes. */
    isLast?: boolean;
    nowMs: number;
  }): Promise<number | undefined>;
  addSyncRun(run: SyncRun): Promise<void>;

  /** Where the picture of a frame can be fetched; undefined when its device has not sent it. */
  findPicture(frameId: number, signal?: AbortSignal): Promise<IncomingPicture | undefined>;
  /** A frame whose picture was sent and is not here. */
  nextMissingPicture(signal?: AbortSignal): Promise<number | undefined>;
  /** The next file to send: one that was asked for, or with `isFull` one that nobody has yet. */
  nextPicture(isFull: boolean): Promise<OutgoingPicture | undefined>;
  /** It was sent, in so many parts; undefined: it cannot be, and nobody waits for it any more. */
  pictureSent(picture: OutgoingPicture, parts: number | undefined, atMs: number): Promise<void>;
  /** Asks the device that has it for the picture of a frame. */
  wishPicture(frameId: number): Promise<void>;
  /** The file is here, under this path relative to the data folder. */
  pictureReceived(
    picture: IncomingPicture,
    path: string,
    deviceName: string,
    atMs: number,
  ): Promise<void>;
}
