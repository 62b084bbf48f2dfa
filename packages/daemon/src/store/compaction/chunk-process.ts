/**
 * Makes a chunk in a process of its own: encoding takes a core for most of a minute and two hundred
 * megabytes, and comes from a large native library. The process can have the lowest priority, gives
 * all of its memory back, can be ended at any moment, and takes nothing with it when it breaks.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { whereCompiled } from '#core/compiled-code.ts';
import { ServiceError } from '#core/errors.ts';
import { lowerPriority } from '#core/process-priority.ts';
import { deserializeError } from '../thread-protocol.ts';
import { type ChunkAnswer, type ChunkJob, jobAsLine, type MadeChunk } from './chunk-job.ts';

const ENTRY = fileURLToPath(new URL('./chunk-process-main.ts', import.meta.url));
/** A minute or two on a busy machine; whatever takes longer hangs. */
const TIME_LIMIT_MS = 15 * 60_000;
/** Pictures lie outside the heap. */
const HEAP_MB = 64;

class ChunkProcessError extends ServiceError {
  constructor(how: string) {
    super('COMPACTION_FAILED', `the process that makes video chunks ended ${how}`);
  }
}

export type MakeChunk = (job: ChunkJob, signal: AbortSignal) => Promise<MadeChunk>;

/**
 * Rejects with the signal's reason when that aborts, after the process has gone. A draft may be left.
 * `priority` is as the system counts it, 19 the least.
 */
export function chunkProcess(priority: number): MakeChunk {
  return (job, signal) => runProcess(job, priority, signal);
}

async function runProcess(
  job: ChunkJob,
  priority: number,
  signal: AbortSignal,
): Promise<MadeChunk> {
  signal.throwIfAborted();
  const flags = [`--max-old-space-size=${HEAP_MB}`, '--disable-warning=ExperimentalWarning'];
  // No more of our environment, and no error output: neither secrets nor names of files leave through it.
  const child = spawn(process.execPath, [...flags, ENTRY], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: whereCompiled(),
    windowsHide: true,
  });
  const kill = () => child.kill('SIGKILL');
  signal.addEventListener('abort', kill, { once: true });
  const timer = setTimeout(kill, TIME_LIMIT_MS);
  try {
    // A write that meets the end of the process; its exit is what counts.
    child.stdin.on('error', () => {});
    lowerPriority(child.pid, priority);
    // Its standard input stays open: its end tells the process that we are gone.
    child.stdin.write(`${jobAsLine(job)}\n`);
    const [answer, [exitCode, signalName]] = await Promise.all([
      text(child.stdout),
      once(child, 'close') as Promise<[number | null, string | null]>,
    ]);
    signal.throwIfAborted();
    return madeChunkOf(answer, exitCode ?? signalName ?? 'unknown');
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', kill);
    kill();
  }
}

function madeChunkOf(answer: string, exit: number | string): MadeChunk {
  if (exit !== 0) throw new ChunkProcessError(`with ${exit}`);
  const parsed = JSON.parse(answer) as ChunkAnswer;
  if ('error' in parsed) throw deserializeError(parsed.error);
  return parsed.made;
}
