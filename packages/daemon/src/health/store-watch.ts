/**
 * What is known of the store's health: every write that fails counts at once, and counts until the same kind of write, or the canary,
 * has succeeded since; one that does not return counts after seconds. Callers of the store and the canary report to it; it calls nobody.
 */
import type { Clock } from '#core/clock.ts';
import { ServiceError, serviceError } from '#core/errors.ts';
import { type Fault, faultOf } from '#core/fault.ts';
import type { StoreCall } from '#store/open-store.ts';
import type { WriteName } from '#store/store.ts';
import type { StoreFacts } from './facts.ts';

/** The other codes of our own are answers to a caller who asked for something impossible. */
const STORE_CODES: ReadonlySet<string> = new Set([
  'DISK_FULL',
  'STORE_CORRUPT',
  'SERVICE_STOPPING',
  'CANARY_LOST',
  'DATA_FILE_GONE',
]);

/** Only these tell whether what is captured is stored; the canary goes their way too. */
const CAPTURE_WRITES: readonly string[] = [
  'content.add',
  'audio.addSegment',
  'audio.setSegmentState',
  'audio.setSegmentText',
] satisfies WriteName[];

/** A write takes milliseconds; what waits for longer than this holds up everything behind it. */
const LATE_AFTER_MS = 5_000;

/** These may take long when much is deleted, and what waits behind them waits for nothing that is wrong. */
const LONG_WRITES: readonly string[] = [
  'content.delete',
  'deletion.deletePiece',
  'deletion.deleteBeside',
  'deletion.clearPipeOutput',
  'speakers.delete',
  'deletion.changeTexts',
] satisfies WriteName[];
const LONG_LATE_AFTER_MS = 120_000;

/**
 * Also when the next try succeeds: somebody who looks every few seconds must see it. With the time until the canary is sent next it
 * stays below the ten seconds in which the service has to be healthy again.
 */
const TOLD_FOR_MS = 5_000;

export interface StoreWatch {
  onBegin(call: Pick<StoreCall, 'kind' | 'name'>): () => void;
  onCall(call: StoreCall): void;
  canaryPassed(): void;
  canaryFailed(error: unknown): void;
  readFailed(error: unknown): void;
  setFreeBytes(bytes: number | undefined): void;
  facts(): StoreFacts;
  /** Whether much is being deleted: what is sent now arrives when that is done. */
  isInLongWrite(): boolean;
  /** Called when a write has failed. */
  onFault(listener: () => void): void;
}

export function storeWatch(clock: Pick<Clock, 'now' | 'monotonicMs'>): StoreWatch {
  const nowMs = () => clock.now();
  /** Writes that have not returned yet, the oldest first. */
  const open = new Set<{ name: string; sinceMs: number }>();
  const failed = new Map<string, Fault>();
  let canaryFault: Fault | undefined;
  let canaryPassedAtMs: number | undefined;
  let freeBytes: number | undefined;
  let listener = () => {};
  let longWriteEndedAtMs = Number.NEGATIVE_INFINITY;

  /** Writes are done one after the other, so it is the oldest one that holds up the rest. */
  function isInLongWrite(): boolean {
    const [oldest] = open;
    return oldest !== undefined && LONG_WRITES.includes(oldest.name);
  }

  function remember(name: string, error: unknown): void {
    failed.set(name, faultOf(error, nowMs()));
    listener();
  }

  function lateFault(counts: (name: string) => boolean): Fault | undefined {
    const limitMs = isInLongWrite() ? LONG_LATE_AFTER_MS : LATE_AFTER_MS;
    for (const { name, sinceMs } of open) {
      const forMs = clock.monotonicMs() - Math.max(sinceMs, longWriteEndedAtMs);
      if (forMs > limitMs && counts(name)) {
        return faultOf(serviceError('WRITE_LATE'), nowMs() - forMs);
      }
    }
    return undefined;
  }

  function worstFault(counts: (name: string) => boolean): Fault | undefined {
    const [, fault] = [...failed].find(([name]) => counts(name)) ?? [];
    return canaryFault ?? fault ?? lateFault(counts);
  }

  return {
    onBegin({ kind, name }) {
      // The canary is timed by itself.
      if (kind !== 'write' || name === 'coverage.sendCanary') return () => {};
      const call = { name, sinceMs: clock.monotonicMs() };
      open.add(call);
      return () => {
        if (isInLongWrite() && LONG_WRITES.includes(name)) longWriteEndedAtMs = clock.monotonicMs();
        open.delete(call);
      };
    },
    onCall({ kind, name, error }) {
      if (kind !== 'write' || name === 'coverage.sendCanary') return;
      if (error === undefined) failed.delete(name);
      else if (!(error instanceof ServiceError) || STORE_CODES.has(error.code)) {
        remember(name, error);
      }
    },
    canaryPassed() {
      canaryFault = undefined;
      canaryPassedAtMs = nowMs();
      for (const [name, { atMs }] of failed) {
        if (canaryPassedAtMs - atMs >= TOLD_FOR_MS) failed.delete(name);
      }
    },
    canaryFailed(error) {
      canaryFault = faultOf(error, nowMs());
    },
    readFailed: (error) => remember('read', error),
    setFreeBytes(bytes) {
      freeBytes = bytes;
    },
    facts: () => ({
      fault: worstFault(() => true),
      captureFault: worstFault((name) => CAPTURE_WRITES.includes(name)),
      canaryPassedAtMs,
      freeBytes,
    }),
    isInLongWrite,
    onFault(added) {
      listener = added;
    },
  };
}
