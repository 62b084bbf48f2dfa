/** The inside of the thread that unpacks one archive. Started by `unpack.ts` only. */
import { parentPort, workerData } from 'node:worker_threads';
import { InvalidPipeError } from '../errors.ts';
import { unpackArchive } from './archive.ts';
import type { Unpacked } from './unpack.ts';

const { archive, folder } = workerData as { archive: string; folder: string };

function report(unpacked: Unpacked): void {
  parentPort?.postMessage(unpacked);
}

try {
  await unpackArchive(archive, folder);
  report({});
} catch (error) {
  if (!(error instanceof InvalidPipeError)) throw error;
  report({ fault: error.fault });
}
