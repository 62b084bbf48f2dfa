/** The real reader process, but it dies of a strip whose first pixel is black. */
import type { ToReader } from './reader-messages.ts';

process.on('message', ({ strip }: ToReader) => {
  if (strip.pixels[0] === 0) process.kill(process.pid, 'SIGKILL');
});
await import('./reader-main.ts');
