/** The real OCR process, but an image of width 13 kills it. */
import type { ToProcess } from './messages.ts';

process.on('message', (message: ToProcess) => {
  if (message.kind === 'read' && message.image.width === 13) process.kill(process.pid, 'SIGKILL');
});
await import('./ocr-main.ts');
