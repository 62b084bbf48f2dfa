/** Entry of a reader thread: read-only, one snapshot a call. */
import { workerData } from 'node:worker_threads';
import { openReads } from './reads.ts';
import { serveCalls } from './thread-entry.ts';

const { dataDir, flag } = workerData as { dataDir: string; flag: Int32Array };
serveCalls(() => openReads(dataDir, flag));
