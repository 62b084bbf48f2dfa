/**
 * Reads text from screens for the rest of the service. The work is done in a worker thread, because finding lines takes tens of
 * milliseconds of pure computation; images wait here for their turn. A thread that dies fails the image it was reading and is started
 * again by the next one. Native code is not in the thread but in a process of the thread's (`reader-process.ts`).
 */
import { Worker } from 'node:worker_threads';
import { NO_FIGURES, type OcrFigures, type OcrImage, type OcrResult } from '@hindcast/screen-ocr';
import { type Fault, faultOf } from '#core/fault.ts';
import { type Log, silentLog } from '#core/log.ts';
import type { PartState, ServiceState } from '#core/service.ts';
import { OcrStoppedError } from './errors.ts';
import { type OcrThread, startOcrThread } from './ocr-thread-handle.ts';
import { received } from './sent-error.ts';

export interface OcrStats extends OcrFigures {
  /** The engine in use, such as `tesseract`. */
  readonly engine: string;
  /** Images read to the end. */
  readonly reads: number;
  /** Images that wait or are being read. */
  readonly waiting: number;
  /** Of the last image, without its wait; undefined before the first one. */
  readonly lastMs: number | undefined;
  /** Over the last 200 images; undefined before the first one. */
  readonly averageMs: number | undefined;
  /** Images that could not be read, without those nobody waited for. */
  readonly failures: number;
  /** How often the thread died, or the process with the reader. */
  readonly crashes: number;
}

export interface Ocr {
  /**
   * Reads one image as `OcrEngine.read` does; images of one `monitor` must come in the order they were taken. The pixels are handed over
   * to the thread: the caller must not use them afterwards. Rejects with `OcrStoppedError` when the thread dies or is closed, with
   * OCR_READER_LOST when another engine will read the next image, and with the reason of `signal` as soon as it aborts.
   */
  read(image: OcrImage, signal: AbortSignal): Promise<OcrResult>;
  stats(): OcrStats;
  /** For the health report. */
  part(): PartState;
  /** Fails what still waits, and ends the thread. */
  close(): Promise<void>;
}

const AVERAGED_READS = 200;

/** Resolves when an engine is ready; rejects when this machine can run none for the language. */
export async function openOcr(options: { language: string; log?: Log }): Promise<Ocr> {
  const { language } = options;
  const start = () =>
    new Worker(new URL('./ocr-thread.ts', import.meta.url), {
      name: 'ocr',
      workerData: { language },
      // Shapes and runs live for one frame: without this they are left lying for some 50 MB before they are cleared away.
      resourceLimits: { maxYoungGenerationSizeMb: 16 },
    });
  return openOcrWith({ start, log: options.log ?? silentLog });
}

/** The same with any thread that speaks `thread-messages.ts`. */
export async function openOcrWith(deps: { start: () => Worker; log: Log }): Promise<Ocr> {
  const log = deps.log.child({ part: 'extract.ocr' });
  const closing = new AbortController();
  const durationsMs: number[] = [];
  let reads = 0;
  let failures = 0;
  let waiting = 0;
  let crashes = 0;
  let engine = '';
  // Figures of threads that died; those of the present one start at zero.
  let before = NO_FIGURES;
  let lastTurn: Promise<unknown> = Promise.resolve();
  let thread: OcrThread | undefined;
  let state: ServiceState = { kind: 'ended' };
  let lastFault: Fault | undefined;

  async function getThread(): Promise<OcrThread> {
    if (thread?.isAlive()) return thread;
    if (thread !== undefined) {
      crashes += 1;
      lastFault = faultOf(new OcrStoppedError(thread.endedBy()), Date.now());
      before = sum(before, thread.figures());
      log.warn({ err: thread.endedBy() }, 'the text recognition thread died, starting it again');
    }
    thread = startOcrThread(deps.start());
    state = { kind: 'running', sinceMs: Date.now(), failures: 0 };
    const ready = await thread.ready;
    engine = ready.engine;
    for (const { name, error } of ready.passedOver) {
      log.warn({ state: name, err: received(error) }, 'a better text recognition is missing');
    }
    log.info({ state: engine }, 'text recognition is ready');
    return thread;
  }

  async function readNow(image: OcrImage, signal: AbortSignal): Promise<OcrResult> {
    signal.throwIfAborted();
    const reader = await getThread();
    const fromMs = performance.now();
    const result = await reader.read(image, signal);
    durationsMs.push(performance.now() - fromMs);
    if (durationsMs.length > AVERAGED_READS) durationsMs.shift();
    reads += 1;
    return result;
  }

  await getThread();
  return {
    async read(image, signal) {
      waiting += 1;
      const wanted = AbortSignal.any([signal, closing.signal]);
      const turn = lastTurn.then(() => readNow(image, wanted));
      lastTurn = turn.catch(() => undefined); // told to the caller of this turn, not to the next one
      try {
        return await orAborted(turn, wanted);
      } catch (error) {
        if (!wanted.aborted) failures += 1;
        throw error;
      } finally {
        waiting -= 1;
      }
    },
    part() {
      const isAlive = thread?.isAlive() ?? false;
      const { readerCrashes } = sum(before, thread?.figures() ?? NO_FIGURES);
      return {
        name: 'extract.ocr',
        state: isAlive ? state : { kind: 'ended' },
        restarts: crashes + readerCrashes,
        lastFault,
      };
    },
    stats() {
      const figures = sum(before, thread?.figures() ?? NO_FIGURES);
      return {
        engine,
        reads,
        failures,
        waiting,
        lastMs: durationsMs.at(-1),
        averageMs:
          durationsMs.length === 0
            ? undefined
            : durationsMs.reduce((a, b) => a + b, 0) / durationsMs.length,
        ...figures,
        crashes: crashes + figures.readerCrashes,
      };
    },
    async close() {
      closing.abort(new OcrStoppedError());
      await thread?.close();
    },
  };
}

function sum(a: OcrFigures, b: OcrFigures): OcrFigures {
  return {
    lineHits: a.lineHits + b.lineHits,
    lineMisses: a.lineMisses + b.lineMisses,
    readerCrashes: a.readerCrashes + b.readerCrashes,
  };
}

/** Rejects at once when the signal aborts, also while the work still waits for its turn. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
    aborted.promise.catch(() => undefined);
    work.catch(() => undefined);
  }
}
