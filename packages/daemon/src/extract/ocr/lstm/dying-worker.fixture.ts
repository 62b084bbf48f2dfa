/** The real thread, but it dies of a strip whose first pixel is black. */
import { parentPort } from 'node:worker_threads';
import type { ToWorker } from './workers.ts';

parentPort?.on('message', ({ strip }: ToWorker) => {
  if (strip?.pixels[0] === 0) throw new Error('died as asked');
});
await import('./lstm-worker.ts');
