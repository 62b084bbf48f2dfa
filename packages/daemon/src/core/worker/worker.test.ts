import { execFile } from 'node:child_process';
import { getPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { callOnce, createWorker } from './create-worker.ts';
import { type TestApi, testWorkers } from './worker.conformance.ts';

testWorkers('thread');
testWorkers('process');

const entry = new URL('./worker.fixture.ts', import.meta.url);
const stopped = () => new Error('ended');

test('a process is as much less important as it is asked to be', async () => {
  const worker = createWorker<TestApi>({
    kind: 'process',
    entry,
    name: 'test',
    stopped,
    niceness: 3,
  });
  await worker.ready();
  expect(getPriority(worker.pid() ?? 0)).toBe(Math.min(19, getPriority() + 3));
  await worker.close();
});

test.skipIf(process.platform === 'win32')(
  'a process outlives Ctrl+C in the terminal of its owner',
  async () => {
    const worker = createWorker<TestApi>({ kind: 'process', entry, name: 'test', stopped });
    await worker.ready();
    for (const signal of ['SIGINT', 'SIGHUP']) process.kill(worker.pid() ?? 0, signal);
    expect(await worker.call('echo', ['still there'])).toBe('still there');
    await worker.close();
  },
);

test('a worker for one call ends with it', async () => {
  const options = { kind: 'thread', entry, name: 'test', stopped } as const;
  expect(await callOnce<TestApi, 'echo'>(options, 'echo', ['once'])).toBe('once');
});

test.each(['thread', 'process'])('a program that closes its %s goes on after it', async (kind) => {
  const owner = fileURLToPath(new URL('./closing-owner.fixture.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [owner, kind]);
  expect(stdout).toBe('closed\n');
});
