/** The real OCR thread, but an image of width 13 kills it. */
import { parentPort } from 'node:worker_threads';
import type { ToThread } from './thread-messages.ts';

parentPort?.on('message', (message: ToThread) => {
  if (message.kind === 'read' && message.image.width === 13) throw new Error('died as asked');
});
await import('./ocr-thread.ts');
