/**
 * The shapes that go into the store, and the ids that come back. Those of what is read are in `records.ts`.
 */
import type { NewInputEvent, Origin, TextBox } from './records.ts';

/** A frame to store. `snapshotPath` is relative to the data folder and already written. */
export interface NewFrame {
  atMs: number;
  deviceName: string;
  appName?: string | undefined;
  windowName?: string | undefined;
  browserUrl?: string | undefined;
  frameName?: string | undefined;
  focused?: boolean | undefined;
  captureTrigger?: string | undefined;
  textSource?: string | undefined;
  snapshotPath?: string | undefined;
  /** Recorded while pictures were turned off. */
  pictureGone?: 'off' | undefined;
  width?: number | undefined;
  height?: number | undefined;
  text?: string | undefined;
  ocrEngine?: string | undefined;
  boxes?: readonly TextBox[] | undefined;
  elements?: readonly NewElement[] | undefined;
  tags?: readonly string[] | undefined;
  /** Absent for what was captured here. */
  origin?: Origin | undefined;
}

/** What was read on a frame that is already stored. */
export interface NewReading {
  text: string;
  boxes: readonly TextBox[];
  textSource: string;
  ocrEngine: string;
}

/** `parent` is the position of the parent in the same list. */
export interface NewElement {
  source: string;
  role: string;
  text?: string | undefined;
  parent?: number | undefined;
  depth?: number | undefined;
  bounds?: { left: number; top: number; width: number; height: number } | undefined;
  confidence?: number | undefined;
}

export interface NewTranscription {
  atMs: number;
  text: string;
  engine: string;
  /** A code such as `de`, when it is known. */
  language?: string | undefined;
  deviceName: string;
  isInput: boolean;
  /** Has to be there. */
  speakerId?: number | undefined;
  /** Further devices that heard the same. */
  otherDevices?: readonly string[] | undefined;
  /** Of a recording that is there already; otherwise one is made. */
  chunkId?: number | undefined;
  /** Absolute or relative to the media folder; empty when there is no file. */
  filePath?: string | undefined;
  offsetIndex?: number | undefined;
  startSecs?: number | undefined;
  endSecs?: number | undefined;
  tags?: readonly string[] | undefined;
  /** Absent for what was captured here. */
  origin?: Origin | undefined;
}

export interface NewUiText {
  atMs: number;
  text: string;
  appName?: string | undefined;
  windowName?: string | undefined;
  browserUrl?: string | undefined;
  initialTraversalAtMs?: number | undefined;
  /** Absent for what was captured here. */
  origin?: Origin | undefined;
}

/** What one `add` stores: all of it or nothing. */
export interface NewContent {
  frames?: readonly NewFrame[];
  transcriptions?: readonly NewTranscription[];
  uiTexts?: readonly NewUiText[];
  inputEvents?: readonly NewInputEvent[];
}

/** Ids in the order of the input. */
export interface AddedIds {
  frames: number[];
  transcriptions: { id: number; chunkId: number }[];
  uiTexts: number[];
  inputEvents: number[];
}
