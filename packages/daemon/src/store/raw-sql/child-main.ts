/**
 * Entry of the child process behind `/raw_sql`. It passes queries (one JSON string per line on the
 * standard input) to a worker thread and answers on to the standard output. This thread stays free
 * while SQL runs, so that the child notices the death of its parent, however that died.
 */
import { Worker } from 'node:worker_threads';
import type { AnswerLine } from './answer.ts';

// The result is limited to 64 MB and most of it lies outside the heap.
const WORKER_HEAP_MB = 256;

const [databaseFile, limits] = process.argv.slice(2);

const worker = new Worker(new URL('./child-worker.ts', import.meta.url), {
  workerData: { databaseFile, limits: JSON.parse(limits ?? '') },
  resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB },
});

worker.on('message', ({ line, json }: { line: AnswerLine; json?: Uint8Array }) => {
  process.stdout.write(`${JSON.stringify(line)}\n`);
  if (json !== undefined) process.stdout.write(json);
});

/** Not `process.exit`, which waits for the worker, that is for the end of the running statement. */
function end(): void {
  process.kill(process.pid, 'SIGKILL');
}

// Not `readline`, which also ends lines at characters that JSON leaves as they are (U+2028).
let unfinished = '';
process.stdin.setEncoding('utf8').on('data', (piece: string) => {
  const lines = (unfinished + piece).split('\n');
  unfinished = lines.pop() ?? '';
  for (const line of lines) worker.postMessage(JSON.parse(line));
});
for (const event of ['end', 'close', 'error']) process.stdin.on(event, end);
process.stdout.on('error', end);
