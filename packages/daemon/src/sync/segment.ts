/**
 * What is inside a sealed segment of the log: records, and the hash of the segment before it. The chain tells a hub that leaves out,
 * exchanges or forks segments from one that keeps them.
 */
import { createHash } from 'node:crypto';
import { type Columns, fromColumns } from '#store/sync/columns.ts';
import type { SyncRecord } from '#store/sync/records.ts';
import { open, type Place, seal } from './envelope.ts';
import { SyncBlobRefusedError, SyncNewerVersionError } from './errors.ts';

export const LOG_STREAM = 'log';
const SEGMENT_VERSION = 2;

export interface Segment {
  previous: string;
  records: SyncRecord[];
  /** Of one that was written anew: the hash of the bytes that were there first, which the next segment follows on. */
  standsFor?: string | undefined;
}

interface Content extends Columns, Omit<Segment, 'records'> {
  version: number;
  /** Of version 1, which has no columns. */
  records?: SyncRecord[];
}

export type LogPlace = Omit<Place, 'stream'>;

/** `columns` is JSON, as `columnsOf` or a draft has it. */
export async function sealSegment(
  masterKey: Uint8Array,
  place: LogPlace,
  { previous, columns, standsFor }: Omit<Segment, 'records'> & { columns: Uint8Array },
): Promise<Buffer> {
  const head = JSON.stringify({ version: SEGMENT_VERSION, previous, standsFor });
  // One object of both, without reading the larger one.
  const bytes = Buffer.concat([Buffer.from(`${head.slice(0, -1)},`), columns.subarray(1)]);
  return seal(masterKey, { ...place, stream: LOG_STREAM }, bytes);
}

/** A segment by itself: whether it follows on another one is not looked at. Rejects as `open` does. */
export async function readSegment(
  masterKey: Uint8Array,
  place: LogPlace,
  sealed: Uint8Array,
): Promise<Segment> {
  const bytes = await open(masterKey, { ...place, stream: LOG_STREAM }, sealed);
  const content = JSON.parse(bytes.toString()) as Content;
  if (content.version > SEGMENT_VERSION) throw new SyncNewerVersionError(content.version);
  const { previous, standsFor } = content;
  const records = content.version === 1 ? content.records : fromColumns(content);
  if (records === undefined) throw new SyncBlobRefusedError(nameOf(place), 'it has no records');
  return { previous, standsFor, records };
}

/** Rejects with SyncBlobRefusedError also when it does not follow on `previous`. `hash` is what the next one follows on. */
export async function openSegment(
  masterKey: Uint8Array,
  place: LogPlace,
  sealed: Uint8Array,
  previous: string,
): Promise<{ records: SyncRecord[]; hash: string }> {
  const segment = await readSegment(masterKey, place, sealed);
  if (segment.previous !== previous) {
    throw new SyncBlobRefusedError(nameOf(place), 'it does not follow on the one before it');
  }
  return { records: segment.records, hash: segment.standsFor ?? hashOf(sealed) };
}

export function hashOf(sealed: Uint8Array): string {
  return createHash('sha256').update(sealed).digest('hex');
}

function nameOf({ sequence, machineId }: LogPlace): string {
  return `blob ${sequence} of device ${machineId}`;
}
