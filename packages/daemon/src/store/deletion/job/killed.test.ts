/** A process killed with SIGKILL while it deletes: the next one goes on with it, and the receipt counts the whole. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import {
  addFrame,
  compactAll,
  expectAllShown,
  mediaFiles,
  openParts,
  START_MS,
} from '#store/compaction/parts.fixture.ts';
import { findFaults } from '#store/testing/find-faults.ts';
import { findWords } from '#store/testing/find-words.ts';
import { temporaryFolder } from '#store/testing/temporary-store.ts';
import type { DeletionJob } from '../records.ts';

const PROCESS = fileURLToPath(
  new URL('../../testing/processes/deleting-process.ts', import.meta.url),
);

/** In the order of a job: what it had done before each of them stays done. */
const FATAL_CALLS = ['deletePiece', 'filesRemoved', 'replaceVideo', 'dropMarked', 'finishJob'];

test('a deletion goes on after each kill and ends with a whole receipt', {
  timeout: 300_000,
}, async () => {
  await using folder = await temporaryFolder();
  const ids = new Map<number, number>();
  {
    await using parts = await openParts(folder.path);
    for (let number = 1; number <= 4; number++) ids.set(number, await addFrame(parts, number));
    await compactAll(parts);
    ids.set(5, await addFrame(parts, 5));
    ids.set(6, await addFrame(parts, 6));
  }
  const range = [START_MS + 3_000, START_MS + 5_000].map(String);
  const run = async (dieAt: string) => {
    const child = spawn(process.execPath, [PROCESS, folder.path, ...range, dieAt], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [printed, [code, killedBy]] = await Promise.all([
      text(child.stdout),
      once(child, 'close'),
    ]);
    return { printed, code, killedBy };
  };
  for (const call of FATAL_CALLS) {
    expect(await run(call)).toMatchObject({ killedBy: 'SIGKILL', printed: '' });
  }
  const { code, printed } = await run('');
  expect(code).toBe(0);
  const job = JSON.parse(printed) as DeletionJob;
  expect(job).toMatchObject({ state: 'done', isVerified: true });
  expect(job.counts).toMatchObject({ frames: 3, texts: 3, imageFiles: 1, videoFiles: 1 });
  expect(findWords(folder.path, ['number3', 'number4', 'number5'])).toEqual([]);
  expect(findFaults(folder.path)).toEqual([]);
  for (const number of [3, 4, 5]) ids.delete(number);
  await using parts = await openParts(folder.path);
  await expectAllShown(parts, ids);
  const files = await mediaFiles(folder.path);
  expect(await parts.store.compaction.listUnnamedFiles(files)).toEqual([]);
  expect(files.filter((path) => path.endsWith('.mp4'))).toHaveLength(1);
});
