/** The OCR process seen from the service: one image at a time in, text out, and what is known of its end. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import {
  type FrameDeltas,
  frameDeltas,
  type OcrFigures,
  type OcrImage,
  type OcrResult,
} from '@hindcast/screen-ocr';
import { whereCompiled } from '#core/compiled-code.ts';
import { lowerPriority } from '#core/process-priority.ts';
import { OcrUnavailableError } from './errors.ts';
import type { FromProcess, ToProcess } from './messages.ts';
import { received } from './sent-error.ts';

const ENTRY = fileURLToPath(new URL('./ocr-main.ts', import.meta.url));
// A full screen of text takes half a second; the rest is for machines that are slow and busy.
const HANGS_AFTER_MS = 60_000;
const OPENS_WITHIN_MS = 60_000;
// Speech recognition goes first: its text is shown while people speak. A picture can wait, its text is stored with its own time.
const NICENESS = 5;
// Nothing more of our own environment is needed. What a line took goes back to the system (glibc only).
const ENVIRONMENT = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' };
const OPTIONS = [
  '--max-old-space-size=128',
  '--max-semi-space-size=1',
  '--disable-warning=ExperimentalWarning',
];

/** The process ended before it answered; another one may read the image. */
export class ProcessDiedError extends Error {}

export interface OcrProcess {
  /** Resolves when it can read. Rejects with OcrUnavailableError, or with ProcessDiedError when it dies before. */
  readonly ready: Promise<void>;
  readonly exited: Promise<void>;
  readonly pid: number | undefined;
  /**
   * One call at a time; an aborted call is answered soon. Reads the pixels before it returns. Rejects with ProcessDiedError when the
   * process ends before it answers.
   */
  read(image: OcrImage, signal: AbortSignal): Promise<OcrResult>;
  figures(): OcrFigures;
  isAlive(): boolean;
  kill(): void;
}

/** `entry` is another program that speaks `messages.ts`. */
export function startOcrProcess(entry = ENTRY): OcrProcess {
  const child = fork(entry, [], {
    env: { ...whereCompiled(), ...ENVIRONMENT },
    execArgv: OPTIONS,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  lowerPriority(child.pid, NICENESS);
  const opened = Promise.withResolvers<void>();
  const exited = Promise.withResolvers<void>();
  const monitors = new Map<string, FrameDeltas>();
  let call: PromiseWithResolvers<OcrResult> | undefined;
  let figures: OcrFigures = { lineHits: 0, lineMisses: 0 };
  let isAlive = true;
  const kill = () => void child.kill('SIGKILL');
  const tooLate = setTimeout(kill, OPENS_WITHIN_MS);
  // A write that meets the end of the process fails; its exit is what counts.
  const send = (message: ToProcess) => void child.send(message, () => undefined);

  child.on('message', (message: FromProcess) => {
    if (message.kind === 'ready') {
      clearTimeout(tooLate);
      opened.resolve();
    } else if (message.kind === 'unable') {
      opened.reject(new OcrUnavailableError(received(message.error)));
      kill();
    } else {
      figures = message.figures;
      if (message.kind === 'read') call?.resolve(message.result);
      else call?.reject(received(message.error));
    }
  });
  const end = (cause?: unknown) => {
    isAlive = false;
    clearTimeout(tooLate);
    opened.reject(new ProcessDiedError('the process ended before it could read', { cause }));
    call?.reject(new ProcessDiedError('the process ended'));
    exited.resolve();
  };
  child.once('exit', () => end());
  // Could not be started.
  child.once('error', end);
  opened.promise.catch(() => undefined); // the starter waits for `ready`

  function deltasOf({ monitor }: OcrImage): FrameDeltas {
    const known = monitor === undefined ? undefined : monitors.get(monitor);
    const deltas = known ?? frameDeltas();
    if (monitor !== undefined) monitors.set(monitor, deltas);
    return deltas;
  }

  return {
    ready: opened.promise,
    exited: exited.promise,
    pid: child.pid,
    async read(image, signal) {
      const { pixels: _, format: __, ...rest } = image;
      const delta = deltasOf(image).next(image);
      if (!child.connected) {
        await exited.promise;
        throw new ProcessDiedError('the process ended');
      }
      call = Promise.withResolvers<OcrResult>();
      const abort = () => send({ kind: 'abort' });
      const hangs = setTimeout(kill, HANGS_AFTER_MS);
      signal.addEventListener('abort', abort, { once: true });
      send({ kind: 'read', image: { ...rest, ...delta } });
      try {
        return await call.promise;
      } finally {
        clearTimeout(hangs);
        signal.removeEventListener('abort', abort);
      }
    },
    figures: () => figures,
    isAlive: () => isAlive,
    kill,
  };
}
