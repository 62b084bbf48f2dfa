/**
 * Keeps one OCR process while there is something to read: starts it when it is needed, again and with growing pauses when it dies,
 * and ends it after a while without an image. Called by `ocr.ts`, one image at a time.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { OcrFigures, OcrImage, OcrResult } from '@hindcast/screen-ocr';
import { OcrStoppedError } from './errors.ts';
import { type OcrProcess, ProcessDiedError, startOcrProcess } from './ocr-process.ts';

export interface ProcessKeeper {
  /** Resolves when a process is ready. Rejects with OcrUnavailableError or OcrStoppedError. */
  start(): Promise<void>;
  /** As `OcrProcess.read`, a second time with another process when the first one dies. Rejects with OcrStoppedError then. */
  read(image: OcrImage, signal: AbortSignal): Promise<OcrResult>;
  /** Of all processes together. */
  figures(): OcrFigures;
  /** Undefined while there is no process. */
  pid(): number | undefined;
  /** Ends the process; later reads reject with OcrStoppedError. */
  close(): Promise<void>;
}

// The process holds some 90 MB and starts in a third of a second. After a minute without a new frame pictures become video
// (`ingest/compaction.ts`), which takes more.
const RESTS_AFTER_MS = 50_000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

export function processKeeper(options: {
  entry?: string | undefined;
  restsAfterMs?: number | undefined;
  onDeath: () => void;
}): ProcessKeeper {
  const closing = new AbortController();
  let current: OcrProcess | undefined;
  let resting: NodeJS.Timeout | undefined;
  /** Deaths since the last image that was read. */
  let deathsInARow = 0;
  /** Of processes that ended. */
  let ended: OcrFigures = { lineHits: 0, lineMisses: 0 };

  async function getProcess(): Promise<OcrProcess> {
    if (current?.isAlive()) return current;
    const waitMs = deathsInARow < 2 ? 0 : FIRST_WAIT_MS * 2 ** (deathsInARow - 2);
    await sleep(Math.min(waitMs, LONGEST_WAIT_MS), undefined, { signal: closing.signal });
    const started = startOcrProcess(options.entry);
    current = started;
    void started.exited.then(() => noteEnd(started));
    await started.ready;
    return started;
  }

  function noteEnd(process: OcrProcess): void {
    ended = sum(ended, process.figures());
    // A process that was told to rest is not the current one any more.
    if (current !== process || closing.signal.aborted) return;
    current = undefined;
    deathsInARow += 1;
    options.onDeath();
  }

  function restLater(): void {
    clearTimeout(resting);
    resting = setTimeout(() => {
      const idle = current;
      current = undefined;
      idle?.kill();
    }, options.restsAfterMs ?? RESTS_AFTER_MS).unref();
  }

  /** A death may be an accident, once. */
  async function withProcess<T>(work: (process: OcrProcess) => Promise<T>): Promise<T> {
    clearTimeout(resting);
    const attempt = async () => work(await getProcess());
    try {
      return await attempt().catch((error: unknown) => {
        if (error instanceof ProcessDiedError) return attempt();
        throw error;
      });
    } catch (error) {
      const isStopped = error instanceof ProcessDiedError || closing.signal.aborted;
      throw isStopped ? new OcrStoppedError(error) : error;
    } finally {
      restLater();
    }
  }

  return {
    start: () => withProcess(async () => undefined),
    read: (image, signal) =>
      withProcess(async (process) => {
        signal.throwIfAborted();
        const result = await process.read(image, signal);
        deathsInARow = 0;
        return result;
      }),
    figures: () => (current?.isAlive() ? sum(ended, current.figures()) : ended),
    pid: () => (current?.isAlive() ? current.pid : undefined),
    async close() {
      closing.abort();
      clearTimeout(resting);
      const last = current;
      last?.kill();
      await last?.exited;
    },
  };
}

function sum(a: OcrFigures, b: OcrFigures): OcrFigures {
  return { lineHits: a.lineHits + b.lineHits, lineMisses: a.lineMisses + b.lineMisses };
}
