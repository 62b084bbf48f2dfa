/** Stands in for the speech process and does what the name of the model says: `echo`, `hang` or `die`. */
import { serveCalls } from '#core/worker/serve-calls.ts';
import type { SpeechApi } from './tasks.ts';

serveCalls<Pick<SpeechApi, 'asr.moonshine'>>(() => ({
  'asr.moonshine'(_context, { folder }) {
    if (folder === 'die') process.exit(1);
    if (folder === 'hang') return new Promise(() => undefined);
    return { text: folder, meanLogProbability: 0 };
  },
}));
