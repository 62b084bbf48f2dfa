/** The calls of a store thread, shared by `store-thread.ts`, which starts it, and `thread-handlers.ts`, which runs in it. */
import type { Scope } from '#store/records.ts';
import type { StoreKey } from '#store/sealing/store-key.ts';
import type { CancellationFlag } from '../cancellation.ts';

export interface ThreadApi {
  /** The dotted names of all calls that `run` knows. */
  names(): readonly string[];
  /** `call` numbers the calls of this thread: the cancellation flag names one by it. */
  run(call: number, name: string, args: readonly unknown[], scope?: Scope | undefined): unknown;
  /** Closes the database. The owner ends the thread afterwards. */
  close(): void;
}

export interface ThreadSetup {
  readonly dataDir: string;
  readonly key: StoreKey | undefined;
  /** Of readers. */
  readonly flag: CancellationFlag;
}
