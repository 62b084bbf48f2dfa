/**
 * Entry of the process behind `/raw_sql`. It passes statements to a thread: its main thread stays free while SQL runs, so that the process
 * notices the death of its owner. Started by `sql-child.ts`.
 */
import { createWorker } from '#core/worker/create-worker.ts';
import { serveCalls } from '#core/worker/serve-calls.ts';
import type { SqlApi, SqlSetup } from './sql-api.ts';

// The result is limited to 64 MB and most of it lies outside the heap.
const THREAD_HEAP_MB = 256;

/** A single value of a statement may have a gigabyte there, and the binding has no limit to set. */
const SEALED_MOST_BYTES = 1024 * 1024 * 1024;
const LOOK_EVERY_MS = 50;

serveCalls<SqlApi>((setup: SqlSetup) => {
  const thread = createWorker<SqlApi>({
    kind: 'thread',
    name: 'store.sql',
    entry: new URL('./sql-thread.ts', import.meta.url),
    setup,
    resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MB },
    stopped: (cause) => new Error('the thread ended', { cause }),
    // The owner reports a process that ended as a statement that needed too much memory.
    onDeath: end,
  });
  if (setup.databaseKey !== undefined) {
    setInterval(() => {
      if (process.memoryUsage.rss() > SEALED_MOST_BYTES) end();
    }, LOOK_EVERY_MS).unref();
  }
  return {
    run: (_context, query) => thread.call('run', [query]),
  };
});

/** Not `process.exit`, which waits for the thread, that is for the end of the running statement. */
function end(): void {
  process.kill(process.pid, 'SIGKILL');
}
