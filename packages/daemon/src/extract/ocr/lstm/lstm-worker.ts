/** Entry of a thread that reads strips, one at a time: the runtime computes on the thread that asks it. Started by `workers.ts` only. */
import { parentPort, workerData } from 'node:worker_threads';
import { keepCompiled } from '#core/compiled-code.ts';
import { sendable } from '#extract/ocr/sent-error.ts';
import type { LstmModel } from './model.ts';
import { openLstmRecogniser } from './recogniser.ts';
import type { FromWorker, ToWorker } from './workers.ts';

const send = (message: FromWorker) => parentPort?.postMessage(message);

try {
  const recogniser = await openLstmRecogniser(workerData as LstmModel);
  parentPort?.on('message', async ({ strip }: ToWorker) => {
    if (strip === undefined) {
      await recogniser.close();
      parentPort?.close();
      return;
    }
    try {
      send({ kind: 'read', words: await recogniser.read(strip) });
    } catch (error) {
      send({ kind: 'failed', error: sendable(error) });
    }
  });
  send({ kind: 'ready' });
} catch (error) {
  send({ kind: 'unable', error: sendable(error) });
}
keepCompiled();
