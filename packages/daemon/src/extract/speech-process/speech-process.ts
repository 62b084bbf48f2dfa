/**
 * The process that runs the speech networks, seen from the service: ask it for a task, get the answer. What it was working on when it
 * died is asked once more. Callers never see a process, only answers that take longer.
 */
import type { Clock } from '#core/clock.ts';
import { serviceError } from '#core/errors.ts';
import type { Log } from '#core/log/log.ts';
import type { PartState } from '#core/service.ts';
import { createWorker } from '#core/worker/create-worker.ts';
import { SpeechProcessStoppedError } from './errors.ts';
import type { SpeechApi, TaskInput, TaskName, TaskOutput } from './tasks.ts';

const ENTRY = new URL('./speech-main.ts', import.meta.url);
// Far above what half a minute of speech needs, for machines that are slow and busy.
const HANGS_AFTER_MS = 60_000;
/** When memory runs out, this is what the system should end: it comes back and nothing is lost. */
const OOM_SCORE = 800;

/**
 * Networks take large blocks for a moment. The allocator of glibc otherwise keeps them, in several arenas, for the case that they are
 * needed again.
 */
const RETURN_MEMORY = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '262144',
};

export interface SpeechProcess {
  /**
   * Rejects with SPEECH_TASK_FAILED when the network cannot do it, with SpeechProcessStoppedError when the request kills the process or
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

export function speechProcess(deps: { clock: Clock; log: Log; entry?: URL }): SpeechProcess {
  const log = deps.log.child({ part: 'extract.speech' });
  const worker = createWorker<SpeechApi>({
    kind: 'process',
    entry: deps.entry ?? ENTRY,
    name: 'extract.speech',
    clock: deps.clock,
    retries: 1,
    hangsAfterMs: HANGS_AFTER_MS,
    oomScore: OOM_SCORE,
    env: RETURN_MEMORY,
    stopped: (cause) => new SpeechProcessStoppedError(cause),
    onDeath: (err) => log.warn({ err }, 'the speech process died, starting it again'),
  });
  return {
    async run<T extends TaskName>(task: T, input: TaskInput<T>, signal: AbortSignal) {
      try {
        const args = [input] as Parameters<SpeechApi[T]>;
        return (await worker.call(task, args as never, { signal })) as TaskOutput<T>;
      } catch (error) {
        if (signal.aborted || error instanceof SpeechProcessStoppedError) throw error;
        // The message is of a library and may name files, never what was said.
        throw serviceError('SPEECH_TASK_FAILED', {
          task,
          reason: error instanceof Error ? error.message : String(error),
        });
      }
    },
    pending: worker.pending,
    crashes: worker.deaths,
    part: worker.part,
    pid: worker.pid,
    close: worker.close,
  };
}
