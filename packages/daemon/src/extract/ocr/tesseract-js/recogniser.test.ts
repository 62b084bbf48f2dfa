import { describe, expect, test } from 'vitest';
import { ENGINES } from '#extract/ocr/engines.ts';
import { ocrEngineConformance } from '../../../../../screen-ocr/src/engine.conformance.ts';
import { openTesseractJsRecognisers } from './recogniser.ts';

describe('tesseract.js', () => {
  ocrEngineConformance(async () => {
    const choice = ENGINES.find(({ name }) => name === 'tesseract-js');
    if (choice === undefined) throw new Error('tesseract.js is not in the list of engines');
    return choice.open({ language: 'eng' });
  });

  test('says that it reads English only', async () => {
    await expect(openTesseractJsRecognisers({ language: 'deu', count: 1 })).rejects.toMatchObject({
      code: 'OCR_LANGUAGE_MISSING',
      hint: expect.stringContaining('libtesseract'),
    });
  });
});
