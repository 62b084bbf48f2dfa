import { describe, expect, test } from 'vitest';
import { findInstalled, SHARED_MODELS } from '../../models/model-folders.ts';
import { WHISPER_MODELS } from '../../models/whisper-models.ts';
import { prompt, WHY_NO_SPEECH } from '../sounds.fixture.ts';
import { loadWhisper } from './whisper-model.ts';

const model = WHISPER_MODELS.find(({ id }) => id === 'whisper-tiny');
const folder = model && (await findInstalled(model, [SHARED_MODELS]));
const isMissing = folder === undefined || WHY_NO_SPEECH !== undefined;

const PATIENCE_MS = 120_000;
/** What the caches of one reading take is several times that. */
const LITTLE_BYTES = 4_000_000;

describe.skipIf(isMissing)('a Whisper network', () => {
  test(
    'leaves nothing to be collected of what it computed',
    async () => {
      const whisper = await loadWhisper(folder ?? '');
      const before = process.memoryUsage().arrayBuffers;
      const { signal } = new AbortController();
      const { text } = await whisper.transcribe(
        { samples: prompt('demo-congrats').subarray(0, 8 * 16_000), languages: ['en'] },
        signal,
      );
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(LITTLE_BYTES);
      expect(text.split(' ').length).toBeGreaterThan(8);
      await whisper.release();
    },
    PATIENCE_MS,
  );
});
