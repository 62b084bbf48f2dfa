/**
 * The process that computes the meaning of texts, seen from the service. It starts with the first call and ends when nobody has asked
 * for a while, so that it takes no memory at rest. Used by the background job of passages and by questions.
 */
import { tmpdir } from 'node:os';
import type { Clock } from '#core/clock.ts';
import { serviceError } from '#core/errors.ts';
import type { Log } from '#core/log/log.ts';
import type { PartState } from '#core/service.ts';
import { createWorker } from '#core/worker/create-worker.ts';
import { MEANING_MODEL } from '../models/manifest.ts';
import { findInstalled, modelFolders } from '../models/model-folders.ts';
import { DIMENSIONS, type MeaningApi } from './meaning-api.ts';

const ENTRY = new URL('./meaning-main.ts', import.meta.url);
const IDLE_MS = 30_000;
/** Far above what a batch needs, for machines that are slow and busy. */
const HANGS_AFTER_MS = 60_000;
/** Everything else of the machine comes first. */
const NICENESS = 10;
const OOM_SCORE = 900;
/** The process has little to remember, and small spaces keep it small. Compiled code saves little time next to the network; only sources need it. */
const EXEC_ARGV = [
  ...['--max-semi-space-size=1', '--max-old-space-size=64'],
  ...(ENTRY.pathname.endsWith('.ts') ? [] : ['--jitless']),
];
/** The C library gives memory back that loading the network needed. The other one is where large files go for a moment. */
const ENV = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '65536', TMPDIR: tmpdir() };

export interface MeaningProcess {
  /** One vector for each text, in their order. Rejects with MEANING_PROCESS_STOPPED, and with the reason of `signal`. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Int8Array[]>;
  /** How well each text answers the question, in their order: only good for comparing. Rejects as `embed`. */
  compare(question: string, texts: readonly string[], signal: AbortSignal): Promise<Float32Array>;
  /** For the health report, of the process that embeds and of the one that compares; undefined before the first call. */
  parts: readonly (() => PartState | undefined)[];
  pid(): number | undefined;
  close(): Promise<void>;
}

/** The folder of the installed model; undefined when there is none. */
export function findMeaningModel(dataDir: string): Promise<string | undefined> {
  return findInstalled(MEANING_MODEL, modelFolders(dataDir));
}

export function meaningProcess(deps: {
  /** Of the model. */
  folder: string;
  clock: Clock;
  log: Log;
  idleMs?: number;
}): MeaningProcess {
  const open = (name: string) => {
    const log = deps.log.child({ part: name });
    return createWorker<MeaningApi>({
      kind: 'process',
      entry: ENTRY,
      name,
      setup: { folder: deps.folder },
      clock: deps.clock,
      idleMs: deps.idleMs ?? IDLE_MS,
      retries: 1,
      hangsAfterMs: HANGS_AFTER_MS,
      niceness: NICENESS,
      oomScore: OOM_SCORE,
      execArgv: EXEC_ARGV,
      env: ENV,
      stopped: (cause) => serviceError('MEANING_PROCESS_STOPPED', { cause }),
      onDeath: (err) => log.warn({ err }, 'the meaning process died'),
    });
  };
  const worker = open('extract.meaning');
  /** A process for itself: both networks in one would take more memory than embedding may, and this one is only there while somebody asks. */
  const comparing = open('extract.compare');
  return {
    async embed(texts, signal) {
      const vectors = await worker.call('embed', [texts], { signal });
      return texts.map((_, i) => vectors.slice(i * DIMENSIONS, (i + 1) * DIMENSIONS));
    },
    compare: (question, texts, signal) => comparing.call('compare', [question, texts], { signal }),
    parts: [worker.part, comparing.part],
    pid: worker.pid,
    close: async () => void (await Promise.all([worker.close(), comparing.close()])),
  };
}
