/**
 * Reads strips with libtesseract in this process, which is one for nothing else (`reader-main.ts`). Recognition itself runs on a thread of the libuv pool, so the calling thread stays
 * free; each recogniser owns one handle of the library, which is not safe for two calls at a time.
 */
import { promisify } from 'node:util';
import type { LineRecogniser, StripWord } from '@hindcast/screen-ocr';
import { OcrEngineMissingError } from '#extract/ocr/errors.ts';
import { getLanguageFolder } from '#extract/ocr/language-data.ts';
import { parseTsv } from '#extract/ocr/tsv.ts';
import { loadTesseract, type TesseractHandle, type TesseractLibrary } from './library.ts';

// The neural network alone, without the old character matcher.
const LSTM_ONLY = 1;
// "Treat the image as a single text line, bypassing hacks that are Tesseract-specific": the network gets the strip as it is. Mode 7
// looks for the line in it once more and scales what it found: a quarter more CPU for nothing, as the strip has its final shape.
const RAW_LINE = 13;
// Only silences a guess at the resolution; strips have one size whatever it is.
const RESOLUTION = 150;

const VARIABLES: Readonly<Record<string, string>> = {
  // Strips are always dark on white: no second pass on the inverted image.
  tessedit_do_invert: '0',
  debug_file: process.platform === 'win32' ? 'NUL' : '/dev/null',
};

/** Throws OcrEngineMissingError or OcrLanguageMissingError. */
export async function openTesseractRecognisers(options: {
  language: string;
  count: number;
}): Promise<LineRecogniser[]> {
  const library = await loadTesseract();
  const folder = getLanguageFolder(options.language);
  return Array.from({ length: options.count }, () => {
    const handle = library.create();
    if (library.init(handle, folder, options.language, LSTM_ONLY) !== 0) {
      library.destroy(handle);
      throw new OcrEngineMissingError(
        'libtesseract',
        `Its language data in ${folder} cannot be loaded: install it again.`,
      );
    }
    for (const [name, value] of Object.entries(VARIABLES)) library.setVariable(handle, name, value);
    library.setPageMode(handle, RAW_LINE);
    return recogniserOf(library, handle);
  });
}

function recogniserOf(library: TesseractLibrary, handle: TesseractHandle): LineRecogniser {
  const recognize = promisify(library.recognize.async);
  return {
    async read(strip): Promise<StripWord[]> {
      library.setImage(handle, strip.pixels, strip.width, strip.height, 1, strip.width);
      library.setResolution(handle, RESOLUTION);
      // A strip without anything to segment makes it answer non-zero: there are no words then.
      if ((await recognize(handle, null)) !== 0) return [];
      return parseTsv(library.tsvText(handle, 0));
    },
    async close() {
      library.end(handle);
      library.destroy(handle);
    },
  };
}
