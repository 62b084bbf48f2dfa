/** The store's reads and writes in the test's own thread: quick to open, for tests that need no threads. */
import { makeCancellationFlag } from '../kernel/cancellation.ts';
import { openReads, type Reads } from '../kernel/reads.ts';
import { openWrites, type Writes } from '../kernel/writes.ts';
import type { StoreKey } from '../sealing/store-key.ts';
import { temporaryFolder } from './temporary-store.ts';

export interface LocalStore extends AsyncDisposable {
  dataDir: string;
  read<Name extends keyof Reads>(
    name: Name,
    ...args: Parameters<Reads[Name]>
  ): ReturnType<Reads[Name]>;
  /** One transaction, as in the writer thread. */
  write<Name extends keyof Writes>(
    name: Name,
    ...args: Parameters<Writes[Name]>
  ): ReturnType<Writes[Name]>;
}

export async function localStore(
  nowMs?: () => number,
  key?: StoreKey | undefined,
): Promise<LocalStore> {
  const folder = await temporaryFolder();
  const writes = openWrites(folder.path, nowMs, key);
  const reads = openReads(folder.path, makeCancellationFlag(), {}, key);
  return {
    dataDir: folder.path,
    read: (name, ...args) => reads.run(1, name, args) as ReturnType<Reads[typeof name]>,
    write: (name, ...args) => writes.run(1, name, args) as ReturnType<Writes[typeof name]>,
    async [Symbol.asyncDispose]() {
      reads.close();
      writes.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}
