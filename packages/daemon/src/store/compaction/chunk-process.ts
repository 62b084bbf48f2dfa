/**
 * Makes a chunk in a separate process: encoding takes a core for most of a minute and two hundred
 * megabytes, and comes from a large native library. The process can have the lowest priority, gives
 * all of its memory back, can be ended at any moment, and takes nothing with it when it breaks.
 */
import { serviceError } from '#core/errors.ts';
import { callOnce } from '#core/worker/create-worker.ts';
import type { ChunkJob, MadeChunk } from './chunk-job.ts';

const ENTRY = new URL('./chunk-process-main.ts', import.meta.url);
/** A minute or two on a busy machine; whatever takes longer hangs. */
const TIME_LIMIT_MS = 15 * 60_000;
/** Pictures lie outside the heap. */
const HEAP_MB = 64;

export interface ChunkApi {
  make(job: ChunkJob): MadeChunk;
}

export type MakeChunk = (job: ChunkJob, signal: AbortSignal) => Promise<MadeChunk>;

/** Rejects with the signal's reason when that aborts, after the process has ended. A draft may be left. */
export function chunkProcess(niceness: number): MakeChunk {
  return (job, signal) =>
    callOnce<ChunkApi, 'make'>(
      {
        kind: 'process',
        entry: ENTRY,
        name: 'compaction',
        execArgv: [`--max-old-space-size=${HEAP_MB}`],
        niceness,
        hangsAfterMs: TIME_LIMIT_MS,
        stopped: (cause) => serviceError('COMPACTION_FAILED', { cause }),
      },
      'make',
      [job],
      { signal },
    );
}
