/** Stands in for the echo thread: cancels nothing and dies of the first question. */
import { parentPort } from 'node:worker_threads';
import type { FromThread, ToThread } from './thread-messages.ts';

parentPort?.on('message', (message: ToThread) => {
  if (message.kind === 'judge') throw new Error('the thread cannot judge');
  if (message.kind === 'close') parentPort?.close();
  if (message.kind !== 'cancel') return;
  const { atMs, microphone } = message.sound;
  const samples = new Int16Array(microphone);
  parentPort?.postMessage({
    kind: 'cancelled',
    room: message.room,
    atMs,
    samples,
  } satisfies FromThread);
});
