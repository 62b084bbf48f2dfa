/** Opens the connection that writes, with the writes of all features. Each call is one transaction: all of it or nothing. */
import type { StoreKey } from '../sealing/store-key.ts';
import { WRITES } from '../writes.ts';
import { findCall, openFeatures, traitsOf } from './calls.ts';
import { dataFileGuard } from './data-file.ts';
import { openWriter, storeFault } from './database.ts';
import { tidyIndexes } from './index-upkeep.ts';
import { partCache, type WriteKernel } from './kernel.ts';

/** `nowMs` is the clock of changes that are sent to other devices. */
export function openWrites(
  dataDir: string,
  nowMs: () => number = Date.now,
  key?: StoreKey | undefined,
) {
  const db = openWriter(dataDir, key);
  db.function('sync_now_ms', nowMs);
  const assertInPlace = dataFileGuard(db.name);
  const rollbackHooks: (() => void)[] = [];
  const closeHooks: (() => void)[] = [];
  const kernel: WriteKernel = {
    db,
    dataDir,
    key,
    onRollback: (hook) => void rollbackHooks.push(hook),
    onClose: (hook) => void closeHooks.push(hook),
    part: partCache(() => kernel),
  };
  const calls = openFeatures(WRITES, kernel);

  return {
    names: [...calls.keys()],
    run(_call: number, name: string, args: readonly unknown[]): unknown {
      const call = findCall(calls, name);
      const { isDurable, isBare, isUnguarded } = traitsOf(call);
      try {
        if (!isUnguarded) assertInPlace();
        if (isBare) return call(...args);
        if (isDurable) db.pragma('synchronous = FULL');
        return db.transaction(() => call(...args)).immediate();
      } catch (cause) {
        for (const hook of rollbackHooks) hook();
        throw storeFault(cause, db.name);
      } finally {
        if (isDurable) db.pragma('synchronous = NORMAL');
      }
    },
    /** A slice of the upkeep that can wait; true when there is more. */
    rest: () => tidyIndexes(db),
    close(): void {
      db.pragma('optimize');
      db.close();
      for (const hook of closeHooks) hook();
    },
  };
}
