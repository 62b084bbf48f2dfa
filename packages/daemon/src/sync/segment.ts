/**
 * What is inside a sealed segment of the log: records, and the hash of the segment before it. The chain tells a hub that leaves out,
 * exchanges or forks segments from one that keeps them.
 */
import { createHash } from 'node:crypto';
import type { SyncRecord } from '#store/sync/records.ts';
import { open, type Place, seal } from './envelope.ts';
import { SyncBlobRefusedError, SyncNewerVersionError } from './errors.ts';

export const LOG_STREAM = 'log';
const SEGMENT_VERSION = 1;

interface Segment {
  version: number;
  previous: string;
  records: SyncRecord[];
}

export type LogPlace = Omit<Place, 'stream'>;

export function sealSegment(
  masterKey: Uint8Array,
  place: LogPlace,
  { previous, records }: { previous: string; records: readonly SyncRecord[] },
): Buffer {
  const content = Buffer.from(JSON.stringify({ version: SEGMENT_VERSION, previous, records }));
  return seal(masterKey, { ...place, stream: LOG_STREAM }, content);
}

/** Throws SyncBlobRefusedError also when it does not follow on `previous`. */
export function openSegment(
  masterKey: Uint8Array,
  place: LogPlace,
  sealed: Uint8Array,
  previous: string,
): SyncRecord[] {
  const content = open(masterKey, { ...place, stream: LOG_STREAM }, sealed);
  const segment = JSON.parse(content.toString()) as Segment;
  if (segment.version > SEGMENT_VERSION) throw new SyncNewerVersionError(segment.version);
  if (segment.previous !== previous) {
    const where = `blob ${place.sequence} of device ${place.machineId}`;
    throw new SyncBlobRefusedError(where, 'it does not follow on the one before it');
  }
  return segment.records;
}

export function hashOf(sealed: Uint8Array): string {
  return createHash('sha256').update(sealed).digest('hex');
}
