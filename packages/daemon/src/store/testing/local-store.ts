/** The store's reads and writes in the test's own thread: quick to open, for tests that need no threads. */
import { makeCancellationFlag } from '../kernel/cancellation.ts';
import { openReads } from '../kernel/open-reads.ts';
import { openWrites } from '../kernel/open-writes.ts';
import type { StoreKey } from '../sealing/store-key.ts';
import type { DottedReads, DottedWrites, ReadName, WriteName } from '../store.ts';
import { temporaryFolder } from './temporary-store.ts';

export interface LocalStore extends AsyncDisposable {
  dataDir: string;
  read<Name extends ReadName>(
    name: Name,
    ...args: Parameters<DottedReads[Name]>
  ): ReturnType<DottedReads[Name]>;
  /** One transaction, as in the writer thread. */
  write<Name extends WriteName>(
    name: Name,
    ...args: Parameters<DottedWrites[Name]>
  ): ReturnType<DottedWrites[Name]>;
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
    read: (name, ...args) => reads.run(1, name, args) as ReturnType<DottedReads[typeof name]>,
    write: (name, ...args) => writes.run(1, name, args) as ReturnType<DottedWrites[typeof name]>,
    async [Symbol.asyncDispose]() {
      reads.close();
      writes.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}
