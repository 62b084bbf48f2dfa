/** The shapes of recordings, speakers and what changes about them. Those of items and frames are in `records.ts`. */

/** What is absent stays. */
export interface TranscriptionChange {
  /** When it was said. */
  atMs?: number | undefined;
  text?: string | undefined;
  engine?: string | undefined;
  /** A code such as `de`; null: unknown. */
  language?: string | null | undefined;
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
  /** A code such as `de`; null when it is not known. */
  language: string | null;
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
export type OldLine = Omit<SaidInChunk, 'deviceName' | 'isInput' | 'language'> & {
  /** Undefined: reported by a version that did not know it; it stays as it is. */
  language?: string | null | undefined;
  wasRemoved: boolean;
};

/** Why a recording was read again: a person corrected its language, a larger model read it in a pause, or a program asked for it. */
export type SecondReadingReason = 'language' | 'model' | 'request';

/** What a recording said before it was read again. */
export interface OlderText {
  reason: SecondReadingReason;
  replacedAtMs: number;
  before: OldLine[];
  after: SaidLine[];
}

/** Other text of a line. Without a text only its language changes. */
export interface LineChange {
  id: number;
  text?: string | undefined;
  engine?: string | undefined;
  language?: string | null | undefined;
}

/** Recordings that somebody means. */
export type RecordingSelection =
  | { chunkIds: readonly number[] }
  | { speakerId: number }
  | { everything: true };

/** Lines of a recording that wait for their text in another language. */
export interface LinesToCorrect {
  chunkId: number;
  language: string;
  lineIds: number[];
}

/** Which recordings a larger model has not read yet. */
export interface Improvable {
  /** Engines whose text gets better. */
  smaller: readonly string[];
  /** The models that would read now; each recording is read once by these. */
  models: string;
  /** Whether speech that was not understood can be read now. */
  readsForeign: boolean;
}

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
