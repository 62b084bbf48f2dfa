/**
 * The segment of another device that is being stored. It is opened once and taken in slices, each of which is a separate transaction;
 * it is kept here, in the writer thread, so that no other one ever holds its records.
 */
import type { SyncRecord } from '../records.ts';
import {
  type ReadSegment,
  readContent,
  type SegmentHead,
  type Unreadable,
} from './segment-content.ts';

export interface SegmentName {
  machineId: string;
  sequence: number;
}

export function openedSegment() {
  let opened: (SegmentName & ReadSegment & { taken: number }) | undefined;

  return {
    open({ machineId, sequence }: SegmentName, packed: Uint8Array): SegmentHead | Unreadable {
      const read = readContent(packed);
      if ('newerVersion' in read) return read;
      opened = { ...read, machineId, sequence, taken: 0 };
      return { previous: read.previous, standsFor: read.standsFor };
    },
    /** The next records of the segment that was opened last. Throws when that is another one: this thread was started again since. */
    take({ machineId, sequence }: SegmentName, limit: number) {
      const segment = opened;
      if (segment?.machineId !== machineId || segment.sequence !== sequence) {
        throw new Error('the segment is not open');
      }
      const records: SyncRecord[] = [];
      for (let next = segment.records.next(); !next.done; next = segment.records.next()) {
        records.push(next.value);
        if (records.length === limit) break;
      }
      segment.taken += records.length;
      const isLast = segment.taken === segment.recordCount;
      if (isLast) opened = undefined;
      return { records, isLast };
    },
  };
}
