/** The part of the store that deletions use. Whoever wants something deleted asks `deletions.ts`. */
import type { MachineStorage } from '../timeline/overview-records.ts';
import type { ChangeSpan } from './job/pipe-files.ts';
import type { GapSlice } from './page-gaps.ts';
import type { WordIndex } from './purge.ts';
import type {
  ContextNames,
  DeletionCounts,
  DeletionFilter,
  DeletionJob,
  DeletionPiece,
  DoneCounts,
  InputPlace,
  JobKind,
  JobStep,
  Leftovers,
  NewJob,
  OldestTimes,
  TextChange,
  TextPage,
  TextPlace,
} from './records.ts';
import type { RewrittenVideo, StaleVideo } from './stale-chunks.ts';

export interface DeletionStore {
  /** What a deletion would take. */
  countDeletion(filter: DeletionFilter, signal?: AbortSignal): Promise<DeletionCounts>;
  /** The next things to delete, at most `limit` of a kind; nothing when there are none left. */
  listDeletion(filter: DeletionFilter, limit: number, signal?: AbortSignal): Promise<DeletionPiece>;
  /** How many printed outputs and kept values of pipes there are since then. */
  countPipeOutput(sinceMs: number, signal?: AbortSignal): Promise<number>;
  /** The oldest there is of each kind that retention knows. */
  oldestTimes(signal?: AbortSignal): Promise<OldestTimes>;
  /** This machine first, then those whose content was synced. */
  listMachines(signal?: AbortSignal): Promise<MachineStorage[]>;

  findDeletionJob(id: number, signal?: AbortSignal): Promise<DeletionJob | undefined>;
  /** The newest first. */
  listDeletionJobs(limit: number, signal?: AbortSignal): Promise<DeletionJob[]>;
  /** The oldest that is not done, apart from these. */
  nextDeletionJob(exceptIds: readonly number[]): Promise<DeletionJob | undefined>;
  /** The last of this kind that is done. */
  lastDeletionJob(kind: JobKind, signal?: AbortSignal): Promise<DeletionJob | undefined>;
  /** Which output of pipes deletions have cleared so far. */
  listPipeClearings(signal?: AbortSignal): Promise<ChangeSpan[]>;
  /** Whether another device has deleted something that was here. */
  isTidyDue(): Promise<boolean>;
  addDeletionJob(job: NewJob, nowMs: number): Promise<DeletionJob>;
  setDeletionStep(jobId: number, step: JobStep): Promise<void>;
  setDeletionError(jobId: number, code: string | null): Promise<void>;
  /** The wish is forgotten. */
  /** The names in it are as secret as what was deleted. */
  forgetDeletionWish(jobId: number): Promise<void>;
  finishDeletionJob(jobId: number, nowMs: number, isVerified: boolean): Promise<void>;

  /** These count what they do for the job, in the same transaction. */
  deletePiece(jobId: number, piece: DeletionPiece): Promise<void>;
  /** What tells of the whole: notes, meetings, the speaker. After the last piece. */
  deleteBeside(jobId: number, filter: DeletionFilter): Promise<void>;
  forgetMeetingsOf(jobId: number, ids: readonly number[]): Promise<void>;
  /** What runs of pipes that ended since then printed, and what pipes kept since then. Notes the span with the job. */
  clearPipeOutput(jobId: number, span: ChangeSpan): Promise<void>;
  /** All that is text, page by page. */
  listTexts(after: TextPlace, limit: number, signal?: AbortSignal): Promise<TextPage>;
  /** Texts after covering, in place of what was there; pictures and sound that show or say it go. */
  changeTexts(jobId: number, changes: readonly TextChange[]): Promise<void>;
  listContextNames(): Promise<(ContextNames & { id: number })[]>;
  listInputPlaces(): Promise<InputPlace[]>;
  /** Discarded files are gone from the disk. */
  filesRemoved(jobId: number, paths: readonly string[], counts: Partial<DoneCounts>): Promise<void>;

  nextStaleVideo(exceptIds: readonly number[]): Promise<StaleVideo | undefined>;
  /** False, and nothing changed, when a frame was deleted meanwhile. */
  replaceVideo(jobId: number, video: RewrittenVideo, newBytes: number): Promise<boolean>;

  /** Removes names that nothing has, from this id on; resolves to where to go on. */
  purgeContexts(jobId: number, fromId: number): Promise<number | undefined>;
  hasMarkedEntries(index: WordIndex): Promise<boolean>;
  /** A slice of merging; true when there is more. `begins` takes all there is into one merge. */
  mergeIndex(index: WordIndex, begins: boolean): Promise<boolean>;
  /** False when a reader was in the way. */
  emptyWal(): Promise<boolean>;
  /** A slice of what SQLite itself has left in unused parts of pages; it ends with this page, or the last one. */
  clearGaps(toPage?: number): Promise<GapSlice>;
  /** Meetings that were found in what is not there any more. */
  listUnshownMeetings(signal?: AbortSignal): Promise<number[]>;
  findLeftovers(signal?: AbortSignal): Promise<Leftovers>;
}
