/**
 * Reads a stream of an untrusted process no faster than a given rate, by not reading: what it sends beyond fills its own buffers,
 * and in the end its own memory. The host's time and memory stay bounded whatever it does.
 */
import type { Readable } from 'node:stream';

const WINDOW_MS = 250;

/** `onData` returns what the piece cost, in the unit of `perSecond`. */
export function readThrottled(
  stream: Readable,
  perSecond: number,
  onData: (piece: Buffer) => number,
): { hold(): void; release(): void } {
  const perWindow = (perSecond * WINDOW_MS) / 1_000;
  let spent = 0;
  let windowEndsAtMs = 0;
  let isHeld = false;
  let timer: NodeJS.Timeout | undefined;

  function resume(): void {
    timer = undefined;
    if (!isHeld) stream.resume();
  }

  stream.on('data', (piece: Buffer) => {
    const nowMs = performance.now();
    if (nowMs >= windowEndsAtMs) {
      windowEndsAtMs = nowMs + WINDOW_MS;
      spent = 0;
    }
    spent += onData(piece);
    if (spent < perWindow || timer !== undefined) return;
    stream.pause();
    // A piece that cost several windows waits for all of them.
    const waitMs = windowEndsAtMs - nowMs + WINDOW_MS * (Math.ceil(spent / perWindow) - 1);
    timer = setTimeout(resume, Math.max(1, waitMs));
  });
  stream.once('close', () => clearTimeout(timer));
  return {
    hold() {
      isHeld = true;
      stream.pause();
    },
    release() {
      isHeld = false;
      if (timer === undefined) stream.resume();
    },
  };
}
