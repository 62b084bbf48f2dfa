/** The OCR thread with an engine that reads nothing and cannot be opened a second time. */
import { existsSync, writeFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { NO_FIGURES } from '@hindcast/screen-ocr';
import { ENGINES } from './engines.ts';
import { OcrEngineMissingError, OcrReaderLostError } from './errors.ts';
import { runOcrThread } from './run-ocr-thread.ts';

const { mark } = workerData as { mark: string };

const fading = {
  name: 'fading',
  async open() {
    if (existsSync(mark)) throw new OcrEngineMissingError('fading', 'Nothing helps.');
    writeFileSync(mark, '');
    return {
      name: 'fading',
      read: () => Promise.reject(new OcrReaderLostError(new Error('gone'))),
      figures: () => NO_FIGURES,
      close: async () => {},
    };
  },
};

await runOcrThread([fading, ...ENGINES]);
