/** A backend that forgets: for tests and simulations. Several devices share one by sharing the object. */
import { createHash } from 'node:crypto';
import { serviceError } from '#core/errors.ts';
import type { SyncBackend } from '#sync/backend.ts';
import { SyncDeviceClonedError, SyncLeaseHeldError, SyncLostDataError } from '#sync/errors.ts';

const LEASE_MS = 90_000;
const LOG = 'log';

export interface MemoryBackend extends SyncBackend {
  /** The blobs by `machine/stream`: a test may look at them and damage them. */
  readonly streams: Map<string, Buffer[]>;
  /** After so many more appends one fails. */
  failAfter(appends: number): void;
}

export function memoryBackend(nowMs: () => number = Date.now): MemoryBackend {
  const streams = new Map<string, Buffer[]>();
  const leases = new Map<string, { holder: string; untilMs: number }>();
  const seen = new Map<string, number>();
  let appendsLeft = Number.POSITIVE_INFINITY;
  let keys: { document: Buffer; revision: string } | undefined;

  function takeLease(machineId: string, holder: string): void {
    const lease = leases.get(machineId);
    if (lease && lease.holder !== holder && lease.untilMs > nowMs()) {
      throw new SyncLeaseHeldError();
    }
    leases.set(machineId, { holder, untilMs: nowMs() + LEASE_MS });
  }

  return {
    streams,
    failAfter(appends) {
      appendsLeft = appends;
    },
    async readHeads(machineId) {
      seen.set(machineId, nowMs());
      const logs = [...streams].filter(([name]) => name.endsWith(`/${LOG}`));
      return {
        keysRevision: keys?.revision,
        devices: logs.map(([name, blobs]) => {
          const [machine = ''] = name.split('/');
          return {
            machineId: machine,
            segments: blobs.length,
            lastSeenAtMs: seen.get(machine) ?? 0,
          };
        }),
        usedBytes: [...streams.values()].flat().reduce((sum, blob) => sum + blob.length, 0),
      };
    },
    async readKeys() {
      return keys;
    },
    async writeKeys(document, expected) {
      if (keys?.revision !== expected) return undefined;
      const revision = createHash('sha256').update(document).digest('hex');
      keys = { document: Buffer.from(document), revision };
      return revision;
    },
    async append({ machineId, stream, sequence }, bytes, holder, signal) {
      signal.throwIfAborted();
      if (appendsLeft === 0) {
        appendsLeft = Number.POSITIVE_INFINITY;
        throw serviceError('SYNC_UNREACHABLE');
      }
      appendsLeft -= 1;
      takeLease(machineId, holder);
      const name = `${machineId}/${stream}`;
      const blobs = streams.get(name) ?? [];
      const known = blobs[sequence];
      if (known?.equals(bytes)) return;
      if (known || sequence !== blobs.length) throw new SyncDeviceClonedError(machineId);
      streams.set(name, [...blobs, Buffer.from(bytes)]);
    },
    async replace({ machineId, stream, sequence }, bytes, expectedHash, holder, signal) {
      signal.throwIfAborted();
      takeLease(machineId, holder);
      const blobs = streams.get(`${machineId}/${stream}`) ?? [];
      const known = blobs[sequence];
      if (known?.equals(bytes)) return;
      const hash = known && createHash('sha256').update(known).digest('hex');
      if (hash !== expectedHash) throw new SyncDeviceClonedError(machineId);
      blobs[sequence] = Buffer.from(bytes);
    },
    async removeStream(machineId, stream, holder, signal) {
      signal.throwIfAborted();
      takeLease(machineId, holder);
      streams.delete(`${machineId}/${stream}`);
    },
    async removeDevice(machineId, holder, signal) {
      signal.throwIfAborted();
      takeLease(machineId, holder);
      for (const name of streams.keys()) if (name.startsWith(`${machineId}/`)) streams.delete(name);
      leases.delete(machineId);
    },
    async read({ machineId, stream, sequence }) {
      const blob = streams.get(`${machineId}/${stream}`)?.[sequence];
      if (!blob) throw new SyncLostDataError(machineId);
      return blob;
    },
    async countSegments(machineId, stream) {
      return streams.get(`${machineId}/${stream}`)?.length ?? 0;
    },
  };
}
