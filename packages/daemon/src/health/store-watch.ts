/**
 * What is known of the store's health: every write that fails counts at once, and counts until the same kind of write, or the canary,
 * has succeeded since. It is told by whoever calls the store and by the canary; it calls nobody.
 */
import { ServiceError } from '#core/errors.ts';
import { type Fault, faultOf } from '#core/fault.ts';
import type { StoreCall } from '#store/open-store.ts';
import type { StoreFacts } from './facts.ts';

/** The other codes of our own are answers to a caller who asked for something impossible. */
const STORE_CODES: ReadonlySet<string> = new Set([
  'DISK_FULL',
  'STORE_CORRUPT',
  'SERVICE_STOPPING',
  'CANARY_LOST',
]);

/** Also when the next try succeeds: somebody who looks every few seconds must see it. */
const TOLD_FOR_MS = 10_000;

export interface StoreWatch {
  onCall(call: StoreCall): void;
  canaryPassed(): void;
  canaryFailed(error: unknown): void;
  readFailed(error: unknown): void;
  setFreeBytes(bytes: number | undefined): void;
  facts(): StoreFacts;
  /** Called when a write has failed. */
  onFault(listener: () => void): void;
}

export function storeWatch(nowMs: () => number): StoreWatch {
  const failed = new Map<string, Fault>();
  let canaryFault: Fault | undefined;
  let canaryPassedAtMs: number | undefined;
  let freeBytes: number | undefined;
  let listener = () => {};

  function remember(name: string, error: unknown): void {
    failed.set(name, faultOf(error, nowMs()));
    listener();
  }

  return {
    onCall({ kind, name, error }) {
      if (kind !== 'write' || name === 'sendCanary') return;
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
      fault: canaryFault ?? failed.values().next().value,
      canaryPassedAtMs,
      freeBytes,
    }),
    onFault(added) {
      listener = added;
    },
  };
}
