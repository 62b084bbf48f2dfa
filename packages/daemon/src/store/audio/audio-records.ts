/** The shapes of recordings, speakers and what changes about them. Those of items and frames are in `records.ts`. */

/** What is absent stays. */
export interface TranscriptionChange {
  /** When it was said. */
  atMs?: number | undefined;
  text?: string | undefined;
  engine?: string | undefined;
  /** Null: nobody knows where in the recording. */
  startSecs?: number | null | undefined;
  endSecs?: number | null | undefined;
  /** Null: unknown. */
  speakerId?: number | null | undefined;
  /** Devices that heard it too; those known already stay. */
  otherDevices?: readonly string[] | undefined;
}

/** `pending`: waits for its turn; `deferred`: waits for a quieter machine; `failed`: could not be transcribed. */
export type SegmentState = 'pending' | 'deferred' | 'done' | 'failed';
/** The error code of a recording in which somebody speaks a language that the recogniser does not know. It is not tried again by itself. */
export const LANGUAGE_NOT_UNDERSTOOD = 'LANGUAGE_NOT_UNDERSTOOD';

/** Of those that are not done. */
export type SegmentCounts = Record<Exclude<SegmentState, 'done'>, number> & {
  /** Not among the failed ones. */
  notUnderstood: number;
};

/** A recording that is (or will be, under this name) on the disk. */
export interface NewSegment {
  /** Relative to the data folder. */
  filePath: string;
  atMs: number;
  deviceName: string;
  isInput: boolean;
  durationMs: number;
}

export interface AudioSegment {
  chunkId: number;
  state: SegmentState;
  /** Absolute. */
  filePath: string;
  atMs: number;
  deviceName: string;
  isInput: boolean;
  durationMs: number;
  /** How often it has failed. */
  attempts: number;
  /** Why it failed last. */
  errorCode: string | null;
  /** Its text stays; it waits for who spoke. */
  isTextFinal: boolean;
}

export interface SaidInChunk {
  id: number;
  atMs: number;
  text: string;
  engine: string;
  deviceName: string;
  isInput: boolean;
  /** Where in the recording; null when nobody said so. */
  startSecs: number | null;
  endSecs: number | null;
  speakerId: number | null;
}

export type SaidLine = Pick<SaidInChunk, 'id' | 'text'>;

/** What transcribing a recording again has left in it, and which of its rows have no place in that. */
export interface Retranscribed {
  lines: readonly SaidLine[];
  removedIds: readonly number[];
}

/** `wasRemoved`: it went when its recording was transcribed again, and not because somebody deleted it. */
export type OldLine = Omit<SaidInChunk, 'deviceName' | 'isInput'> & { wasRemoved: boolean };

export interface AudioChunk {
  id: number;
  /** Absolute; empty when there is no file. */
  filePath: string;
  /** Of one that was recorded here; undefined for one that was added by hand. */
  recordedBy?: { deviceName: string; isInput: boolean; isTextFinal: boolean } | undefined;
  /** Of the device that recorded it; null: this one. */
  machineId: string | null;
  atMs: number;
  /** In their order within the recording. */
  transcriptions: SaidInChunk[];
}

/** Both ends included. */
export type ChunkRange = { ids: readonly number[] } | { startMs: number; endMs: number };

/** `name` is empty when nobody has given one; `metadata` is JSON text or empty. */
export interface Speaker {
  id: number;
  name: string;
  metadata: string;
}

/** A place to listen to a speaker. */
export interface AudioSample {
  chunkId: number;
  /** Absolute. */
  path: string;
  transcript: string;
  startSecs: number | null;
  endSecs: number | null;
}

export interface HeardSpeaker extends Speaker {
  /** The newest first. */
  samples: AudioSample[];
}

export interface SimilarSpeaker extends HeardSpeaker {
  /** 0: the same voice, 1: nothing in common. */
  distance: number;
}

export interface Reassignment {
  newSpeakerId: number;
  newSpeakerName: string;
  transcriptionsUpdated: number;
  embeddingsMoved: number;
  oldAssignments: OldAssignment[];
}

export interface OldAssignment {
  transcriptionId: number;
  oldSpeakerId: number | null;
}
