/** The part of the store that sync uses. See `draft.ts` and `apply.ts` for what the calls promise. */
import type { Page } from '../records.ts';
import type { IncomingFile, MediaTarget } from './incoming-files.ts';
import type { FileOver, OutgoingFile } from './outgoing-files.ts';
import type { Draft, SyncRun, SyncState } from './records.ts';
import type { DraftLimits } from './segments/draft.ts';
import type { SegmentName } from './segments/opened-segment.ts';
import type { SegmentHead, Unreadable } from './segments/segment-content.ts';
import type { KeptRecords, StaleSegment } from './told-rows.ts';

export interface SyncStore {
  syncState(signal?: AbortSignal): Promise<SyncState>;
  /** The bytes of a sealed segment that has not arrived yet. */
  findStaged(sequence: number, signal?: AbortSignal): Promise<Uint8Array | undefined>;
  /** The newest first. */
  listSyncRuns(
    limit: number,
    offset: number,
    signal?: AbortSignal,
  ): Promise<Page<SyncRun & { id: number }>>;
  /**
   * Changes are noted from now on. Another account or machine id begins anew, with all that was captured here. The one before is a
   * former name of this device, unless it is that of another one.
   */
  startSync(accountId: string, machineId: string, isNameOfAnother?: boolean): Promise<void>;
  /** The next records to tell; drafting twice gives the same, apart from what has changed meanwhile. */
  draftSegment(limits: DraftLimits): Promise<Draft>;
  /** A drafted segment, sealed: it stays in the outbox until it is confirmed. Without bytes only its changes go. */
  stageSegment(
    segment: Pick<Draft, 'sequence' | 'changeIds' | 'rows' | 'told'> & {
      bytes: Uint8Array;
      hash: string;
      records: number;
    },
  ): Promise<void>;
  confirmSegment(sequence: number, atMs: number): Promise<void>;
  /** Opens the compressed content of a segment of another device: what it follows on, or why it cannot be read. */
  openSegment(name: SegmentName, packed: Uint8Array): Promise<SegmentHead | Unreadable>;
  /** The next records of the segment that was opened last; undefined, and nothing done, when it is not that machine's next one. */
  applySegment(
    segment: SegmentName & { hash: string; limit: number; nowMs: number },
  ): Promise<{ added: number; isLast: boolean } | undefined>;
  /** A device that was read has nothing there any more, or has again what was read. */
  setCursorLeft(machineId: string, isLeft: boolean): Promise<void>;
  /** It is read from the start. */
  dropCursor(machineId: string): Promise<void>;
  addSyncRun(run: SyncRun): Promise<void>;

  /** Where a picture or recording can be fetched; undefined when its device has not sent it. */
  findFile(target: MediaTarget, signal?: AbortSignal): Promise<IncomingFile | undefined>;
  /** One that was sent and is not here. */
  nextMissingFile(signal?: AbortSignal): Promise<IncomingFile | undefined>;
  /** The next file to send: one that was asked for, or with `isFull` one that nobody has yet. */
  nextFile(isFull: boolean): Promise<OutgoingFile | undefined>;
  /** It was sent, in so many parts; undefined: it cannot be, and nobody waits for it any more. */
  fileSent(file: OutgoingFile, parts: number | undefined, atMs: number): Promise<void>;
  /** Asks the device that has it for a picture or recording. */
  wishFile(target: MediaTarget): Promise<void>;
  /** The file is here, under this path relative to the data folder. False: nothing needs it any more. */
  fileReceived(file: IncomingFile, path: string, atMs: number): Promise<boolean>;
  /** It is not where it was said to be. */
  fileLost(stream: string): Promise<void>;
  /** Streams of files that nothing here has any more; each is to be removed there, and then told. */
  listFilesOver(limit: number): Promise<FileOver[]>;
  fileRemoved(file: FileOver): Promise<void>;

  /** All that a device has sent is to be removed there, or not any more. */
  setDeviceOver(machineId: string, isOver: boolean): Promise<void>;
  /** It is; a device of that name would begin from the start. */
  deviceRemoved(machineId: string): Promise<void>;

  /** Segments of this device that are worth being written anew, because much that they tell of is gone. */
  listStaleSegments(nowMs: number, limit: number): Promise<StaleSegment[]>;
  /** The records of such a segment that are to stay, by columns; `packed` is its content, compressed. */
  withoutGone(packed: Uint8Array): Promise<KeptRecords | Unreadable>;
  segmentTidied(segment: StaleSegment, told: number): Promise<void>;
}
