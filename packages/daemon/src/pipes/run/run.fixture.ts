/** Runs of pipes that tests write down: with a folder, limits that are far away, and everything they log. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import { type TestPipe, writePipe } from '../pipe-folder.fixture.ts';
import { findWalls, type Walls } from '../walls/walls.ts';
import { type RunOptions, startRun } from './runner.ts';

let parent: string;
let walls: Walls;
beforeAll(async () => {
  walls = await findWalls();
  parent = mkdtempSync(join(tmpdir(), 'hindcast-pipes-'));
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

let count = 0;
/** A busy machine takes seconds to start a process; limits that a test is not about are far away. */
const FAR_MS = 60_000;

/** A run in a new pipe folder, which begins at once. */
export function begin(pipe: Partial<TestPipe>, options: Partial<RunOptions> = {}) {
  count += 1;
  const id = `pipe-${count}`;
  const folder = writePipe(parent, { id, process: '', ...pipe });
  const outputFolder = join(folder, 'output');
  mkdirSync(outputFolder);
  const logged: string[] = [];
  const run = startRun({
    pipeId: id,
    folder,
    outputFolder,
    config: { word: 'blue' },
    entryUrl: pathToFileURL(join(folder, 'index.ts')).href,
    data: { trigger: 'manual', startedAt: '2026-01-01T00:00:00.000Z', items: [] },
    readFolders: [outputFolder],
    writeFolders: [outputFolder],
    timeoutMs: FAR_MS,
    memoryMb: 128,
    mostOutputMb: 64,
    walls,
    onLog: (level, message) => logged.push(`${level}: ${message}`),
    callFacility: async () => null,
    ...options,
  });
  return { run, logged, outputFolder };
}

export async function ran(pipe: Partial<TestPipe>, options: Partial<RunOptions> = {}) {
  const { run, ...rest } = begin(pipe, options);
  return { end: await run.ended, pid: run.pid, ...rest };
}
