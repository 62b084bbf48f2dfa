/**
 * The list of segments that FTS5 keeps of an index without content: reads it, and changes the levels and counters in it, by which FTS5
 * decides what it merges next. FTS5 alone writes words and entries. Called by `deletion/marked-entries.ts` and
 * `repair/rebuild-index.ts`.
 * The format is that of `fts5StructureDecode` (https://sqlite.org/src/file/ext/fts5/fts5_index.c).
 */
import type { Connection } from './connection.ts';

export const WORD_INDEXES = ['document_fts', 'prefix_fts', 'input_fts'] as const;
export type WordIndex = (typeof WORD_INDEXES)[number];

export interface Segment {
  readonly id: number;
  readonly firstPage: number;
  readonly lastPage: number;
  readonly firstOrigin: number;
  readonly lastOrigin: number;
  /** Pages with the keys of entries that are only marked as deleted. */
  readonly markedPages: number;
  readonly marked: number;
  readonly entries: number;
}

export interface Level {
  /** Segments that a merge which has begun still reads; it writes the last segment of the next level. */
  readonly merging: number;
  /** The oldest first. */
  readonly segments: readonly Segment[];
}

interface SegmentList {
  readonly cookie: number;
  readonly writes: number;
  /** The newest segments first. */
  readonly levels: readonly Level[];
}

const LIST_ID = 10;
/** Of the kind that indexes without content have. */
const FORMAT = 0xff000001;
const HEAD_BYTES = 8;
/** One byte more and the number is still exact. */
const LARGEST_BEFORE_LAST = 2 ** 46 - 1;

export function segmentLists(db: Connection, index: WordIndex) {
  const block = db.prepare(`SELECT block FROM ${index}_data WHERE id = ${LIST_ID}`).pluck();
  const mergeNothing = db.prepare(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', 0)`);
  /** FTS5 writes what is pending, and reads the list again when it needs it. */
  const flush = () => void mergeNothing.run();
  const read = () => decodeList(block.get() as Buffer);

  return {
    flush,
    /** They change with everything that FTS5 merges. */
    readBytes: () => block.get() as Buffer,
    readLevels: (): readonly Level[] => read().levels,
    /** In a transaction. While a merge has begun only counters may change: FTS5 knows by the levels what it reads and writes. */
    writeLevels(levels: readonly Level[]): void {
      flush();
      const list = read();
      const bytes = encodeList({ ...list, levels });
      if (bytes.equals(encodeList(list))) return;
      // SQLite refuses to write into what belongs to FTS5 otherwise.
      db.unsafeMode(true);
      try {
        db.prepare(`UPDATE ${index}_data SET block = ? WHERE id = ${LIST_ID}`).run(bytes);
      } finally {
        db.unsafeMode(false);
      }
    },
  };
}

/**
 * After an index was filled in one go: FTS5 leaves it on one of the lowest levels, where it would merge all of it with a few new entries. In a
 * transaction.
 */
export function settleSegments(db: Connection, index: WordIndex): void {
  const { flush, readLevels, writeLevels } = segmentLists(db, index);
  flush();
  const levels = readLevels();
  if (levels.every(({ merging }) => merging === 0)) writeLevels(placeBySize(levels));
}

/**
 * Each segment on the level of its size, the power of two of its pages, so that FTS5 merges segments of about one size. Never on a lower
 * level than a newer segment: the order of levels is the order of time. `apart` keeps two segments at least so many levels apart.
 */
export function placeBySize(levels: readonly Level[], apart = 0): Level[] {
  const placed: Segment[][] = [];
  let lowest = 0;
  for (const segment of levels.flatMap(({ segments }) => segments.toReversed())) {
    const level = Math.max(lowest, Math.floor(Math.log2(pagesOf(segment))));
    while (placed.length <= level) placed.push([]);
    placed[level]?.unshift(segment);
    lowest = level + apart;
  }
  return placed.map((segments) => ({ merging: 0, segments }));
}

function pagesOf({ firstPage, lastPage }: Segment): number {
  return lastPage - firstPage + 1;
}

function decodeList(bytes: Buffer): SegmentList {
  if (bytes.readUInt32BE(4) !== FORMAT) throw notUnderstood();
  let at = HEAD_BYTES;
  const next = () => {
    const { value, end } = readVarint(bytes, at);
    at = end;
    return value;
  };
  const [levelCount, segmentCount, writes] = [next(), next(), next()];
  const levels = Array.from({ length: levelCount }, (): Level => {
    const [merging, count] = [next(), next()];
    const segments = Array.from({ length: count }, () => ({
      id: next(),
      firstPage: next(),
      lastPage: next(),
      firstOrigin: next(),
      lastOrigin: next(),
      markedPages: next(),
      marked: next(),
      entries: next(),
    }));
    return { merging, segments };
  });
  const found = levels.reduce((sum, { segments }) => sum + segments.length, 0);
  const isWhole = at === bytes.length && found === segmentCount;
  if (!isWhole) throw notUnderstood();
  return { cookie: bytes.readUInt32BE(0), writes, levels };
}

function notUnderstood(): Error {
  return new Error('the list of segments of an index has an unknown format');
}

function encodeList({ cookie, writes, levels }: SegmentList): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32BE(cookie, 0);
  head.writeUInt32BE(FORMAT, 4);
  const segments = levels.reduce((sum, level) => sum + level.segments.length, 0);
  const numbers = [levels.length, segments, writes];
  for (const level of levels) {
    numbers.push(level.merging, level.segments.length);
    for (const segment of level.segments) {
      numbers.push(segment.id, segment.firstPage, segment.lastPage);
      numbers.push(segment.firstOrigin, segment.lastOrigin);
      numbers.push(segment.markedPages, segment.marked, segment.entries);
    }
  }
  return Buffer.concat([head, ...numbers.map(varint)]);
}

/** Seven bits a byte, the highest first; all but the last have the eighth bit. */
function readVarint(bytes: Buffer, from: number): { value: number; end: number } {
  let value = 0;
  for (let at = from; at < bytes.length && value <= LARGEST_BEFORE_LAST; at++) {
    const byte = bytes[at] ?? 0;
    value = value * 128 + (byte & 127);
    if (byte < 128) return { value, end: at + 1 };
  }
  throw notUnderstood();
}

function varint(value: number): Buffer {
  const bytes = [value % 128];
  for (let left = Math.floor(value / 128); left > 0; left = Math.floor(left / 128)) {
    bytes.unshift((left % 128) + 128);
  }
  return Buffer.from(bytes);
}
