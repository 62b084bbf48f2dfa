/**
 * Stops a running statement. The SQLite binding cannot interrupt one, so every statement that may
 * visit many rows asks, at one row in 64, whether its answer is still wanted. The flag
 * is shared memory: the main thread sets it while the reader thread is busy inside SQLite.
 */
import { serviceError } from '#core/errors.ts';
import type { Connection } from './connection.ts';

/** An SQL condition that is always true and throws when the query was cancelled. */
export function stillWanted(idColumn: string): string {
  // Bits 2 to 7: one id in 64, and one document key in 64 of each kind (keys.ts). Cheaper than a modulo.
  return `((${idColumn} & 252) <> 68 OR still_wanted())`;
}

/** Slot 0 holds the number of the newest cancelled call. */
export type CancellationFlag = Int32Array;

export function makeCancellationFlag(): CancellationFlag {
  return new Int32Array(new SharedArrayBuffer(4));
}

export function cancellationCheck(flag: CancellationFlag) {
  let current = 0;
  return {
    begin(call: number): void {
      current = call;
    },
    assertWanted(): void {
      if (Atomics.load(flag, 0) >= current) throw serviceError('QUERY_CANCELLED');
    },
    register(db: Connection): void {
      db.function('still_wanted', { deterministic: false }, () => {
        if (Atomics.load(flag, 0) >= current) throw serviceError('QUERY_CANCELLED');
        return 1;
      });
    },
  };
}
