/**
 * Entry of the child process that reads: an assertion or a bad access in a library ends this process and not the
 * service. It sees nothing but strips of single lines, and ends with its parent. Started by `reader-process.ts` only.
 */
import { keepCompiled } from '#core/compiled-code.ts';
import { openLstmWorkers } from './lstm/workers.ts';
import type { FromReader, ReaderOptions, ToReader } from './reader-messages.ts';
import { sendable } from './sent-error.ts';
import { openTesseractRecognisers } from './tesseract/recogniser.ts';

function send(message: FromReader): void {
  // A parent that went away hears nothing; `disconnect` ends this process.
  process.send?.(message, () => undefined);
}

// Not `exit`, which waits for a strip that is being read.
const die = () => void process.kill(process.pid, 'SIGKILL');
process.on('disconnect', die);

try {
  const options = JSON.parse(process.argv[2] ?? '') as ReaderOptions;
  const recognisers =
    options.how === 'network'
      ? await openLstmWorkers({ ...options, onDeath: die })
      : await openTesseractRecognisers(options);
  const lastTurns = recognisers.map((): Promise<void> => Promise.resolve());
  const read = async ({ id, handle, strip }: ToReader): Promise<void> => {
    try {
      send({ kind: 'read', id, words: (await recognisers[handle]?.read(strip)) ?? [] });
    } catch (error) {
      send({ kind: 'failed', id, error: sendable(error) });
    }
  };
  process.on('message', (message: ToReader) => {
    const { handle } = message;
    lastTurns[handle] = (lastTurns[handle] ?? Promise.resolve()).then(() => read(message));
  });
  send({ kind: 'ready' });
} catch (error) {
  send({ kind: 'unable', error: sendable(error) });
}
keepCompiled();
