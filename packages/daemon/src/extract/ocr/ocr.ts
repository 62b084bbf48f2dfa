/**
 * Reads text from screens for the rest of the service, in one separate process: images wait here for their turn. An image whose
 * process dies is read once more by another process. While nothing has to be read for a while there is no process at all.
 */

import type { OcrFigures, OcrImage, OcrResult } from '@hindcast/screen-ocr';
import { orAborted } from '#core/abort.ts';
import { serviceError } from '#core/errors.ts';
import { type Fault, faultOf } from '#core/fault.ts';
import { type Log, silentLog } from '#core/log/log.ts';
import type { PartState, ServiceState } from '#core/service.ts';
import { inTurn } from '#core/worker/in-turn.ts';
import { ocrProcess } from './ocr-process.ts';

/** As stored next to the text. */
const ENGINE = 'screen-ocr';

export interface OcrStats extends OcrFigures {
  /** The engine in use. */
  readonly engine: string;
  /** Images read to the end. */
  readonly reads: number;
  /** Images that wait or are being read. */
  readonly waiting: number;
  /** Images that could not be read, without those that were aborted. */
  readonly failures: number;
  /** How often the process died. */
  readonly crashes: number;
}

export interface Ocr {
  /**
   * Reads one image as `OcrEngine.read` does; images of one `monitor` must come in the order they were taken. The pixels must stay as
   * they are until the answer. Rejects with OCR_STOPPED when two processes die of the image or `close` was called, and with the
   * reason of `signal` as soon as it aborts.
   */
  read(image: OcrImage, signal: AbortSignal): Promise<OcrResult>;
  stats(): OcrStats;
  /** For the health report. */
  part(): PartState;
  /** Undefined while there is no process: it died, or has nothing to do. */
  pid(): number | undefined;
  /** Fails what still waits, and ends the process. */
  close(): Promise<void>;
}

export interface OcrOptions {
  readonly log?: Log;
  /** How long a process stays without an image. */
  readonly restsAfterMs?: number;
  /** Another program that serves `OcrApi`. */
  readonly entry?: URL;
}

/** Resolves when text can be read; rejects with OCR_ENGINE_MISSING on a machine that cannot. */
export async function openOcr(options: OcrOptions = {}): Promise<Ocr> {
  const log = (options.log ?? silentLog).child({ part: 'extract.ocr' });
  const closing = new AbortController();
  const sinceMs = Date.now();
  let reads = 0;
  let failures = 0;
  let failedInARow = 0;
  let waiting = 0;
  let lastFault: Fault | undefined;
  const process = ocrProcess({
    entry: options.entry,
    restsAfterMs: options.restsAfterMs,
    onDeath() {
      lastFault = faultOf(serviceError('OCR_STOPPED'), Date.now());
      log.warn({}, 'the text recognition process died');
    },
  });

  const read = inTurn(async (image: OcrImage, signal: AbortSignal): Promise<OcrResult> => {
    signal.throwIfAborted();
    const result = await process.read(image, signal);
    reads += 1;
    failedInARow = 0;
    return result;
  });

  function partState(): ServiceState {
    if (closing.signal.aborted) return { kind: 'ended' };
    // It is tried again with the next image; until then frames have no text.
    if (failedInARow > 0) return { kind: 'waiting', untilMs: Date.now(), failures: failedInARow };
    return { kind: 'running', sinceMs, failures: 0 };
  }

  await process.ready();
  log.info({ state: ENGINE }, 'text recognition is ready');
  return {
    async read(image, signal) {
      waiting += 1;
      const wanted = AbortSignal.any([signal, closing.signal]);
      try {
        return await orAborted(read(image, wanted), wanted);
      } catch (error) {
        if (!wanted.aborted) {
          failures += 1;
          failedInARow += 1;
          lastFault = faultOf(error, Date.now());
        }
        throw error;
      } finally {
        waiting -= 1;
      }
    },
    part: () => ({
      name: 'extract.ocr',
      state: partState(),
      restarts: process.deaths(),
      lastFault,
    }),
    stats: () => ({
      ...process.figures(),
      engine: ENGINE,
      reads,
      failures,
      waiting,
      crashes: process.deaths(),
    }),
    pid: process.pid,
    async close() {
      closing.abort(serviceError('OCR_STOPPED'));
      await process.close();
    },
  };
}
