/**
 * One child process that runs SQL, seen from the service: start it, ask it, end it. The pool in
 * `raw-sql.ts` decides when.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { lowerPriority } from '#core/process/process-priority.ts';
import { type Answer, answerReader } from './answer.ts';
import type { ChildSetup } from './child-setup.ts';

export interface SqlChild {
  /** One question at a time. Rejects with ChildEnded when the process ends before it has answered. */
  ask(query: string): Promise<Answer>;
  /** Ends the process at once, whatever it does. */
  kill(): void;
  isAlive(): boolean;
  /** Resolves when the process is gone. */
  readonly ended: Promise<unknown>;
}

export class ChildEnded extends Error {}

// Only lines of JSON pass through the main thread's heap; the worker has a limit of its own.
const CHILD_HEAP_MB = 64;

const NICE = 10;

export function startSqlChild({ databaseFile, limits, databaseKey }: ChildSetup): SqlChild {
  const entry = fileURLToPath(new URL('./child-main.ts', import.meta.url));
  const flags = [`--max-old-space-size=${CHILD_HEAP_MB}`, '--disable-warning=ExperimentalWarning'];
  const child = spawn(
    process.execPath,
    [...flags, entry, databaseFile, JSON.stringify(limits), databaseKey ? 'sealed' : 'clear'],
    // No environment: it may hold secrets that a crash report would show. Its error output can
    // quote the statement, so it goes nowhere.
    { stdio: ['pipe', 'pipe', 'ignore'], env: {}, windowsHide: true },
  );
  if (child.pid !== undefined) makeLessImportant(child.pid);

  let pending: PromiseWithResolvers<Answer> | undefined;
  let alive = true;
  const end = (cause?: unknown) => {
    alive = false;
    pending?.reject(new ChildEnded('the process ended', { cause }));
    pending = undefined;
  };
  child.once('exit', () => end());
  // Could not be started.
  child.once('error', end);
  // A write that meets the end of the process; its exit is what counts.
  child.stdin.on('error', () => {});
  // Neither its arguments nor its environment, which others may read, hold the key.
  if (databaseKey !== undefined) child.stdin.write(`${JSON.stringify(databaseKey)}\n`);

  let read = answerReader();
  child.stdout.on('data', (piece: Buffer) => {
    const answer = read(piece);
    if (answer === undefined) return;
    read = answerReader();
    pending?.resolve(answer);
    pending = undefined;
  });

  return {
    ask(query) {
      pending = Promise.withResolvers();
      const { promise } = pending;
      if (alive) child.stdin.write(`${JSON.stringify(query)}\n`);
      else end();
      return promise;
    },
    kill() {
      child.kill('SIGKILL');
      end();
    },
    isAlive: () => alive,
    ended: once(child, 'close').catch(() => undefined),
  };
}

/** A heavy statement must not slow recording down, nor have the service killed for its memory. */
function makeLessImportant(pid: number): void {
  lowerPriority(pid, NICE);
  try {
    if (process.platform === 'linux') writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // The process has ended already, or the system forbids it: then it is just as important.
  }
}
