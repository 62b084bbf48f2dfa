/**
 * Entry of the child process behind `/raw_sql`. It passes queries (one JSON string per line on the
 * standard input, after a line with the key of an encrypted database) to a worker thread and answers on to the standard output. This thread stays free
 * while SQL runs, so that the child notices the death of its parent, however that died.
 */
import { Worker } from 'node:worker_threads';
import type { DatabaseKey } from '../sealing/store-key.ts';
import type { AnswerLine } from './answer.ts';
import type { ChildSetup } from './child-setup.ts';

// The result is limited to 64 MB and most of it lies outside the heap.
const WORKER_HEAP_MB = 256;

/** A single value of a statement may have a gigabyte there, and the binding has no limit to set. */
const SEALED_MOST_BYTES = 1024 * 1024 * 1024;
const LOOK_EVERY_MS = 50;

const [databaseFile = '', limitsJson = '', kind] = process.argv.slice(2);
const limits = JSON.parse(limitsJson) as ChildSetup['limits'];

let worker = kind === 'sealed' ? undefined : start({ databaseFile, limits });

function start(setup: ChildSetup): Worker {
  const started = new Worker(new URL('./child-worker.ts', import.meta.url), {
    workerData: setup,
    resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB },
  });
  started.on('message', ({ line, json }: { line: AnswerLine; json?: Uint8Array }) => {
    process.stdout.write(`${JSON.stringify(line)}\n`);
    if (json !== undefined) process.stdout.write(json);
  });
  if (setup.databaseKey !== undefined) {
    setInterval(() => {
      if (process.memoryUsage.rss() > SEALED_MOST_BYTES) end();
    }, LOOK_EVERY_MS).unref();
  }
  return started;
}

/** Not `process.exit`, which waits for the worker, that is for the end of the running statement. */
function end(): void {
  process.kill(process.pid, 'SIGKILL');
}

// Not `readline`, which also ends lines at characters that JSON leaves as they are (U+2028).
let unfinished = '';
process.stdin.setEncoding('utf8').on('data', (piece: string) => {
  const lines = (unfinished + piece).split('\n');
  unfinished = lines.pop() ?? '';
  for (const line of lines) {
    const message = JSON.parse(line) as unknown;
    if (worker) worker.postMessage(message);
    else worker = start({ databaseFile, limits, databaseKey: message as DatabaseKey });
  }
});
for (const event of ['end', 'close', 'error']) process.stdin.on(event, end);
process.stdout.on('error', end);
