/** Entry of the writer thread: the one connection that writes, one transaction after the other. */
import { workerData } from 'node:worker_threads';
import type { StoreKey } from '../sealing/store-key.ts';
import { serveCalls } from './thread-entry.ts';
import { openWrites } from './writes.ts';

const { dataDir, key } = workerData as { dataDir: string; key: StoreKey | undefined };
serveCalls(() => openWrites(dataDir, Date.now, key));
