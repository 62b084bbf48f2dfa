/**
 * The process that runs the speech networks, seen from the service: ask it for a task, get the answer. It is started by the first
 * request. When it dies it is started again, each time a little later, and what it was working on is asked once more; when it stops
 * answering it is ended first. Callers never see a process, only answers that take longer.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Clock } from '#core/clock.ts';
import { whereCompiled } from '#core/compiled-code.ts';
import { type Fault, faultOf } from '#core/fault.ts';
import type { Log } from '#core/log.ts';
import type { PartState, ServiceState } from '#core/service.ts';
import { SpeechProcessStoppedError, SpeechTaskError } from './errors.ts';
import type { FromProcess, TaskInput, TaskName, TaskOutput, ToProcess } from './tasks.ts';

const ENTRY = fileURLToPath(new URL('./speech-main.ts', import.meta.url));
// A request that was under way at this many deaths is what kills the process.
const MOST_DEATHS = 2;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
// Half a minute of speech takes 4 s; ten times that is for machines that are slow and busy.
const SILENT_FOR_MS = 60_000;

interface Request {
  readonly id: number;
  readonly task: TaskName;
  readonly input: unknown;
  readonly answer: PromiseWithResolvers<unknown>;
  deaths: number;
}

export interface SpeechProcess {
  /**
   * Rejects with SpeechTaskError when the network cannot do it, with SpeechProcessStoppedError when the request kills the process or
   * all is closed, and at once with the reason of `signal` when that aborts.
   */
  run<T extends TaskName>(
    task: T,
    input: TaskInput<T>,
    signal: AbortSignal,
  ): Promise<TaskOutput<T>>;
  /** Requests without an answer. */
  pending(): number;
  /** How often the process died. */
  crashes(): number;
  /** For the health report; undefined before the first request. */
  part(): PartState | undefined;
  /** Undefined while there is none. */
  pid(): number | undefined;
  /** Fails what is under way and ends the process. */
  close(): Promise<void>;
}

export function speechProcess(deps: { clock: Clock; log: Log; entry?: string }): SpeechProcess {
  const { clock } = deps;
  const log = deps.log.child({ part: 'extract.speech' });
  const closing = new AbortController();
  const requests = new Map<number, Request>();
  let child: ChildProcess | undefined;
  let ended: Promise<void> = Promise.resolve();
  let crashes = 0;
  /** Deaths since the last answer. */
  let deathsInARow = 0;
  let isWaiting = false;
  let state: ServiceState | undefined;
  let lastFault: Fault | undefined;
  let lastId = 0;
  let watch: NodeJS.Timeout | undefined;

  function post(message: ToProcess): void {
    // A write that meets the end of the process fails; its exit is what counts.
    child?.send(message, () => {});
  }

  /** The process must say something now and then as long as it is asked for something. */
  function watchOver(): void {
    clearTimeout(watch);
    if (requests.size === 0 || child === undefined) return;
    watch = setTimeout(() => child?.kill('SIGKILL'), SILENT_FOR_MS).unref();
  }

  function settle(message: FromProcess): void {
    const request = requests.get(message.id);
    requests.delete(message.id);
    deathsInARow = 0;
    watchOver();
    if (message.kind === 'done') request?.answer.resolve(message.output);
    else request?.answer.reject(new SpeechTaskError(request.task, message.message));
  }

  function start(): void {
    const started = fork(deps.entry ?? ENTRY, {
      serialization: 'advanced',
      execArgv: ['--disable-warning=ExperimentalWarning'],
      // No more of our environment: it may hold secrets that a crash report would show.
      env: whereCompiled(),
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child = started;
    state = { kind: 'running', sinceMs: clock.now(), failures: deathsInARow };
    const gone = Promise.withResolvers<void>();
    ended = gone.promise;
    let hasEnded = false;
    const end = (cause?: unknown) => {
      if (hasEnded) return;
      hasEnded = true;
      child = undefined;
      gone.resolve();
      if (!closing.signal.aborted) void recover(cause);
    };
    started.on('message', settle);
    started.once('exit', () => end());
    // Could not be started.
    started.once('error', end);
    if (started.pid !== undefined) makeLessImportant(started.pid);
    for (const { id, task, input } of requests.values()) post({ kind: 'run', id, task, input });
    watchOver();
  }

  async function recover(cause: unknown): Promise<void> {
    crashes += 1;
    deathsInARow += 1;
    log.warn({ err: cause, count: requests.size }, 'the speech process died, starting it again');
    for (const request of [...requests.values()]) {
      request.deaths += 1;
      if (request.deaths < MOST_DEATHS) continue;
      requests.delete(request.id);
      request.answer.reject(new SpeechProcessStoppedError(cause));
    }
    isWaiting = true;
    lastFault = faultOf(new SpeechProcessStoppedError(cause), clock.now());
    // The first death is an accident: no time is lost over it.
    const waitMs =
      deathsInARow === 1 ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (deathsInARow - 2), LONGEST_WAIT_MS);
    state = { kind: 'waiting', untilMs: clock.now() + waitMs, failures: deathsInARow };
    await clock.sleep(waitMs, closing.signal);
    isWaiting = false;
    state = { kind: 'ended' };
    if (requests.size > 0 && !closing.signal.aborted) start();
  }

  async function ask(task: TaskName, input: unknown, signal: AbortSignal): Promise<unknown> {
    const stop = AbortSignal.any([signal, closing.signal]);
    stop.throwIfAborted();
    lastId += 1;
    const request = { id: lastId, task, input, answer: Promise.withResolvers(), deaths: 0 };
    requests.set(request.id, request);
    const abort = () => {
      if (!requests.delete(request.id)) return;
      watchOver();
      request.answer.reject(stop.reason);
      post({ kind: 'abort', id: request.id });
    };
    stop.addEventListener('abort', abort, { once: true });
    if (child !== undefined) {
      post({ kind: 'run', id: request.id, task, input });
      if (requests.size === 1) watchOver();
    } else if (!isWaiting) {
      start();
    }
    try {
      return await request.answer.promise;
    } finally {
      stop.removeEventListener('abort', abort);
    }
  }

  return {
    run: <T extends TaskName>(task: T, input: TaskInput<T>, signal: AbortSignal) =>
      ask(task, input, signal) as Promise<TaskOutput<T>>,
    pending: () => requests.size,
    crashes: () => crashes,
    part: () => state && { name: 'extract.speech', state, restarts: crashes, lastFault },
    pid: () => child?.pid,
    async close() {
      closing.abort(new SpeechProcessStoppedError());
      clearTimeout(watch);
      child?.kill('SIGKILL');
      await ended;
    },
  };
}

/** When memory runs out, this is what the system should end: it comes back and nothing is lost. */
function makeLessImportant(pid: number): void {
  if (process.platform !== 'linux') return;
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '800');
  } catch {
    // The process has ended already, or the system forbids it: then it is just as important.
  }
}
