/** The shapes that go into and come out of the store for search by meaning. */
import type { Item, SearchFilter } from '../records.ts';
import type { HitGroup, Memory } from '../timeline/overview-records.ts';
import type { Box } from './blocks.ts';

/** A document in the queue. `turn` is another one when its content has changed since. */
export interface DueDocument {
  key: number;
  turn: number;
  hashes: readonly number[];
}

export interface DuePassages {
  documents: DueDocument[];
  /** Texts without a vector. */
  unknown: { hash: number; text: string }[];
}

export interface NewVector {
  hash: number;
  vector: Int8Array;
}

export interface WaitingPassages {
  documents: number;
  /** To the hour; null when only notes or nothing waits. */
  oldestAtMs: number | null;
}

export interface MeantFilter extends Omit<SearchFilter, 'order' | 'isRanked'> {
  /** Of the query or the moment. */
  vector: Int8Array;
  /** Whether words count as well. */
  withWords: boolean;
  isGrouped?: boolean | undefined;
  /** Whether notes are found too; a restricted token never sees them. */
  withNotes?: boolean | undefined;
}

export interface RelatedFilter extends Omit<SearchFilter, 'order' | 'isRanked' | 'query'> {
  frameId?: number | undefined;
  chunkId?: number | undefined;
}

/** Something that was found by what it means. */
export interface Meant {
  item: Item | { kind: 'note'; note: Memory };
  by: 'words' | 'meaning' | 'both';
  /** Undefined when only words matched. */
  similarity: number | undefined;
  /** What the order is by; only good for comparing. */
  score: number;
  /** How much of the words of the query it has, from 0 to 1, rare words counting more. */
  coverage: number;
  /** What was found; where that is the title of a window, what stands below it. */
  passage: string | undefined;
  /** On the image of a frame. */
  boxes: Box[];
  /** Within the recording of what was said; null when it is not known. */
  span: { startSecs: number | null; endSecs: number | null } | undefined;
  group?: HitGroup | undefined;
}

export interface MeantPage {
  found: Meant[];
  total: number;
  hasMore: boolean;
}
