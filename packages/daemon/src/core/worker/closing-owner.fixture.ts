/** A program without any other work: it uses a worker of the kind that its argument names, closes it, and says so. */
import { createWorker } from './create-worker.ts';
import type { TestApi } from './worker.conformance.ts';

const worker = createWorker<Pick<TestApi, 'echo'>>({
  kind: process.argv[2] === 'thread' ? 'thread' : 'process',
  entry: new URL('./worker.fixture.ts', import.meta.url),
  name: 'test',
  stopped: () => new Error('ended'),
});
await worker.call('echo', [1]);
await worker.close();
process.stdout.write('closed\n');
