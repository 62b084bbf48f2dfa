import { afterAll, describe } from 'vitest';
import { asrEngineConformance } from '../engine.conformance.ts';
import { openSpeechProcess, TINY_FOLDER, WHY_NOT_UNDERSTOOD } from '../speech-process.fixture.ts';
import { moonshineEngine } from './moonshine-engine.ts';

describe.skipIf(WHY_NOT_UNDERSTOOD)(`Moonshine (${WHY_NOT_UNDERSTOOD ?? 'tiny'})`, () => {
  const speech = openSpeechProcess();
  afterAll(() => speech.close());
  asrEngineConformance(async () =>
    moonshineEngine({
      name: 'moonshine-tiny',
      folder: TINY_FOLDER,
      run: (input, signal) => speech.run('asr.moonshine', input, signal),
    }),
  );
});
