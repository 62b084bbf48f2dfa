/** Stores that tell each other everything, without a network or keys: for tests of drafting and applying. */
import { zstdCompressSync } from 'node:zlib';
import { type LocalStore, localStore } from '../testing/local-store.ts';
import type { SyncRecord } from './records.ts';
import { columnsOf } from './segments/columns.ts';
import { type ReadSegment, readContent, segmentContent } from './segments/segment-content.ts';

export const AT_MS = Date.parse('2026-02-03T10:00:00Z');
const LIMITS = { maxRecords: 1_000, maxBytes: 1_000_000, withBoxes: true };

/** As the network would bring it. */
export function packedContent(columns: Uint8Array): Buffer {
  return zstdCompressSync(segmentContent({ previous: '' }, columns));
}

export interface SyncedStore extends LocalStore {
  machineId: string;
  segments: SyncRecord[][];
  /** Seals, in the sense of this test, what has changed. Returns the records. */
  tell(): SyncRecord[];
  /** Applies what the other has sent and this one has not received. Returns how many records were new. */
  hear(other: SyncedStore): number;
}

export async function syncedStore(
  machineId: string,
  nowMs: () => number = Date.now,
): Promise<SyncedStore> {
  const store = await localStore(nowMs);
  store.write('sync.start', 'account', machineId);
  const segments: SyncRecord[][] = [];
  const heard = new Map<string, number>();
  return {
    ...store,
    machineId,
    segments,
    tell() {
      const draft = store.write('sync.draftSegment', LIMITS);
      const { sequence, changeIds, rows, sent } = draft;
      const bytes = Buffer.from('x');
      const segment = { sequence, changeIds, rows, sent, bytes, hash: `${sequence}` };
      store.write('sync.stageSegment', { ...segment, records: draft.recordCount });
      store.write('sync.confirmSegment', sequence, nowMs());
      const read = readContent(packedContent(draft.columns)) as ReadSegment;
      const records = [...read.records];
      segments.push(records);
      return records;
    },
    hear(other) {
      let added = 0;
      for (let next = heard.get(other.machineId) ?? 0; next < other.segments.length; next++) {
        const records = other.segments[next] ?? [];
        const name = { machineId: other.machineId, sequence: next };
        store.write('sync.openSegment', name, packedContent(columnsOf(records)));
        const whole = { ...name, hash: '', limit: records.length + 1, nowMs: nowMs() };
        added += store.write('sync.applySegment', whole)?.added ?? 0;
        heard.set(other.machineId, next + 1);
      }
      return added;
    },
  };
}

export async function pair(): Promise<{ a: SyncedStore; b: SyncedStore } & AsyncDisposable> {
  const a = await syncedStore('machine-a');
  const b = await syncedStore('machine-b');
  return {
    a,
    b,
    async [Symbol.asyncDispose]() {
      await a[Symbol.asyncDispose]();
      await b[Symbol.asyncDispose]();
    },
  };
}

export function find(store: SyncedStore, query: string) {
  const filter = { kinds: ['ocr', 'audio', 'ui'] as const, query, limit: 20, offset: 0 };
  return store.read('search.find', { ...filter, order: 'descending' }).items;
}

export function say(store: SyncedStore, text: string, speakerId?: number) {
  const said = { atMs: AT_MS, deviceName: 'mic', isInput: true, text, engine: 'e', speakerId };
  const [added] = store.write('content.add', { transcriptions: [said] }).transcriptions;
  return added ?? { id: 0, chunkId: 0 };
}

export function exchange({ a, b }: { a: SyncedStore; b: SyncedStore }): void {
  a.tell();
  b.tell();
  a.hear(b);
  b.hear(a);
}

export function addFrame(store: SyncedStore, text: string): number {
  const frame = {
    atMs: AT_MS,
    deviceName: 'monitor_1',
    appName: 'Notes',
    windowName: 'List',
    text,
  };
  return store.write('content.add', { frames: [frame] }).frames[0] ?? 0;
}
