/**
 * The list of OCR engines, best first, and the choice between them. The first one that this machine can run for the language wins; the
 * last one needs nothing but npm packages, so English is always read.
 */

import type { OcrEngine } from '@hindcast/screen-ocr';
import { lineEngine } from '@hindcast/screen-ocr';
import { ServiceError } from '#core/errors.ts';
import { OcrLanguageUnfitError } from './errors.ts';
import type { ReaderOptions } from './reader-messages.ts';
import { openReaderProcess } from './reader-process.ts';
import { openTesseractJsRecognisers } from './tesseract-js/recogniser.ts';

export interface EngineChoice {
  readonly name: string;
  /** `language` as Tesseract names it: "eng", "eng+deu". Rejects with what is missing on this machine. */
  open(options: { language: string }): Promise<OcrEngine>;
}

// Two lines at a time: a fresh screen is read in about half the time, and one core of a small machine stays free.
const PARALLEL_LINES = 2;

export const ENGINES: readonly EngineChoice[] = [
  readerEngine('tesseract', 'network'),
  readerEngine('libtesseract', 'library'),
  {
    name: 'tesseract-js',
    async open({ language }) {
      const recognisers = await openTesseractJsRecognisers({ language, count: PARALLEL_LINES });
      return lineEngine({ name: 'tesseract-js', recognisers });
    },
  },
];

function readerEngine(name: string, how: ReaderOptions['how']): EngineChoice {
  return {
    name,
    async open({ language }) {
      // No process has to be started to learn it.
      if (how === 'network' && language.includes('+')) {
        throw new OcrLanguageUnfitError(language, 'it is more than one');
      }
      const reader = await openReaderProcess({ how, language, count: PARALLEL_LINES });
      const { recognisers, crashes } = reader;
      return lineEngine({ name, recognisers, readerCrashes: crashes });
    },
  };
}

export interface OpenedEngine {
  readonly engine: OcrEngine;
  /** Better engines for this language that could not be opened, and why. */
  readonly passedOver: readonly { readonly name: string; readonly error: unknown }[];
}

/** Rejects with the reason of the best engine when none can be opened. */
export async function openEngine(
  options: { language: string },
  choices: readonly EngineChoice[] = ENGINES,
): Promise<OpenedEngine> {
  const failed: { name: string; error: unknown }[] = [];
  for (const { name, open } of choices) {
    try {
      return { engine: await open(options), passedOver: failed.filter(isAmiss) };
    } catch (error) {
      failed.push({ name, error }); // told to the caller, with the engine that took over
    }
  }
  throw (failed.find(isAmiss) ?? failed[0])?.error;
}

/** An engine that is made for other languages misses nothing. */
function isAmiss({ error }: { error: unknown }): boolean {
  return !(error instanceof ServiceError && error.code === 'OCR_LANGUAGE_UNFIT');
}
