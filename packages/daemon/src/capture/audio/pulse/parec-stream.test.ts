import { ChildProcess } from 'node:child_process';
import { expect, test } from 'vitest';
import type { StreamEnd } from '../audio-source.ts';
import { parecStream } from './parec-stream.ts';
import type { PulsePrograms } from './pulse-programs.ts';
import { watchPulse } from './pulse-watch.ts';

/** As node gives them out when no file is left for the pipes: without streams, and with word of it in the next turn. */
function withoutFiles(): ChildProcess {
  const child = new ChildProcess();
  process.nextTick(() =>
    child.emit('error', Object.assign(new Error('spawn'), { code: 'EMFILE' })),
  );
  return child;
}

const programs: PulsePrograms = {
  ask: () => Promise.reject(new Error('nobody answers')),
  start: withoutFiles,
};

test('a stream for which the machine has no file left ends as broken', async () => {
  const end = await new Promise<StreamEnd>((resolve) => {
    parecStream({
      programs,
      device: { id: 'mic', name: 'Desk (input)', kind: 'input', isDefault: true },
      timeoutMs: 60_000,
      nowMs: () => 0,
      handlers: { onBlock: () => {}, onEnd: resolve, signal: new AbortController().signal },
    });
  });
  expect(end).toMatchObject({ kind: 'broken', error: { cause: { code: 'EMFILE' } } });
});

test('the watch for devices goes on when its program cannot be started', async () => {
  const stop = new AbortController();
  let starts = 0;
  const refusing: PulsePrograms = {
    ...programs,
    start() {
      starts += 1;
      if (starts === 1) throw new Error('spawn ENOMEM');
      return withoutFiles();
    },
  };
  const watching = watchPulse(refusing, () => {}, stop.signal);
  await expect.poll(() => starts, { timeout: 15_000 }).toBeGreaterThan(2);
  stop.abort();
  await watching;
});
