import { describe, expect, test } from 'vitest';
import { ENGINES } from '#extract/ocr/engines.ts';
import { getLanguageFolder } from '#extract/ocr/language-data.ts';
import { ocrEngineConformance } from '../../../../../screen-ocr/src/engine.conformance.ts';
import { loadTesseract } from './library.ts';
import { openTesseractRecognisers } from './recogniser.ts';

const missing = await loadTesseract().then(
  () => undefined,
  (error: Error & { hint?: string }) => `${error.message}. ${error.hint}`,
);
if (missing !== undefined) process.stderr.write(`skipped: ${missing}\n`);

describe.skipIf(missing !== undefined)('tesseract in process', () => {
  ocrEngineConformance(async () => {
    const choice = ENGINES.find(({ name }) => name === 'libtesseract');
    if (choice === undefined) throw new Error('libtesseract is not in the list of engines');
    return choice.open({ language: 'eng' });
  });

  test('a missing language names the package to install', async () => {
    await expect(openTesseractRecognisers({ language: 'eng+xyz', count: 1 })).rejects.toMatchObject(
      {
        code: 'OCR_LANGUAGE_MISSING',
        message: expect.stringContaining('xyz'),
        hint: expect.stringContaining('apt install tesseract-ocr-xyz'),
      },
    );
  });
});

test('the folder of a language must hold every part of it', () => {
  expect(() => getLanguageFolder('eng', ['/nonexistent'])).toThrow('"eng"');
});
