import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { systemClock } from '#core/clock.ts';
import { silentLog } from '#core/log/log.ts';
import { temporaryStore } from '#store/testing/temporary-store.ts';
import { writePipe } from '../pipe-folder.fixture.ts';
import { type Run, startRun } from '../run/runner.ts';
import { findWalls } from '../walls/walls.ts';
import { runQueue } from './queue.ts';

const WAITS = `await new Promise((resolve) => {
  const timer = setInterval(() => ctx.signal.aborted && (clearInterval(timer), resolve()), 20);
});`;

async function startPipe(parent: string): Promise<Run> {
  const folder = writePipe(parent, { id: 'waits', process: WAITS });
  const outputFolder = join(folder, 'output');
  mkdirSync(outputFolder);
  return startRun({
    pipeId: 'waits',
    folder,
    outputFolder,
    config: {},
    entryUrl: pathToFileURL(join(folder, 'index.ts')).href,
    data: { trigger: 'manual', startedAt: '2026-01-01T00:00:00.000Z', items: [] },
    readFolders: [outputFolder],
    writeFolders: [outputFolder],
    timeoutMs: 60_000,
    memoryMb: 128,
    mostOutputMb: 64,
    onLog: () => {},
    callFacility: async () => null,
    walls: await findWalls(),
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('a run whose start cannot be stored is ended before the pipe may run again', async () => {
  await using temporary = await temporaryStore();
  const { store, dataDir } = temporary;
  let run: Run | undefined;
  const queue = runQueue({
    store: {
      pipes: {
        ...store.pipes,
        startExecution: async () => {
          throw new Error('the disk is full');
        },
      },
    },
    clock: systemClock,
    log: silentLog,
    runsAtOnce: 1,
    onEnded: () => {},
  });
  const { ended } = await queue.add({
    pipeId: 'waits',
    trigger: 'manual',
    async start() {
      run = await startPipe(dataDir);
      return run;
    },
  });
  expect(await ended).toMatchObject({ status: 'failed' });
  expect(isAlive(run?.pid ?? 0)).toBe(false);
  expect(queue.stateOf('waits')).toEqual({ kind: 'idle' });
  const [execution] = await store.pipes.listExecutions('waits', 1);
  expect(execution).toMatchObject({ status: 'failed', errorMessage: 'the disk is full' });
});
