/** An OCR process that finds no runtime for its networks. */
import { serviceError } from '#core/errors.ts';
import { serveCalls } from '#core/worker/serve-calls.ts';

serveCalls(() => {
  throw serviceError('OCR_ENGINE_MISSING', { cause: new Error('no build') });
});
