/** An OCR process that finds no runtime for its networks. */
import { serveCalls } from '#core/worker/serve-calls.ts';
import { OcrUnavailableError } from './errors.ts';

serveCalls(() => {
  throw new OcrUnavailableError(new Error('no build'));
});
