/**
 * What the reads and writes of a feature get from the thread they run in. A feature is a function from a kernel to its calls;
 * `reads.ts` and `writes.ts` list the features, `open-reads.ts` and `open-writes.ts` open them.
 */
import type { StoreKey } from '../sealing/store-key.ts';
import type { RankingBounds } from '../search/ranking.ts';
import type { Connection } from './connection.ts';

interface Kernel<Self> {
  readonly db: Connection;
  readonly dataDir: string;
  /** What several features use: created once for each connection. */
  part<Part>(create: (kernel: Self) => Part): Part;
}

export interface ReadKernel extends Kernel<ReadKernel> {
  readonly tuning: ReadTuning;
  /** Throws when the caller no longer waits for the answer. */
  assertWanted(): void;
  /** Runs at the start of every call, in its transaction. */
  beforeEach(hook: () => void): void;
}

export interface WriteKernel extends Kernel<WriteKernel> {
  /** Of an encrypted store. */
  readonly key: StoreKey | undefined;
  /** Runs when a call has failed: what it left in memory is not in the database. */
  onRollback(hook: () => void): void;
  onClose(hook: () => void): void;
}

/** What a bounded count of matches may cost, and among how many documents it is always exact. */
export interface CountingBounds {
  readonly countingMs: number;
  readonly alwaysCounted: number;
}

/** For tests. */
export interface ReadTuning {
  /** Receives every statement that runs, values included. */
  onStatement?: (sql: string) => void;
  /** Results up to this size are counted by reading them (search.ts). */
  wholeResult?: number;
  counting?: Partial<CountingBounds>;
  /** Bounds of the best match (ranking.ts). */
  ranking?: Partial<RankingBounds>;
  /** More frames than this are summarised by the hour (segments.ts). */
  maxWalked?: number;
}

export function partCache<Self>(kernel: () => Self): Kernel<Self>['part'] {
  const parts = new Map<unknown, unknown>();
  return <Part>(create: (self: Self) => Part): Part => {
    if (!parts.has(create)) parts.set(create, create(kernel()));
    return parts.get(create) as Part;
  };
}
