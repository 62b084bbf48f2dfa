/** Entry of the writer thread: the one connection that writes, one transaction after the other. */
import { workerData } from 'node:worker_threads';
import { serveCalls } from './thread-entry.ts';
import { openWrites } from './writes.ts';

const { dataDir } = workerData as { dataDir: string };
serveCalls(() => openWrites(dataDir));
