/**
 * What devices tell each other, as plain values that survive JSON. A record names things by their `sync_id`, never by ids of one
 * database. Only fields that can be changed later carry a clock; deletions are final and need none.
 */
import type { NewInputEvent, TextBox } from '../records.ts';
import type { SyncedTable } from './sync-ids.ts';

/** What somebody wants to see or hear. */
export interface MediaTarget {
  of: 'frame' | 'audio_chunk';
  id: number;
}

interface Named {
  /** The `sync_id`. */
  id: string;
}

export interface FrameRecord extends Named {
  kind: 'frame';
  atMs: number;
  deviceName: string;
  appName?: string | undefined;
  windowName?: string | undefined;
  browserUrl?: string | undefined;
  frameName?: string | undefined;
  focused?: boolean | undefined;
  captureTrigger?: string | undefined;
  textSource?: string | undefined;
  ocrEngine?: string | undefined;
  width?: number | undefined;
  height?: number | undefined;
  text: string;
  /** Only where pictures can be seen too. */
  boxes?: readonly TextBox[] | undefined;
}

export interface TranscriptionRecord extends Named {
  kind: 'transcription';
  chunk: { id: string; atMs: number };
  atMs: number;
  text: string;
  engine: string;
  /** Absent when it is not known, and from versions that did not tell. */
  language?: string | undefined;
  deviceName: string;
  isInput: boolean;
  otherDevices: readonly string[];
  offsetIndex: number;
  startSecs?: number | undefined;
  endSecs?: number | undefined;
  speaker: string | null;
}

export interface UiTextRecord extends Named {
  kind: 'ui_text';
  atMs: number;
  text: string;
  appName?: string | undefined;
  windowName?: string | undefined;
  browserUrl?: string | undefined;
  initialTraversalAtMs?: number | undefined;
}

export interface InputEventRecord extends Named {
  kind: 'input_event';
  /** Of the frame it belongs to. */
  frame: string | null;
  event: Omit<NewInputEvent, 'frameId' | 'origin'>;
}

/** Absent fields say nothing. */
export interface SpeakerRecord extends Named {
  kind: 'speaker';
  /** 0 with the first record of a speaker. */
  clock: number;
  name?: string | undefined;
  metadata?: string | undefined;
  hallucination?: boolean | undefined;
}

/** Other text for something that is there. */
export interface TextRecord extends Named {
  kind: 'text';
  of: 'frame' | 'transcription' | 'ui_text';
  clock: number;
  text: string;
  boxes?: readonly TextBox[] | undefined;
  textSource?: string | undefined;
  /** What read or heard it. */
  engine?: string | undefined;
  /** Of speech. */
  language?: string | undefined;
  atMs?: number | undefined;
  startSecs?: number | undefined;
  endSecs?: number | undefined;
}

/** Who said a transcription. */
export interface SpokenByRecord extends Named {
  kind: 'spoken_by';
  clock: number;
  speaker: string | null;
}

export interface TagRecord extends Named {
  kind: 'tag';
  of: 'frame' | 'audio_chunk';
  clock: number;
  name: string;
  isSet: boolean;
}

export interface GoneRecord extends Named {
  kind: 'gone';
  of: 'frame' | 'transcription' | 'ui_text' | 'input_event' | 'speakers';
  mergedInto?: string | undefined;
}

/** Asks whoever has it for the picture of a frame, or the sound of a recording. */
export interface WishRecord extends Named {
  kind: 'wish';
  /** Absent: a frame. */
  of?: 'audio_chunk' | undefined;
  /** Absent from versions in which only the device itself answers. */
  atMs?: number | undefined;
}

/** A file was sent; `id` is the name of its stream. */
export interface MediaRecord extends Named {
  kind: 'media';
  parts: number;
  isVideo: boolean;
  fps: number | null;
  /** The frames that it shows, and where in a video. */
  frames: readonly (readonly [frame: string, offset: number])[];
  /** The recording that it is; it then shows no frames. */
  sound?: { chunk: string; extension: string } | undefined;
}

/** The sound of a recording was deleted; `id` is the name of its stream. Its words go by themselves. */
export interface SilenceRecord extends Named {
  kind: 'silence';
}

/** `keeper`: the device holds everything of all devices. */
export type SyncRole = 'device' | 'keeper';

/** What a device is; `id` is its machine id. A device may say that its earlier name is no keeper any more. */
export interface RoleRecord extends Named {
  kind: 'role';
  role: SyncRole;
}

/** A keeper has everything of a file that was sent; `id` is the name of its stream. */
export interface HeldRecord extends Named {
  kind: 'held';
  /** The keeper has lost it; `id` is then the frame or recording: a keeper does not know in which file its device has it now. */
  isOver?: true | undefined;
}

export type SyncRecord =
  | FrameRecord
  | TranscriptionRecord
  | UiTextRecord
  | InputEventRecord
  | SpeakerRecord
  | TextRecord
  | SpokenByRecord
  | TagRecord
  | GoneRecord
  | WishRecord
  | MediaRecord
  | SilenceRecord
  | RoleRecord
  | HeldRecord;

/** Rows of a table from one id to another, all of which were sent. */
export type SentRun = [table: SyncedTable, first: number, last: number];

/** Records that are to be sealed. */
export interface Draft {
  /** The records by columns, as JSON (`columns.ts`): as objects they would be many times as large. */
  columns: Uint8Array;
  recordCount: number;
  /** Rows of `sync_change` that they say everything about. */
  changeIds: number[];
  /** What `synced_at` is set of when they have arrived: tables and ids, as JSON. */
  rows: string;
  /** All rows that they tell something of. */
  sent: SentRun[];
  /** Whether more is waiting. */
  hasMore: boolean;
  /** The sequence and predecessor of the segment that they become. */
  sequence: number;
  previousHash: string;
}

/** How far another device was read. */
export interface Cursor {
  machineId: string;
  nextSequence: number;
  /** That of its last segment. */
  lastHash: string;
  /** Whether it had nothing there since. */
  isLeft: boolean;
}

export interface SyncState {
  isOn: boolean;
  machineId: string;
  accountId: string;
  nextSequence: number;
  lastHash: string;
  /** Changes that wait for a segment. */
  waiting: number;
  /** Sealed segments that have not arrived yet, by their numbers. */
  outbox: number[];
  cursors: Cursor[];
  /** Names that this device had before in its account, and under which it left something there. */
  formerNames: string[];
  /** Devices that were deleted here, and still have something there. */
  devicesOver: string[];
  /** Devices other than this one that hold everything. */
  keepers: string[];
}

export interface SyncRun {
  direction: 'upload' | 'download';
  startedAtMs: number;
  completedAtMs: number;
  status: 'success' | 'failed';
  blobs: number;
  bytes: number;
  records: number;
  errorCode: string | null;
  error: string | null;
}
