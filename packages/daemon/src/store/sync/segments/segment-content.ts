/**
 * What is inside a segment of the log: records by columns, and which segment it follows on. It is read in the writer thread, which makes
 * records only as they are taken: all those of a segment at once would be many times its size. Pure.
 */
import { zstdDecompressSync } from 'node:zlib';
import type { SyncRecord } from '../records.ts';
import { type Columns, recordsOf } from './columns.ts';

const SEGMENT_VERSION = 2;
/** Far above the largest segment; what claims more is an attempt to fill the memory. */
const MAX_BYTES = 64 * 1024 * 1024;

export interface SegmentHead {
  /** The hash of the segment before it. */
  previous: string;
  /** Of one that was written again: the hash of the bytes that were there first, which the next segment follows on. */
  standsFor?: string | undefined;
}

/** Why a segment cannot be read; its version when a later Hindcast has written it. */
export interface Unreadable {
  newerVersion: number | undefined;
}

export type ReadSegment = SegmentHead & {
  recordCount: number;
  records: IterableIterator<SyncRecord>;
};

interface Content extends Columns, SegmentHead {
  version: number;
  /** Of version 1, which has no columns. */
  records?: SyncRecord[];
}

/** `columns` is JSON, as `columnsOf` or a draft has it. */
export function segmentContent(head: SegmentHead, columns: Uint8Array): Buffer {
  const { previous, standsFor } = head;
  const text = JSON.stringify({ version: SEGMENT_VERSION, previous, standsFor });
  // One object of both, without reading the larger one.
  return Buffer.concat([Buffer.from(`${text.slice(0, -1)},`), columns.subarray(1)]);
}

/** `packed` is what `segmentContent` made, compressed. */
export function readContent(packed: Uint8Array): ReadSegment | Unreadable {
  const content = parse(packed);
  const version = content?.version ?? 0;
  if (version > SEGMENT_VERSION) return { newerVersion: version };
  const records = content?.records?.values() ?? (content?.shapes && recordsOf(content));
  if (!content || !records) return { newerVersion: undefined };
  const { previous, standsFor } = content;
  const recordCount = (content.records ?? content.order).length;
  return { previous, standsFor, recordCount, records };
}

function parse(packed: Uint8Array): Content | undefined {
  try {
    const bytes = zstdDecompressSync(packed, { maxOutputLength: MAX_BYTES });
    return JSON.parse(bytes.toString()) as Content;
  } catch {
    return undefined;
  }
}
