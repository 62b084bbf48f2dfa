/** The OCR thread seen from the service: one image at a time in, text out, and what is known of its end. */
import type { Worker } from 'node:worker_threads';
import { NO_FIGURES, type OcrFigures, type OcrImage, type OcrResult } from '@hindcast/screen-ocr';
import { OCR_READER_LOST, OcrStoppedError } from './errors.ts';
import { received } from './sent-error.ts';
import type { FromThread, ToThread } from './thread-messages.ts';

export type Ready = Extract<FromThread, { kind: 'ready' }>;

export interface OcrThread {
  /** Which engine it opened; rejects when it cannot open any or dies before. */
  readonly ready: Promise<Ready>;
  /** One call at a time. Settles when the thread answered or died; an aborted call is answered soon. */
  read(image: OcrImage, signal: AbortSignal): Promise<OcrResult>;
  isAlive(): boolean;
  endedBy(): Error | undefined;
  figures(): OcrFigures;
  /** Resolves when the thread has ended. */
  close(): Promise<void>;
}

export function startOcrThread(worker: Worker): OcrThread {
  const opened = Promise.withResolvers<Ready>();
  const exited = Promise.withResolvers<void>();
  let call: PromiseWithResolvers<OcrResult> | undefined;
  let figures = NO_FIGURES;
  let isAlive = true;
  let endedBy: Error | undefined;
  const post = (message: ToThread, transfer: ArrayBuffer[] = []) =>
    worker.postMessage(message, transfer);

  worker.on('message', (message: FromThread) => {
    switch (message.kind) {
      case 'ready':
        opened.resolve(message);
        break;
      case 'unable':
        opened.reject(received(message.error));
        break;
      case 'read':
        figures = message.figures;
        call?.resolve(message.result);
        break;
      case 'failed': {
        figures = message.figures;
        const error = received(message.error);
        // It ends now: another thread opens the best engine that is left.
        if (message.error.code === OCR_READER_LOST) {
          isAlive = false;
          endedBy = error;
        }
        call?.reject(error);
        break;
      }
    }
  });
  worker.on('error', (error: unknown) => {
    endedBy = error instanceof Error ? error : new Error(String(error));
  });
  // The exit follows every error: only now is there nothing left to wait for.
  worker.on('exit', () => {
    isAlive = false;
    const end = new OcrStoppedError(endedBy);
    opened.reject(end);
    call?.reject(end);
    exited.resolve();
  });
  opened.promise.catch(() => undefined); // whoever started the thread waits for `ready`

  return {
    ready: opened.promise,
    async read(image, signal) {
      call = Promise.withResolvers<OcrResult>();
      const abort = () => post({ kind: 'abort' });
      signal.addEventListener('abort', abort, { once: true });
      const owned = ownedPixels(image.pixels);
      post({ kind: 'read', image: { ...image, pixels: owned } }, [owned.buffer]);
      try {
        return await call.promise;
      } finally {
        signal.removeEventListener('abort', abort);
      }
    },
    isAlive: () => isAlive,
    endedBy: () => endedBy,
    figures: () => figures,
    async close() {
      post({ kind: 'close' });
      await exited.promise;
    },
  };
}

/** A view of a larger or shared buffer is copied: handing it over would take more than the image. */
function ownedPixels(pixels: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = pixels;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === pixels.byteLength;
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(pixels);
}
