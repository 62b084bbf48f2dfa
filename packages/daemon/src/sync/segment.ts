/**
 * What is inside a sealed segment of the log: records, and the hash of the segment before it. The chain tells a hub that leaves out,
 * exchanges or forks segments from one that keeps them. Records are written by columns, all ids together, all texts
 * together, which compress by a tenth better than one record after the other.
 */
import { createHash } from 'node:crypto';
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

/** Records with the same fields, as one list of values for each field. */
interface Shape {
  fields: string[];
  columns: unknown[][];
}

interface Content extends Omit<Segment, 'records'> {
  version: number;
  shapes: Shape[];
  /** The shape of each record, in their order. */
  order: number[];
}

export type LogPlace = Omit<Place, 'stream'>;

export async function sealSegment(
  masterKey: Uint8Array,
  place: LogPlace,
  { previous, records, standsFor }: Omit<Segment, 'records'> & { records: readonly SyncRecord[] },
): Promise<Buffer> {
  const content: Content = {
    ...{ version: SEGMENT_VERSION, previous, standsFor },
    ...toColumns(records),
  };
  const bytes = Buffer.from(JSON.stringify(content));
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
  if (content.version < SEGMENT_VERSION) {
    throw new SyncBlobRefusedError(nameOf(place), 'it is of a version that is not read any more');
  }
  const { previous, standsFor } = content;
  return { previous, standsFor, records: fromColumns(content) };
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

function toColumns(records: readonly SyncRecord[]): Pick<Content, 'shapes' | 'order'> {
  const shapes: Shape[] = [];
  const numbers = new Map<string, number>();
  const order = records.map((record) => {
    const entries = Object.entries(record).filter(([, value]) => value !== undefined);
    const fields = entries.map(([field]) => field);
    const name = fields.join();
    const number = numbers.get(name) ?? shapes.length;
    if (number === shapes.length) {
      numbers.set(name, number);
      shapes.push({ fields, columns: fields.map(() => []) });
    }
    for (const [i, [, value]] of entries.entries()) shapes[number]?.columns[i]?.push(value);
    return number;
  });
  return { shapes, order };
}

function fromColumns({ shapes, order }: Pick<Content, 'shapes' | 'order'>): SyncRecord[] {
  const next = shapes.map(() => 0);
  return order.map((number) => {
    const { fields, columns } = shapes[number] as Shape;
    const at = next[number] ?? 0;
    next[number] = at + 1;
    const entries = fields.map((field, i) => [field, columns[i]?.[at]]);
    return Object.fromEntries(entries) as SyncRecord;
  });
}
