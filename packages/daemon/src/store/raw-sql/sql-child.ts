/**
 * One child process that runs SQL, seen from the service: start it, ask it, end it. The pool in
 * `child-pool.ts` decides when.
 */
import { createWorker } from '#core/worker/create-worker.ts';
import type { Answer, SqlApi, SqlSetup } from './sql-api.ts';

export interface SqlChild {
  /** One question at a time. Rejects with ChildEnded when the process ends before it has answered. */
  ask(query: string): Promise<Answer>;
  /** Ends the process at once, whatever it does. */
  kill(): void;
  isAlive(): boolean;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
}

export class ChildEnded extends Error {}

// Only results pass through the main thread, outside its heap; the thread has its own limit.
const CHILD_HEAP_MB = 64;

const NICE = 10;

export function startSqlChild(setup: SqlSetup): SqlChild {
  const ended = Promise.withResolvers<void>();
  let isAlive = true;
  const worker = createWorker<SqlApi>({
    kind: 'process',
    name: 'store.sql',
    entry: new URL('./sql-process.ts', import.meta.url),
    // Shown in the list of processes. The key is not: others may read that list.
    args: [setup.databaseFile],
    setup,
    execArgv: [`--max-old-space-size=${CHILD_HEAP_MB}`],
    // A heavy statement must not slow recording down, nor have the service killed for its memory.
    niceness: NICE,
    oomScore: 1000,
    stopped: (cause) => new ChildEnded('the process ended', { cause }),
    onDeath() {
      isAlive = false;
      ended.resolve();
    },
  });
  // One that cannot start says so to the first caller.
  worker.ready().catch(() => undefined);
  return {
    ask: (query) => worker.call('run', [query]),
    kill() {
      isAlive = false;
      void worker.close().then(ended.resolve);
    },
    isAlive: () => isAlive,
    ended: ended.promise,
  };
}
