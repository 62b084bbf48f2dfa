/** The real OCR process, but an image of width 13 kills it. */
import type { ToWorker } from '#core/worker/messages.ts';
import type { SentImage } from './ocr-process.ts';

process.on('message', (message: ToWorker) => {
  if (message.kind !== 'call') return;
  const [image] = message.args as [SentImage];
  if (image.width === 13) process.kill(process.pid, 'SIGKILL');
});
await import('./ocr-main.ts');
