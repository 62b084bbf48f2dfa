/**
 * Entry of the child process that holds libtesseract: an assertion or a bad access in the library ends this process and not the
 * service. It sees nothing but strips of single lines, and ends with its parent. Started by `reader-process.ts` only.
 */
import { sendable } from '#extract/ocr/sent-error.ts';
import type { FromReader, ReaderOptions, ToReader } from './reader-messages.ts';
import { openTesseractRecognisers } from './recogniser.ts';

function send(message: FromReader): void {
  // A parent that went away hears nothing; `disconnect` ends this process.
  process.send?.(message, () => undefined);
}

// Not `exit`, which waits for a strip that is being read.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

try {
  const options = JSON.parse(process.argv[2] ?? '') as ReaderOptions;
  const recognisers = await openTesseractRecognisers(options);
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
