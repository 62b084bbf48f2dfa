/** The shapes of forgetting: what is meant, what there is of it, and what was done about it. */
import type { ChangeSpan } from './job/pipe-files.ts';

/**
 * What a filter may be narrowed to. `pictures` and `sound` leave the rows and take the files: what was read or said stays.
 * Without any it is all of `screen`, `speech` and `input`.
 */
export type DeletionPart = 'screen' | 'speech' | 'input' | 'pictures' | 'sound';

/** What is to be forgotten; all that is given must hold. */
export interface DeletionFilter {
  /** Inclusive. */
  startMs?: number | undefined;
  endMs?: number | undefined;
  /** Exact names. Sound has neither app nor site. */
  appName?: string | undefined;
  site?: string | undefined;
  /** Only what this speaker said. */
  speakerId?: number | undefined;
  machineId?: string | undefined;
  /** These frames and nothing else. */
  frameIds?: readonly number[] | undefined;
  parts?: readonly DeletionPart[] | undefined;
  /** Only what has one of these contexts, and input events of these places. */
  contextIds?: readonly number[] | undefined;
  inputPlaces?: readonly InputPlace[] | undefined;
  /** What has a tag, or a note about it, stays. */
  exceptTagged?: boolean | undefined;
  /** Pictures and sound that lie elsewhere stay: they take no room here. */
  exceptOffloaded?: boolean | undefined;
  /** What a keeper is to hold and has not confirmed yet stays. */
  exceptUnheld?: boolean | undefined;
}

/** What is kept for how long is said for each of these. */
export type RetentionKind = 'text' | 'pixels' | 'audio' | 'input';
/** The oldest there is of each. */
export type OldestTimes = Record<RetentionKind, number | null>;

/** Where something was seen. */
export interface ContextNames {
  appName: string;
  windowName: string;
  /** Empty: none. */
  browserUrl: string;
}
export type InputPlace = ContextNames;

/** Which words are to be covered; what they mean is not the store's business. */
export interface RedactionRule {
  kinds: readonly string[];
  words: readonly string[];
}

export interface TextPlace {
  table: 'context' | 'document' | 'hidden' | 'older' | 'input' | 'meeting';
  /** Of the last one that was read; 0: none. */
  id: number;
}

/** All texts of one thing; the first is its main text. */
export interface TextRow {
  kind: 'ocr' | 'audio' | 'older' | 'ui' | 'input' | 'context' | 'meeting';
  id: number;
  texts: string[];
}

export interface TextPage {
  rows: TextRow[];
  /** Undefined when that was all. */
  next: TextPlace | undefined;
}

/** A thing and its texts after covering. */
export interface TextChange extends TextRow {
  /** Pieces that were covered. */
  count: number;
}

/** What goes, by kind. */
export interface ContentCounts {
  frames: number;
  /** Frames with text. */
  texts: number;
  transcriptions: number;
  /** Recordings that go with all that was said in them. */
  audioChunks: number;
  /** Recordings that reach into what is deleted: their sound goes, other words of them stay. */
  sounds: number;
  /** Frames that lose their pictures and stay. */
  pictures: number;
  uiTexts: number;
  inputEvents: number;
  memories: number;
  meetings: number;
  speakers: number;
}

/** What a deletion would do. */
export interface DeletionCounts extends ContentCounts {
  /** Videos that are written again, because other frames of theirs stay. */
  videosShared: number;
  /** On the disk, about. */
  bytes: number;
  /** Up to three, from the first to the last. */
  sampleFrameIds: number[];
}

/** With what pipes made since the start of the range. */
export interface DeletionForecast extends DeletionCounts {
  pipeOutputs: number;
}

/** Ids of things to delete. */
export interface DeletionPiece extends Record<'ocr' | 'audio' | 'ui' | 'input', number[]> {
  /** Recordings of the transcriptions, and those without any. */
  chunks: number[];
  /** Recordings that lose their sound. */
  sounds: number[];
  /** Recordings that lose their older text. */
  older: number[];
  /** Frames that lose their pictures. */
  pictures: number[];
  texts: number;
  /** Entries in the index of words. */
  indexed: number;
  /** Of the documents. */
  hours: number[];
}

/** What a job has done so far; the numbers of its receipt. */
export interface DoneCounts extends ContentCounts {
  /** Printed lines of runs, kept values and files of pipes: the service cannot know what they quote. */
  pipeOutputs: number;
  /** Texts that were written over, and what was covered in them. */
  redactedTexts: number;
  redactions: number;
  indexEntries: number;
  embeddings: number;
  contexts: number;
  imageFiles: number;
  audioFiles: number;
  videoFiles: number;
  videosRewritten: number;
  /** Files that had been moved elsewhere and have to be removed there. */
  offloadedFiles: number;
  /** Deletions that other devices are sent; what was covered is sent as deleted and new. */
  devicesTold: number;
  /** On the disk: files that went, less those that took their place. */
  bytesFreed: number;
}

export const NOTHING_DONE: Readonly<DoneCounts> = {
  frames: 0,
  texts: 0,
  transcriptions: 0,
  audioChunks: 0,
  sounds: 0,
  pictures: 0,
  uiTexts: 0,
  inputEvents: 0,
  memories: 0,
  meetings: 0,
  speakers: 0,
  pipeOutputs: 0,
  redactedTexts: 0,
  redactions: 0,
  indexEntries: 0,
  embeddings: 0,
  contexts: 0,
  imageFiles: 0,
  audioFiles: 0,
  videoFiles: 0,
  videosRewritten: 0,
  offloadedFiles: 0,
  devicesTold: 0,
  bytesFreed: 0,
};

export type JobKind = 'delete' | 'retention' | 'rule' | 'tidy';
/** In this order; `rows` again when something came late. */
export type JobStep = 'rows' | 'files' | 'videos' | 'index' | 'done';

/** What a job has to do. */
export interface JobWish {
  filters: readonly DeletionFilter[];
  redaction?: RedactionRule | undefined;
}

export interface NewJob {
  kind: JobKind;
  wish: JobWish;
  criteria: readonly string[];
  startMs: number | null;
  endMs: number | null;
  expected: number;
}

export interface DeletionJob extends Omit<NewJob, 'wish'> {
  id: number;
  state: 'running' | 'done';
  step: JobStep;
  /** Undefined when it is done. */
  wish: JobWish | undefined;
  counts: DoneCounts;
  createdMs: number;
  finishedMs: number | null;
  /** Of a job that is done: nothing matched any more, no video holds its pixels, the WAL was emptied and nothing is left between rows. */
  isVerified: boolean;
  /** Files that it deleted and that are still where they had been moved to; the service removes them when that place answers. */
  offloadedLeft: number;
  /** What it met when it was tried last; it is tried again. */
  errorCode: string | null;
  /** Which output of pipes it has cleared; undefined before, and when it removed nothing. */
  pipesCleared: ChangeSpan | undefined;
}

/** What is left of deleted things in the whole store; all zero when nothing is. */
export interface Leftovers {
  /** Entries of the index that are only marked as deleted, by page. */
  markedIndexPages: number;
  /** Names of apps, windows and pages that nothing has. */
  unusedContexts: number;
  unusedTags: number;
  /** Videos with pixels that no frame shows. */
  staleVideos: number;
  /** Files that wait to be removed. */
  discardedFiles: number;
  /** Deleted files that are still where they had been moved to. */
  offloadedFiles: number;
  /** Frames that were packed against one that was deleted. */
  brokenPacks: number;
  /** Texts without a document. */
  strayTexts: number;
  /** Passages of meaning without a place, and places without content. */
  strayPassages: number;
  /** Older texts of recordings with words of a speaker who is not there any more. */
  strayOlderTexts: number;
  /** Meetings that were found in what is not there any more. */
  unshownMeetings: number;
}

/** With those outside the database. */
export interface AllLeftovers extends Leftovers {
  /** Files and folders in output folders of pipes that a deletion had to remove. */
  pipeFiles: number;
}
