/**
 * Reads a stream of an untrusted process no faster than a given rate, by not reading: what it sends beyond fills its own buffers,
 * and in the end its own memory. Work is done in small steps, and many small turns instead of few large ones, so that whoever else
 * wants an answer of this thread meanwhile does not wait for a piece that is full of messages.
 */
import type { Readable } from 'node:stream';

/** What is spent within one is at most some tenths of a millisecond. */
const WINDOW_MS = 50;

export interface Flow {
  /** Nothing more is read, nor done of what was read, until `release`. */
  hold(): void;
  release(): void;
  /** Resolves when all that was read is done; the stream may have ended before. */
  drained(): Promise<void>;
  /** What was read and is not done yet will not be. */
  drop(): void;
}

/** `work` does one step of a piece before each yield, and yields what the step cost, in the unit of `perSecond`. */
export function readThrottled(
  stream: Readable,
  perSecond: number,
  work: (piece: Buffer) => Iterator<number>,
): Flow {
  const perWindow = (perSecond * WINDOW_MS) / 1_000;
  let spent = 0;
  let windowEndsAtMs = 0;
  let isHeld = false;
  let isWorking = false;
  let timer: NodeJS.Timeout | undefined;
  /** What is not done yet of a piece. */
  let steps: Iterator<number> | undefined;
  /** Those after it: when a process ends, Node lets its streams flow, paused or not. */
  let pieces: Buffer[] = [];
  let waiting: PromiseWithResolvers<void> | undefined;

  function nextPiece(): void {
    const piece = pieces.shift();
    steps = piece && work(piece);
    if (steps !== undefined) return;
    waiting?.resolve();
    waiting = undefined;
  }

  function beginWindow(nowMs: number): void {
    windowEndsAtMs = nowMs + WINDOW_MS;
    spent = 0;
  }

  /** A step that cost several windows waits for all of them. */
  function waitForNext(nowMs: number): void {
    const waitMs = windowEndsAtMs - nowMs + WINDOW_MS * (Math.ceil(spent / perWindow) - 1);
    timer = setTimeout(
      () => {
        timer = undefined;
        beginWindow(performance.now());
        goOn();
      },
      Math.max(1, waitMs),
    );
  }

  function goOn(): void {
    // A step may hold or release, itself.
    if (isWorking || isHeld || timer !== undefined) return;
    const nowMs = performance.now();
    if (nowMs >= windowEndsAtMs) beginWindow(nowMs);
    isWorking = true;
    while (steps !== undefined && !isHeld && spent < perWindow) {
      const step = steps.next();
      if (step.done) nextPiece();
      else spent += step.value;
    }
    isWorking = false;
    if (isHeld) return;
    if (spent >= perWindow) waitForNext(performance.now());
    else stream.resume();
  }

  stream.on('data', (piece: Buffer) => {
    stream.pause();
    pieces.push(piece);
    if (steps === undefined) nextPiece();
    goOn();
  });
  stream.once('close', () => {
    if (steps === undefined) clearTimeout(timer);
  });
  return {
    async drained() {
      if (steps === undefined) return;
      waiting ??= Promise.withResolvers();
      await waiting.promise;
    },
    drop() {
      clearTimeout(timer);
      pieces = [];
      nextPiece();
    },
    hold() {
      isHeld = true;
    },
    release() {
      isHeld = false;
      goOn();
    },
  };
}
