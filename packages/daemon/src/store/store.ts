/**
 * The store as the rest of the product sees it: every call is asynchronous and runs in a worker
 * thread, so that no SQL ever blocks the HTTP event loop. One writer thread, several readers.
 */

import type { KnownVoices, VoiceChanges } from '#core/voices.ts';
import type { AccessStore } from './access/access.ts';
import type {
  AudioChunk,
  AudioSegment,
  ChunkRange,
  HeardSpeaker,
  NewSegment,
  OldAssignment,
  OldLine,
  Reassignment,
  SaidLine,
  SegmentCounts,
  SegmentState,
  SimilarSpeaker,
  Speaker,
  TranscriptionChange,
} from './audio/audio-records.ts';
import type { ChunkPlan, NewChunk, PlanLimits } from './compaction/rows.ts';
import type { CoverageSpan } from './coverage/coverage.ts';
import type { DeletionStore } from './deletion/deletion-store.ts';
import type { PipeStore } from './pipes/pipe-records.ts';
import type {
  AddedIds,
  Element,
  ElementFilter,
  Frame,
  InputEventCount,
  InputEventFilter,
  InputItem,
  Item,
  KeywordFilter,
  KeywordMatch,
  Kind,
  NewContent,
  NewReading,
  NewTranscription,
  Page,
  Scope,
  SearchFilter,
  StoreSummary,
  TagTarget,
  TextBox,
} from './records.ts';
import type { SyncStore } from './sync/sync-store.ts';
import type {
  Activity,
  ActivityFilter,
  FacetFilter,
  Facets,
  HitFilter,
  HitPage,
  Meeting,
  MeetingChange,
  MeetingEvidence,
  MeetingTurn,
  Memory,
  MemoryFilter,
  NewMeeting,
  NewMemory,
  SegmentFilter,
  SegmentPage,
} from './timeline/overview-records.ts';

/** Every read takes a signal: when it aborts, the SQL stops and the call rejects with the signal's reason. */
export interface Store extends SyncStore, PipeStore, DeletionStore, AccessStore {
  /** Search and timeline in one: items by time, ties by id, with the exact total. */
  search(filter: SearchFilter, signal?: AbortSignal): Promise<Page<Item>>;
  /** The same for people who look at a list: grouped, and with the places of the words. */
  searchHits(filter: HitFilter, signal?: AbortSignal): Promise<HitPage>;
  countFacets(filter: FacetFilter, signal?: AbortSignal): Promise<Facets>;
  searchKeyword(filter: KeywordFilter, signal?: AbortSignal): Promise<KeywordMatch[]>;
  /** Stretches of one app, window and site, oldest first. */
  listTimelineSegments(filter: SegmentFilter, signal?: AbortSignal): Promise<SegmentPage>;
  findFrame(id: number, signal?: AbortSignal): Promise<Frame | undefined>;
  /** Up to `limit` frames after (before) `id`, nearest first, `id` itself excluded. */
  listNeighbours(
    id: number,
    direction: 'forward' | 'backward',
    limit: number,
    signal?: AbortSignal,
  ): Promise<Frame[]>;
  /** The text and words of a frame; undefined when there is no such frame. */
  findFrameText(
    id: number,
    signal?: AbortSignal,
  ): Promise<{ frame: Frame; text: string; boxes: TextBox[] } | undefined>;
  listElements(filter: ElementFilter, signal?: AbortSignal): Promise<Page<Element>>;
  listInputEvents(filter: InputEventFilter, signal?: AbortSignal): Promise<Page<InputItem>>;
  /** Most frequent first, at most 100. */
  countInputEvents(
    range: { startMs?: number | undefined; endMs?: number | undefined; scope?: Scope | undefined },
    signal?: AbortSignal,
  ): Promise<InputEventCount[]>;
  /** Tags of each frame asked for, in the order of `frameIds`; unknown frames have none. */
  listFrameTags(frameIds: readonly number[], signal?: AbortSignal): Promise<string[][]>;
  summariseActivity(filter: ActivityFilter, signal?: AbortSignal): Promise<Activity>;
  findMemory(id: number, signal?: AbortSignal): Promise<Memory | undefined>;
  /** The newest first. */
  listMemories(filter: MemoryFilter, signal?: AbortSignal): Promise<Page<Memory>>;
  findMeeting(id: number, signal?: AbortSignal): Promise<Meeting | undefined>;
  /** Those that reach into the range, the newest first. */
  listMeetings(
    filter: {
      startMs?: number | undefined;
      endMs?: number | undefined;
      limit: number;
      offset: number;
    },
    signal?: AbortSignal,
  ): Promise<Meeting[]>;
  /** Hours since 1970 that may hold a meeting. */
  listMeetingHours(startMs: number, endMs: number, signal?: AbortSignal): Promise<number[]>;
  meetingsExaminedMs(signal?: AbortSignal): Promise<number>;
  readMeetingEvidence(hours: readonly number[], signal?: AbortSignal): Promise<MeetingEvidence>;
  summary(signal?: AbortSignal): Promise<StoreSummary>;
  /** The part of `summary` that costs next to nothing, however much there is. */
  /** The newest content that is not of the future. */
  newest(
    nowMs: number,
    signal?: AbortSignal,
  ): Promise<Pick<StoreSummary, 'lastFrameAtMs' | 'lastTranscriptAtMs'>>;
  /** The word of the canary that was sent last; undefined when there was none. */
  readCanary(signal?: AbortSignal): Promise<string | undefined>;
  /** What is known of the time since the first span; the spans of a stream never overlap and come in order. */
  listCoverage(
    range: { startMs: number; endMs: number },
    signal?: AbortSignal,
  ): Promise<{ sinceMs: number | undefined; spans: CoverageSpan[] }>;

  /** The oldest snapshots that may become one video chunk, of hours that ended before `beforeMs`. */
  planChunk(
    beforeMs: number,
    limits: PlanLimits,
    signal?: AbortSignal,
  ): Promise<ChunkPlan | undefined>;
  /** How many frames `planChunk` has left to give out. */
  countCompactable(
    beforeMs: number,
    exceptIds: readonly number[],
    signal?: AbortSignal,
  ): Promise<number>;
  /** Those of the media files, relative to the data folder, that no row names. */
  listUnnamedFiles(paths: readonly string[], signal?: AbortSignal): Promise<string[]>;

  /** The query with words that something holds in place of those that nothing does. */
  suggestSpelling(query: string, signal?: AbortSignal): Promise<string | undefined>;

  /** Named ones whose name begins so, whatever the case; of equal names the oldest; in order of their names. */
  findSpeaker(id: number, signal?: AbortSignal): Promise<Speaker | undefined>;
  searchSpeakers(prefix: string, signal?: AbortSignal): Promise<Speaker[]>;
  /** Speakers without a name that can be listened to, the most heard first. */
  listUnnamedSpeakers(
    filter: { limit: number; offset: number; ids?: readonly number[] | undefined },
    signal?: AbortSignal,
  ): Promise<HeardSpeaker[]>;
  /** Speakers that were marked as hallucinations, the last one first. */
  listHiddenSpeakers(signal?: AbortSignal): Promise<HeardSpeaker[]>;
  /** The most alike first. Rejects with SPEAKER_NOT_FOUND. */
  listSimilarSpeakers(id: number, limit: number, signal?: AbortSignal): Promise<SimilarSpeaker[]>;
  findAudioChunk(id: number, signal?: AbortSignal): Promise<AudioChunk | undefined>;
  /** Unknown ids are left out. */
  listAudioChunks(range: ChunkRange, signal?: AbortSignal): Promise<AudioChunk[]>;
  /** Recordings in these states, the oldest first. Those that failed more often than `mostAttempts` are left out. */
  listSegments(
    states: readonly Exclude<SegmentState, 'done'>[],
    limit: number,
    mostAttempts?: number,
    signal?: AbortSignal,
  ): Promise<AudioSegment[]>;
  /** Recordings of that time that have no final text, the newest first. */
  listUnreadRecordings(
    startMs: number,
    endMs: number,
    limit: number,
    signal?: AbortSignal,
  ): Promise<AudioSegment[]>;
  countSegments(mostAttempts?: number, signal?: AbortSignal): Promise<SegmentCounts>;
  /** For the clusterer: all speakers and the newest turns, as of `revision`. */
  listVoices(limit: number, signal?: AbortSignal): Promise<KnownVoices & { revision: number }>;
  /** Media files whose rows are gone, relative to the data folder. */
  listDiscardedFiles(signal?: AbortSignal): Promise<string[]>;

  /**
   * Goes the way of every new text (tables, index, tallies, commit) and takes itself out again in the same transaction, so that nobody
   * ever finds it; only the word stays behind, for `readCanary`.
   */
  sendCanary(word: string): Promise<void>;
  /** A span with the stream and the start of an older one takes its place: that is how spans grow. */
  addCoverage(spans: readonly CoverageSpan[]): Promise<void>;
  /** Stores everything in one transaction; rejects with DISK_FULL and stores nothing when there is no room. */
  add(content: NewContent): Promise<AddedIds>;
  /** Other text for the same item, searchable at once; false when there is no such item. */
  replaceText(kind: Exclude<Kind, 'input'>, id: number, text: string): Promise<boolean>;
  /** Other text and words for a frame, searchable at once; false when there is no such frame. */
  replaceReading(frameId: number, reading: NewReading): Promise<boolean>;
  /**
   * Removes items and their text, and takes them out of search; files that no row names then are among the discarded
   * ones. Resolves to how many there were.
   */
  delete(kind: Exclude<Kind, 'input'>, ids: readonly number[]): Promise<number>;
  addMemory(memory: NewMemory, atMs: number): Promise<Memory>;
  /** These reject with MEMORY_NOT_FOUND. */
  updateMemory(id: number, change: Partial<NewMemory>, atMs: number): Promise<Memory>;
  deleteMemory(id: number): Promise<void>;
  addMeeting(meeting: NewMeeting): Promise<Meeting>;
  /** These reject with MEETING_NOT_FOUND. */
  updateMeeting(id: number, change: MeetingChange): Promise<Meeting>;
  /** It is not found again. */
  deleteMeeting(id: number, nowMs: number): Promise<void>;
  mergeMeetings(ids: readonly number[]): Promise<Meeting>;
  /** Found by rules: widens what is there already, and leaves alone what people have changed. */
  noticeMeetings(found: readonly NewMeeting[], examinedMs: number): Promise<MeetingTurn[]>;
  /** Rejects with FRAME_NOT_FOUND or AUDIO_CHUNK_NOT_FOUND. Adding twice changes nothing. */
  addTags(target: TagTarget, id: number, tags: readonly string[]): Promise<void>;
  /** Removing a tag that is not there changes nothing. */
  removeTags(target: TagTarget, id: number, tags: readonly string[]): Promise<void>;

  /**
   * A chunk that is on the disk takes the place of the snapshots of its frames, in one transaction; `freed` are the
   * snapshots that no row names now, which are then among the discarded files. Undefined, and nothing changed,
   * when one of the frames is not as it was.
   */
  replaceSnapshotsByVideo(
    chunk: NewChunk,
  ): Promise<{ chunkId: number; freed: string[] } | undefined>;
  /** Frames whose pictures cannot go into a chunk: `planChunk` leaves them out from now on. */
  keepSnapshots(frameIds: readonly number[]): Promise<void>;
  /** Forgets chunks whose frames were all deleted; their files are then among the discarded ones. */
  dropEmptyChunks(): Promise<void>;

  /** False when there is no such transcription; rejects with SPEAKER_NOT_FOUND. */
  updateTranscription(id: number, change: TranscriptionChange): Promise<boolean>;
  /**
   * Takes back that a recording was transcribed again, in one transaction. False, and nothing done, when it does not say `after`
   * any more: it was deleted or changed since.
   */
  restoreLines(
    chunkId: number,
    before: readonly OldLine[],
    after: readonly SaidLine[],
  ): Promise<boolean>;
  /** A recording that waits for its transcription; resolves to its chunk. The same file again is the same chunk. */
  addSegment(segment: NewSegment): Promise<number>;
  /** A failure is counted, unless it was not the recording's own. Rejects with AUDIO_CHUNK_NOT_FOUND when it is no segment. */
  setSegmentState(
    chunkId: number,
    state: SegmentState,
    errorCode?: string,
    isItsOwnFault?: boolean,
  ): Promise<void>;
  /**
   * What was said in a segment, in place of what was there; resolves to the ids of the transcriptions, which stay the same
   * from provisional to final. Final ends the wait, unless more is to be done with it (`waitsOn`), and a recording in which
   * nothing was said then goes.
   */
  setSegmentText(
    chunkId: number,
    said: readonly NewTranscription[],
    isFinal: boolean,
    waitsOn?: boolean,
  ): Promise<number[]>;
  /** To be called when discarded files are gone from the disk. */
  forgetFiles(paths: readonly string[]): Promise<void>;

  /** These reject with SPEAKER_NOT_FOUND. */
  updateSpeaker(id: number, change: { name?: string; metadata?: string }): Promise<Speaker>;
  /** Rejects with SAME_SPEAKER too. */
  mergeSpeakers(keepId: number, mergeId: number): Promise<OldAssignment[]>;
  /** Takes all it said out of every search and list, or brings it back. */
  markHallucination(id: number, isHallucination: boolean): Promise<void>;
  /** With all it said; the recordings are then among the discarded files. */
  deleteSpeaker(id: number): Promise<void>;
  /** Rejects with AUDIO_CHUNK_NOT_FOUND, also when nothing was said in it. */
  reassignSpeaker(wish: {
    chunkId: number;
    name: string;
    propagate: boolean;
  }): Promise<Reassignment>;
  /** Resolves to how many rows are as they were. Rejects with SPEAKER_NOT_FOUND for one that never was. */
  undoReassign(assignments: readonly OldAssignment[]): Promise<number>;
  /** The voice of a transcription, of nobody yet. Undefined when there is none, or a person has said whose it is. */
  addVoice(voice: {
    transcriptionId: number;
    embedding: Float32Array;
    durationMs: number;
  }): Promise<number | undefined>;
  /** Ids of the created speakers; undefined, and nothing done, when people have changed something since `revision`. */
  applyVoices(
    changes: VoiceChanges & { revision: number },
  ): Promise<Map<number, number> | undefined>;

  /** Finishes what is in flight, checkpoints and closes. */
  close(): Promise<void>;
}
