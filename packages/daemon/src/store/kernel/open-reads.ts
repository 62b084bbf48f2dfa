/** Opens a connection for reading with the reads of all features. Each call runs in one read transaction. */
import { READS } from '../reads.ts';
import type { Scope } from '../records.ts';
import type { StoreKey } from '../sealing/store-key.ts';
import { foldCase } from '../search/words/tokens.ts';
import { findCall, openFeatures, runWithin } from './calls.ts';
import { type CancellationFlag, cancellationCheck } from './cancellation.ts';
import { openReader, storeFault } from './database.ts';
import { partCache, type ReadKernel, type ReadTuning } from './kernel.ts';

export function openReads(
  dataDir: string,
  flag: CancellationFlag,
  tuning: ReadTuning = {},
  key?: StoreKey | undefined,
) {
  const db = openReader(dataDir, tuning.onStatement, key);
  const cancellation = cancellationCheck(flag);
  cancellation.register(db);
  db.function('fold_case', { deterministic: true }, (text) => foldCase(String(text)));

  const hooks: (() => void)[] = [];
  const kernel: ReadKernel = {
    db,
    dataDir,
    tuning,
    assertWanted: cancellation.assertWanted,
    beforeEach: (hook) => void hooks.push(hook),
    part: partCache(() => kernel),
  };
  const calls = openFeatures(READS, kernel);

  /** All statements of `work` see the same state of the store. */
  function inSnapshot<T>(work: () => T): T {
    db.exec('BEGIN');
    try {
      for (const hook of hooks) hook();
      return work();
    } finally {
      // A damaged file has already ended it.
      if (db.inTransaction) db.exec('COMMIT');
    }
  }

  return {
    names: [...calls.keys()],
    /** Runs one call in its own snapshot; throws QUERY_CANCELLED when it was cancelled. */
    run(call: number, name: string, args: readonly unknown[], scope?: Scope | undefined): unknown {
      cancellation.begin(call);
      cancellation.assertWanted();
      try {
        return inSnapshot(() => runWithin(findCall(calls, name), scope, args));
      } catch (cause) {
        throw storeFault(cause, db.name);
      }
    },
    close: () => db.close(),
  };
}
