import { expect, test } from 'vitest';
import { type LocalStore, localStore } from '../testing/local-store.ts';
import type { EndedExecution } from './pipe-records.ts';

const AT_MS = Date.parse('2026-02-03T09:00:00Z');
const ENDED: EndedExecution = {
  status: 'completed' as const,
  finishedAtMs: AT_MS,
  itemsProcessed: 1,
  output: 'printed',
  errorOutput: 'warned',
  exitCode: 0,
  errorType: null,
  errorMessage: null,
};

function runs(store: LocalStore, count: number): void {
  for (let i = 0; i < count; i += 1) {
    const run = { pipeId: 'noisy', trigger: 'manual', startedAtMs: AT_MS + i } as const;
    store.write('pipes.endExecution', store.write('pipes.addExecution', run), ENDED);
  }
}

test('only the newest hundred runs of a pipe keep what they printed, the others keep their outcome', async () => {
  await using store = await localStore();
  runs(store, 105);
  const listed = store.read('pipes.listExecutions', 'noisy', 200);
  expect(listed.map(({ status }) => status)).toEqual(Array(105).fill('completed'));
  const printed = listed.map(({ output, errorOutput }) => `${output} ${errorOutput}`.trim());
  expect(printed).toEqual([...Array(100).fill('printed warned'), ...Array(5).fill('')]);
});
