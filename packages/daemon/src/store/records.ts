/**
 * The shapes that go into and come out of the store. Instants are epoch milliseconds, names are
 * camelCase; the wire's snake_case and ISO times are made in the routes.
 */
import type { Speaker } from './audio/audio-records.ts';

/** What an item is: text of a frame, a transcript, a UI text without a frame, an input event. */
export type Kind = 'ocr' | 'audio' | 'ui' | 'input';

export interface FrameItem {
  kind: 'ocr';
  frameId: number;
  atMs: number;
  text: string;
  /** Absolute path of the snapshot or video chunk; empty when only text was stored. */
  filePath: string;
  offsetIndex: number;
  appName: string;
  windowName: string;
  tags: string[];
  frameName: string | null;
  browserUrl: string | null;
  focused: boolean | null;
  deviceName: string;
  textSource: string | null;
  captureTrigger: string | null;
  machineId: string | null;
  /** Why it has no picture, as in `Frame`. */
  pictureGone?: string | undefined;
}

export interface TranscriptItem {
  kind: 'audio';
  transcriptionId: number;
  chunkId: number;
  atMs: number;
  text: string;
  filePath: string;
  offsetIndex: number;
  tags: string[];
  deviceName: string;
  isInput: boolean;
  /** Further devices that heard the same. */
  otherDevices: readonly string[];
  speaker: Speaker | null;
  /** Seconds within the audio file. */
  startSecs: number | null;
  endSecs: number | null;
  engine: string;
  /** A code such as `de`; null when it is not known. */
  language: string | null;
}

export interface UiTextItem {
  kind: 'ui';
  id: number;
  atMs: number;
  text: string;
  appName: string;
  windowName: string;
  initialTraversalAtMs: number | null;
  filePath: string;
  offsetIndex: number;
  frameName: string | null;
  browserUrl: string | null;
}

export const INPUT_EVENT_TYPES = [
  'click',
  'move',
  'scroll',
  'key',
  'text',
  'app_switch',
  'window_focus',
  'clipboard',
] as const;
export type InputEventType = (typeof INPUT_EVENT_TYPES)[number];

/** Everything but `eventType` and `atMs` may be unknown. */
export interface NewInputEvent {
  atMs: number;
  eventType: InputEventType;
  sessionId?: string | undefined;
  relativeMs?: number | undefined;
  x?: number | undefined;
  y?: number | undefined;
  deltaX?: number | undefined;
  deltaY?: number | undefined;
  button?: number | undefined;
  clickCount?: number | undefined;
  keyCode?: number | undefined;
  modifiers?: number | undefined;
  textContent?: string | undefined;
  /** Of typing whose text is not kept; stored as its length. */
  keyCount?: number | undefined;
  appName?: string | undefined;
  appPid?: number | undefined;
  windowTitle?: string | undefined;
  browserUrl?: string | undefined;
  elementRole?: string | undefined;
  elementName?: string | undefined;
  elementValue?: string | undefined;
  elementDescription?: string | undefined;
  elementAutomationId?: string | undefined;
  /** JSON text with x, y, width, height. */
  elementBounds?: string | undefined;
  frameId?: number | undefined;
  /** Absent for what was captured here. */
  origin?: Origin | undefined;
}

/** A stored input event: unknown fields are null. */
export type InputItem = {
  kind: 'input';
  id: number;
  atMs: number;
  eventType: InputEventType;
  relativeMs: number;
  textLength: number | null;
} & {
  [K in Exclude<
    keyof NewInputEvent,
    'atMs' | 'eventType' | 'relativeMs' | 'keyCount' | 'origin'
  >]: NonNullable<NewInputEvent[K]> | null;
};

export type Item = FrameItem | TranscriptItem | UiTextItem | InputItem;

export interface Page<T> {
  items: T[];
  /** All matches, not only this page. */
  total: number;
  /** The total of very many matches, when it was not to be counted whatever that costs. */
  isEstimated?: boolean | undefined;
  /** Of these the best matches were chosen, when those were asked for: the newest ones. */
  ranked?: number | undefined;
}

/** The part of what is stored that a restricted reader may see. Absent means no restriction. Names are parts of names, whatever the case. */
export interface Scope {
  readonly kinds?: readonly Kind[] | undefined;
  /** Sound belongs to no app or window, so these leave it alone. */
  readonly allowApps?: readonly string[] | undefined;
  readonly denyApps?: readonly string[] | undefined;
  readonly allowWindows?: readonly string[] | undefined;
  readonly denyWindows?: readonly string[] | undefined;
  /** Both inclusive. */
  readonly startMs?: number | undefined;
  readonly endMs?: number | undefined;
}

/** Part of a name; of several, any. */
export type NamePart = string | readonly string[];

/** Which items to find. Absent means "do not filter"; several filters are ANDed. */
export interface SearchFilter {
  kinds: readonly Kind[];
  /** What the person typed: words are ANDed, "phrases" and prefix* work, anything is a query. */
  query?: string | undefined;
  /** Words and phrases of which none may be there, in the language of the query. */
  exclude?: string | undefined;
  limit: number;
  offset: number;
  order: 'ascending' | 'descending';
  /** The best match first, of the newest matches; older ones are left out. Nothing without words. */
  isRanked?: boolean | undefined;
  /** True: the total is counted whatever that costs. False: it need not be known. Otherwise that of very many matches is estimated. */
  isCounted?: boolean | undefined;
  /** Inclusive. */
  startMs?: number | undefined;
  /** Inclusive. */
  endMs?: number | undefined;
  /** These four are case-insensitive substrings. An app, window, URL or frame filter leaves audio out. */
  appName?: NamePart | undefined;
  windowName?: NamePart | undefined;
  browserUrl?: NamePart | undefined;
  deviceName?: string | undefined;
  frameName?: string | undefined;
  focused?: boolean | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
  speakerIds?: readonly number[] | undefined;
  speakerName?: NamePart | undefined;
  machineId?: string | undefined;
  /** All of them. */
  tags?: readonly string[] | undefined;
  /** Whose eyes: only its names count here, kinds and times are in the fields above. */
  scope?: Scope | undefined;
}

/** A word on a picture. Bounds are fractions (0..1) of the image, origin top left. */
export interface TextBox {
  text: string;
  left: number;
  top: number;
  width: number;
  height: number;
  /** 0..1. */
  confidence: number;
  /** Words with the same number stand on one line; without numbers the places decide. */
  line?: number | undefined;
}

export interface KeywordFilter {
  query: string;
  limit: number;
  offset: number;
  order: 'ascending' | 'descending';
  startMs?: number | undefined;
  endMs?: number | undefined;
  /** Prefix match, compound words split, words ORed. */
  fuzzy: boolean;
  /** Exact names. */
  appNames?: readonly string[] | undefined;
  scope?: Scope | undefined;
}

export interface KeywordMatch {
  frameId: number;
  atMs: number;
  appName: string;
  windowName: string;
  url: string;
  text: string;
  confidence: number;
  positions: TextBox[];
}

/** One frame as stored, without its text. `filePath` is absolute, or empty for text-only frames. */
export interface Frame {
  id: number;
  atMs: number;
  filePath: string;
  offsetIndex: number;
  isVideo: boolean;
  /** Pixels of the stored image; null when unknown. */
  width: number | null;
  height: number | null;
  appName: string;
  windowName: string;
  browserUrl: string | null;
  deviceName: string;
  focused: boolean | null;
  frameName: string | null;
  textSource: string | null;
  captureTrigger: string | null;
  /** Received from another machine. */
  isRemote: boolean;
  /** That recorded it; null until sync is set up. */
  machineId: string | null;
  /** Why it has no picture: `keeper` (only a keeper has it), `retention`, `rule`, or `off` for one that was recorded without. */
  pictureGone?: string | undefined;
}

export interface Element {
  id: number;
  frameId: number;
  source: string;
  role: string;
  text: string | null;
  parentId: number | null;
  depth: number;
  bounds: { left: number; top: number; width: number; height: number } | null;
  confidence: number | null;
  sortOrder: number;
}

export interface ElementFilter {
  /** Without the lines and words of OCR, which are derived from the words of the picture. */
  storedOnly?: boolean | undefined;
  query?: string | undefined;
  frameId?: number | undefined;
  source?: string | undefined;
  role?: string | undefined;
  startMs?: number | undefined;
  endMs?: number | undefined;
  appName?: string | undefined;
  scope?: Scope | undefined;
  limit: number;
  offset: number;
}

export interface InputEventFilter {
  query?: string | undefined;
  eventType?: string | undefined;
  appName?: string | undefined;
  windowName?: string | undefined;
  startMs?: number | undefined;
  endMs?: number | undefined;
  scope?: Scope | undefined;
  limit: number;
  offset: number;
}

export interface InputEventCount {
  appName: string;
  eventType: string;
  count: number;
}

/** Where a record of another device comes from. */
export interface Origin {
  machineId: string;
  syncId: string;
  /** When it was received. */
  syncedAtMs: number;
}

export type TagTarget = 'vision' | 'audio';

/** Figures for `/health` and `hindcast status`. */
export interface StoreSummary {
  frames: number;
  transcriptions: number;
  uiTexts: number;
  inputEvents: number;
  lastFrameAtMs: number | null;
  lastTranscriptAtMs: number | null;
}
