/**
 * The list of OCR engines, best first, and the choice between them. The first one that this machine can run for the language wins; the
 * last one needs nothing but npm packages, so English is always read.
 */
import type { OcrEngine } from './engine.ts';
import { lineEngine } from './lines/line-engine.ts';
import { openReaderProcess } from './tesseract/reader-process.ts';
import { openTesseractJsRecognisers } from './tesseract-js/recogniser.ts';

export interface EngineChoice {
  readonly name: string;
  /** `language` as Tesseract names it: "eng", "eng+deu". Rejects with what is missing on this machine. */
  open(options: { language: string }): Promise<OcrEngine>;
}

// Two lines at a time: a fresh screen is read in about half the time, and one core of a small machine stays free.
const PARALLEL_LINES = 2;

export const ENGINES: readonly EngineChoice[] = [
  {
    name: 'tesseract',
    async open({ language }) {
      const { recognisers, crashes } = await openReaderProcess({ language, count: PARALLEL_LINES });
      return lineEngine({ name: 'tesseract', recognisers, readerCrashes: crashes });
    },
  },
  {
    name: 'tesseract-js',
    async open({ language }) {
      const recognisers = await openTesseractJsRecognisers({ language, count: PARALLEL_LINES });
      return lineEngine({ name: 'tesseract-js', recognisers });
    },
  },
];

export interface OpenedEngine {
  readonly engine: OcrEngine;
  /** Better engines that could not be opened, and why. */
  readonly passedOver: readonly { readonly name: string; readonly error: unknown }[];
}

/** Rejects with the reason of the best engine when none can be opened. */
export async function openEngine(
  options: { language: string },
  choices: readonly EngineChoice[] = ENGINES,
): Promise<OpenedEngine> {
  const passedOver: { name: string; error: unknown }[] = [];
  for (const { name, open } of choices) {
    try {
      return { engine: await open(options), passedOver };
    } catch (error) {
      passedOver.push({ name, error }); // told to the caller, with the engine that took over
    }
  }
  throw passedOver[0]?.error;
}
