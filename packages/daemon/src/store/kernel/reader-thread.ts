/** Entry of a reader thread: read-only, one snapshot a call. */
import { workerData } from 'node:worker_threads';
import type { StoreKey } from '../sealing/store-key.ts';
import { openReads } from './reads.ts';
import { serveCalls } from './thread-entry.ts';

const { dataDir, flag, key } = workerData as {
  dataDir: string;
  flag: Int32Array;
  key: StoreKey | undefined;
};
serveCalls(() => openReads(dataDir, flag, {}, key));
