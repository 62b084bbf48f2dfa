/**
 * The OCR process seen from the service: one image in, text out. It gets only the rows of an image that changed, and sends only lines
 * that changed. An image whose process dies is read once more by another process. Called by `ocr.ts`.
 */
import type { OcrChange, OcrFigures, OcrImage, OcrLine, OcrResult } from '@hindcast/screen-ocr';
// Not from the package itself, which loads the networks: they belong to the OCR process.
import { type FrameDeltas, frameDeltas, wholeOf } from '@hindcast/screen-ocr/frame-delta';
import { serviceError } from '#core/errors.ts';
import { createWorker } from '#core/worker/create-worker.ts';
import { completed, type SentLine } from './sent-lines.ts';

const ENTRY = new URL('./ocr-main.ts', import.meta.url);
// A full screen of text takes half a second; the rest is for machines that are slow and busy.
const HANGS_AFTER_MS = 60_000;
// The process holds some 90 MB and starts in a third of a second. After a minute without a new frame pictures become video
// (`upkeep/compaction.ts`), which takes more.
const RESTS_AFTER_MS = 50_000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
// Speech recognition goes first: its text is shown while people speak. A picture can wait, its text is stored with its own time.
const NICENESS = 5;
// What a line took goes back to the system (glibc only).
const ENVIRONMENT = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' };
const FLAGS = [
  '--max-old-space-size=128',
  '--max-semi-space-size=1',
  // Hot functions are compiled on the thread that runs them. Other threads save a little time and take more CPU.
  '--no-concurrent-recompilation',
];

/** An image with only the rows that differ from the one sent before it for the same monitor. */
export type SentImage = OcrChange & {
  /** Number of the last answer that came for this monitor. */
  readonly lastAnswer: number | undefined;
};

export interface Answer {
  readonly number: number;
  readonly lines: readonly SentLine[];
}

export interface OcrApi {
  read(image: SentImage): Omit<OcrResult, 'lines'> & Answer & { figures: OcrFigures };
}

/** What the process that runs has of a monitor, and what it last said of it. */
interface MonitorState {
  readonly deltas: FrameDeltas;
  answer: { number: number; lines: readonly OcrLine[] } | undefined;
}

export function ocrProcess(options: {
  entry?: URL | undefined;
  restsAfterMs?: number | undefined;
  onDeath: () => void;
}) {
  let monitors = new Map<string, MonitorState>();
  let ended: OcrFigures = { lineHits: 0, lineMisses: 0 };
  let current = ended;
  const worker = createWorker<OcrApi>({
    kind: 'process',
    entry: options.entry ?? ENTRY,
    name: 'extract.ocr',
    execArgv: FLAGS,
    env: ENVIRONMENT,
    niceness: NICENESS,
    retries: 1,
    idleMs: options.restsAfterMs ?? RESTS_AFTER_MS,
    hangsAfterMs: HANGS_AFTER_MS,
    firstWaitMs: FIRST_WAIT_MS,
    longestWaitMs: LONGEST_WAIT_MS,
    stopped: (cause) => serviceError('OCR_STOPPED', { cause }),
    onDeath: options.onDeath,
    onStart() {
      monitors = new Map();
      ended = sum(ended, current);
      current = { lineHits: 0, lineMisses: 0 };
    },
  });

  function stateOf(monitor: string): MonitorState {
    const state = monitors.get(monitor) ?? { deltas: frameDeltas(), answer: undefined };
    monitors.set(monitor, state);
    return state;
  }

  function changedRows(image: OcrImage, state: MonitorState | undefined): SentImage {
    const { pixels: _, format: __, ...rest } = image;
    const delta = state?.deltas.next(image) ?? wholeOf(image);
    return { ...rest, ...delta, lastAnswer: state?.answer?.number };
  }

  return {
    /** Resolves when a process can read. Rejects with OCR_ENGINE_MISSING or OCR_STOPPED. */
    ready: worker.ready,
    /**
     * The pixels must stay as they are until the answer. Rejects with OCR_STOPPED when two processes die of the image, and at once with
     * the reason of the signal.
     */
    async read(image: OcrImage, signal: AbortSignal): Promise<OcrResult> {
      let state: MonitorState | undefined;
      // Once for each process that gets the image.
      const prepare = (): [SentImage] => {
        state = image.monitor === undefined ? undefined : stateOf(image.monitor);
        return [changedRows(image, state)];
      };
      const answer = await worker.call('read', prepare, { signal });
      const { number, figures, lines: sent, ...rest } = answer;
      current = figures;
      const lines = completed(sent, state?.answer?.lines);
      if (state !== undefined) state.answer = { number, lines };
      return { ...rest, lines };
    },
    /** Of all processes together. */
    figures: () => sum(ended, current),
    deaths: worker.deaths,
    pid: worker.pid,
    close: worker.close,
  };
}

function sum(a: OcrFigures, b: OcrFigures): OcrFigures {
  return { lineHits: a.lineHits + b.lineHits, lineMisses: a.lineMisses + b.lineMisses };
}
