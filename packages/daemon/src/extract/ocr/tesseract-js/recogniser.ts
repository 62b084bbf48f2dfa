/**
 * Reads strips with tesseract.js: the same recogniser compiled to WebAssembly, from npm alone. About two and a half times the CPU of the native
 * library, hence only for machines where neither that nor the ONNX runtime can be loaded. Nothing is fetched: the English data is an npm package too.
 */

import type { LineRecogniser, Strip } from '@hindcast/screen-ocr';
import { createWorker, OEM, PSM, type Worker } from 'tesseract.js';
import { OcrLanguageMissingError } from '#extract/ocr/errors.ts';
import { getPackagedFolder } from '#extract/ocr/language-data.ts';
import { parseTsv } from '#extract/ocr/tsv.ts';

/** Throws OcrLanguageMissingError for any language but English. */
export async function openTesseractJsRecognisers(options: {
  language: string;
  count: number;
}): Promise<LineRecogniser[]> {
  const folder = getPackagedFolder(options.language);
  if (folder === undefined) {
    throw new OcrLanguageMissingError(
      options.language,
      'Here only English ("eng") can be read without the data of the system: install libtesseract 5 and its data for this language.',
    );
  }
  const workers = await Promise.all(
    Array.from({ length: options.count }, () => openWorker(options.language, folder)),
  );
  return workers.map(recogniserOf);
}

async function openWorker(language: string, folder: string): Promise<Worker> {
  // The library reports a failed start only here; its own promise then never settles.
  const failed = Promise.withResolvers<never>();
  const opening = createWorker(language, OEM.LSTM_ONLY, {
    langPath: folder,
    cacheMethod: 'none',
    errorHandler: (reason: unknown) => failed.reject(new Error(String(reason))),
  });
  const worker = await Promise.race([opening, failed.promise]);
  failed.promise.catch(() => undefined); // from now on each call reports its own failure
  await worker.setParameters({
    tessedit_pageseg_mode: PSM.RAW_LINE,
    tessedit_do_invert: '0',
    user_defined_dpi: '150',
  });
  return worker;
}

function recogniserOf(worker: Worker): LineRecogniser {
  return {
    async read(strip) {
      const { data } = await worker.recognize(pgmOf(strip), {}, { text: false, tsv: true });
      return parseTsv(data.tsv ?? '');
    },
    async close() {
      await worker.terminate();
    },
  };
}

/** Portable graymap: the plainest file the library reads. */
function pgmOf({ pixels, width, height }: Strip): Buffer {
  return Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`, 'latin1'), pixels]);
}
