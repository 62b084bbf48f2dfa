/** The shapes of what is reported about many items at once: stretches of time, counts, totals. */
import type { Item, SearchFilter, TextBox } from '../records.ts';

/** A stretch of one app, window and site; of several when `mixed` is there. */
export interface Segment {
  startMs: number;
  /** Where the next one begins, or the last frame when nothing was captured for a while. */
  endMs: number;
  appName: string;
  windowName: string;
  /** Host of the page; null outside of browsers. */
  site: string | null;
  frames: number;
  firstFrameId: number;
  /** The busiest first; shares are of the time, or of the frames of an hour. */
  mixed?: { appName: string; share: number }[] | undefined;
}

export interface SegmentFilter {
  /** Inclusive. */
  startMs: number;
  endMs: number;
  /** Exact names. */
  appName?: string | undefined;
  deviceName?: string | undefined;
  /** No more than this many; shorter stretches are then joined. */
  max: number;
}

export interface SegmentPage {
  segments: Segment[];
  granularity: 'frame' | 'hour';
}

/** Where in a text the words of a query stand. */
export interface Snippet {
  text: string;
  /** Pairs of positions in `text`, the end excluded. */
  marks: [start: number, end: number][];
}

/** Neighbouring items of one window, or of one speaker, that are shown as one. */
export interface HitGroup {
  size: number;
  startMs: number;
  endMs: number;
  /** Of frames, of audio chunks, or of UI texts, as the item is; no more than 200. */
  ids: number[];
}

export interface Hit {
  item: Item;
  group?: HitGroup | undefined;
  /** With words only: where they were found. */
  matchedIn?: 'picture' | 'text' | 'speech' | undefined;
  snippet?: Snippet | undefined;
  positions?: TextBox[] | undefined;
}

export interface HitFilter extends SearchFilter {
  /** `limit` and `offset` then count groups. */
  isGrouped: boolean;
  withSnippets: boolean;
  withPositions: boolean;
}

export interface HitPage {
  hits: Hit[];
  /** All matching items, whether grouped or not. */
  total: number;
  /** False: there are at least as many. */
  isExact: boolean;
  hasMore: boolean;
  /** As of `Page`. */
  ranked?: number | undefined;
}

export const FACET_FIELDS = ['day', 'type', 'app', 'site', 'window', 'device', 'speaker'] as const;
export type FacetField = (typeof FACET_FIELDS)[number];

export interface FacetFilter extends Omit<SearchFilter, 'limit' | 'offset' | 'order'> {
  fields: readonly FacetField[];
  /** Values per field, the most frequent; days are all listed. */
  most: number;
  /** IANA name; decides where a day begins. */
  timeZone: string;
}

export interface FacetCount {
  /** What to filter by: a day such as 2026-02-03, a name, the id of a speaker. */
  value: string;
  /** What to show. */
  label: string;
  count: number;
}

export interface Facets {
  total: number;
  /** The total of very many matches. */
  isEstimated?: boolean | undefined;
  /** How many of them were looked at: the newest, when there are too many. */
  counted: number;
  fields: Partial<Record<FacetField, FacetCount[]>>;
}

/** What is kept of one machine; null is this one. */
export interface MachineStorage {
  machineId: string | null;
  frames: number;
  audioChunks: number;
}

export interface ActivityFilter {
  /** Inclusive. */
  startMs: number;
  endMs: number;
  /** Exact name. */
  appName?: string | undefined;
  /** Where the hours or days begin that are listed one by one, ascending. */
  bucketStartMs?: readonly number[] | undefined;
}

export interface ActivityShare {
  name: string;
  frames: number;
  spentMs: number;
  firstAtMs: number;
  lastAtMs: number;
}

interface BucketShare {
  startMs: number;
  name: string;
  spentMs: number;
}

/** The most time first. */
export interface Activity {
  totalFrames: number;
  /** Apps that take turns have their time each; this is the time of all, once. */
  spentMs: number;
  apps: ActivityShare[];
  sites: ActivityShare[];
  buckets?: { apps: BucketShare[]; sites: BucketShare[] } | undefined;
}

export interface NewMemory {
  content: string;
  source: string;
  /** JSON text. */
  sourceContext: string | null;
  tags: readonly string[];
  /** 0..1. */
  importance: number;
  frameId: number | null;
}

export interface Memory extends NewMemory {
  id: number;
  createdAtMs: number;
  updatedAtMs: number;
}

export interface MemoryFilter {
  query?: string | undefined;
  source?: string | undefined;
  /** All of them. */
  tags?: readonly string[] | undefined;
  minImportance?: number | undefined;
  /** Words of which none may be there. */
  exclude?: string | undefined;
  /** Characters of the content; inclusive. */
  minLength?: number | undefined;
  maxLength?: number | undefined;
  /** By the time it was made; absent: the newest first. */
  order?: 'ascending' | 'descending' | undefined;
  /** When it was made; inclusive. */
  startMs?: number | undefined;
  endMs?: number | undefined;
  limit: number;
  offset: number;
}

export type MeetingSource = 'app' | 'speech' | 'manual';

export interface Meeting {
  id: number;
  startMs: number;
  /** Null while it goes on. */
  endMs: number | null;
  appName: string;
  title: string | null;
  /** Names, separated by commas. */
  attendees: string | null;
  source: MeetingSource;
  createdAtMs: number;
}

/** Of a meeting that goes on now; what is found in the past neither starts nor ends. */
export interface MeetingTurn {
  kind: 'meeting_started' | 'meeting_ended';
  meeting: Meeting;
}

export type NewMeeting = Omit<Meeting, 'id' | 'createdAtMs'>;
export type MeetingChange = Partial<
  Pick<Meeting, 'startMs' | 'endMs' | 'appName' | 'title' | 'attendees'>
>;

/** What indicates meetings, in order of time. */
export interface MeetingEvidence {
  /** Frames of windows in which people call. */
  calls: { atMs: number; appName: string; title: string }[];
  speech: { atMs: number; speaker: string | null; isInput: boolean }[];
}
