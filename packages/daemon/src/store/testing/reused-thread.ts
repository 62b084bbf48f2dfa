/** Entry of a worker that is one store thread after the other: see `reused-threads.ts`. */
import { type MessagePort, parentPort } from 'node:worker_threads';
import { openReads } from '../kernel/reads.ts';
import type { ThreadEntry } from '../kernel/thread.ts';
import { serveCalls } from '../kernel/thread-entry.ts';
import { openWrites } from '../kernel/writes.ts';
import type { StoreKey } from '../sealing/store-key.ts';

interface StartMessage {
  entry: ThreadEntry;
  workerData: { dataDir: string; flag: Int32Array; key: StoreKey | undefined };
  port: MessagePort;
}

const OPEN = {
  './reader-thread.ts': ({ dataDir, flag, key }: StartMessage['workerData']) =>
    openReads(dataDir, flag, {}, key),
  './writer-thread.ts': ({ dataDir, key }: StartMessage['workerData']) =>
    openWrites(dataDir, Date.now, key),
};

parentPort?.on('message', ({ entry, workerData, port }: StartMessage) => {
  port.once('close', () => parentPort?.postMessage('free'));
  serveCalls(() => OPEN[entry](workerData), port);
});
