/** Threads that read strips with the network of Tesseract's language data, each one at a time. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { LineRecogniser, Strip, StripWord } from '@hindcast/screen-ocr';
import { OcrEngineMissingError, OcrLanguageUnfitError } from '#extract/ocr/errors.ts';
import { getLanguageFile } from '#extract/ocr/language-data.ts';
import { received, type SentError } from '#extract/ocr/sent-error.ts';
import { OtherWayError } from './errors.ts';
import { type LstmModel, loadModel } from './model.ts';
import { occasional } from './occasional.ts';

/** Without a strip the thread is to end. */
export interface ToWorker {
  readonly strip: Strip | undefined;
}

const ENTRY = new URL('./lstm-worker.ts', import.meta.url);
const RUNTIME_HINT =
  'Text is read in another way, which takes more CPU. The npm package onnxruntime-node has no build for this system, or is damaged: install the packages again.';

export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unable'; readonly error: SentError }
  | { readonly kind: 'read'; readonly words: readonly StripWord[] }
  | { readonly kind: 'failed'; readonly error: SentError };

// Lines leave much behind, but nothing for long.
const LIMITS = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 };

// Most changes are a line or two, which one thread reads. The others are for new pages.
const IDLE_MS = 10_000;

/**
 * `onDeath` is called when a thread ends by itself: what it was asked is never answered then. Rejects with OcrLanguageMissingError, with
 * OcrLanguageUnfitError when the language has to be read in another way, and with OcrEngineMissingError when the runtime cannot be
 * loaded. `entry` is another thread that speaks these messages.
 */
export async function openLstmWorkers(options: {
  language: string;
  count: number;
  onDeath: () => void;
  entry?: URL;
}): Promise<LineRecogniser[]> {
  const { onDeath, entry = ENTRY } = options;
  const model = modelOf(options.language);
  const open = () =>
    openWorker(new Worker(entry, { workerData: model, resourceLimits: LIMITS }), onDeath);
  const others = Array.from({ length: options.count - 1 }, () => occasional(open, IDLE_MS));
  return [await open(), ...others];
}

async function openWorker(worker: Worker, onDeath: () => void): Promise<LineRecogniser> {
  try {
    const answer = await beginningOf(worker);
    if (answer.kind === 'unable') throw received(answer.error);
  } catch (error) {
    await worker.terminate();
    throw new OcrEngineMissingError('the ONNX runtime', RUNTIME_HINT, error);
  }
  worker.once('exit', onDeath);
  // What is to be said about it is said by its end.
  worker.on('error', () => undefined);
  return recogniserOf(worker, onDeath);
}

function modelOf(language: string): LstmModel {
  try {
    return loadModel(getLanguageFile(language));
  } catch (error) {
    if (error instanceof OtherWayError) throw new OcrLanguageUnfitError(language, error.message);
    throw error;
  }
}

/** What the thread says first; rejects when it ends by an error of its own, or without one. */
async function beginningOf(worker: Worker): Promise<FromWorker> {
  const over = new AbortController();
  const { signal } = over;
  const ended = once(worker, 'exit', { signal }).then(() => {
    throw new Error('the thread ended');
  });
  try {
    const [message] = await Promise.race([once(worker, 'message', { signal }), ended]);
    return message as FromWorker;
  } finally {
    ended.catch(() => undefined);
    over.abort();
  }
}

function recogniserOf(worker: Worker, onDeath: () => void): LineRecogniser {
  return {
    async read(strip) {
      // Not an error when the thread dies: an answer would come before its death, and the strip would not be read again.
      const answer = new Promise<FromWorker>((resolve) => worker.once('message', resolve));
      worker.postMessage({ strip } satisfies ToWorker);
      const message = await answer;
      if (message.kind === 'read') return message.words;
      throw message.kind === 'failed' ? received(message.error) : new Error('an answer to nothing');
    },
    async close() {
      worker.off('exit', onDeath);
      const ended = once(worker, 'exit');
      // It lets go of the runtime's memory before it ends.
      worker.postMessage({ strip: undefined } satisfies ToWorker);
      await ended;
    },
  };
}
