import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { findInstalled, SHARED_MODELS } from '../../models/model-folders.ts';
import { WHISPER_MODELS } from '../../models/whisper-models.ts';
import { asrEngineConformance } from '../engine.conformance.ts';
import { wordsOf } from '../guards.ts';
import { readWav, WHY_NO_SPEECH } from '../sounds.fixture.ts';
import { openSpeechProcess } from '../speech-process.fixture.ts';
import { whisperEngine } from './whisper-engine.ts';

const NAME = 'whisper-tiny';
const model = WHISPER_MODELS.find(({ id }) => id === NAME);
const folder = model && (await findInstalled(model, [SHARED_MODELS]));
const reason = folder === undefined ? 'run node scripts/bootstrap.mjs --test' : WHY_NO_SPEECH;
if (reason !== undefined) process.stderr.write(`tests of Whisper are skipped: ${reason}\n`);

const PATIENCE_MS = 120_000;
const SOUNDS = '/usr/share/asterisk/sounds';
/**
 * Prompts of the same telephone exchange, with words of them. The smallest network gets most of them right; which, depends on how the
 * processor rounds.
 */
const SAID = [
  ['es', 'es_MX_f_Allison/vm-options.wav', ['marque', 'número', 'grabar', 'mensaje', 'nombre']],
  ['fr', 'fr_CA_f_June/vm-options.wav', ['message', 'changer', 'pour', 'votre', 'nom']],
  [
    'it',
    'it_IT_m_Carlo/vm-options.wav',
    ['messaggio', 'registrare', 'password', 'nome', 'cambiare'],
  ],
  [
    'ru',
    'ru_RU_f_IvrvoiceRU/vm-options.wav',
    ['нажмите', 'пароля', 'сообщения', 'имени', 'звездочку'],
  ],
] as const;

/** Spanish that the smallest network takes for Italian. */
const UNSURE_FILE = 'es_MX_f_Allison/vm-instructions.wav';

describe.skipIf(reason !== undefined)('Whisper', () => {
  const speech = openSpeechProcess();
  afterAll(() => speech.close());
  const open = (languages: readonly string[] = []) =>
    whisperEngine({
      name: NAME,
      folder: folder ?? '',
      languages,
      run: (input, signal) => speech.run('asr.whisper', input, signal),
    });
  const { signal } = new AbortController();

  asrEngineConformance(async () => open());

  for (const [language, file, words] of SAID) {
    test.skipIf(!existsSync(join(SOUNDS, file)))(
      `detects ${language} and reads it`,
      async () => {
        const heard = await open().transcribe(readWav(join(SOUNDS, file)), { signal });
        expect(heard.language).toBe(language);
        const read = new Set(wordsOf(heard.text));
        expect(words.filter((word) => read.has(word)).length).toBeGreaterThanOrEqual(3);
      },
      PATIENCE_MS,
    );
  }

  test.skipIf(!existsSync(join(SOUNDS, UNSURE_FILE)))(
    'takes the language of the conversation where it is not sure',
    async () => {
      const samples = readWav(join(SOUNDS, UNSURE_FILE));
      const hear = async (expected: string) =>
        (await open().transcribe(samples, { signal, expected })).language;
      expect(await hear('es')).toBe('es');
      expect(await hear('ru')).not.toBe('ru');
    },
    PATIENCE_MS,
  );

  test.skipIf(!existsSync(join(SOUNDS, SAID[2][1])))(
    'chooses only among the languages that are spoken',
    async () => {
      const samples = readWav(join(SOUNDS, SAID[2][1])).subarray(0, 5 * 16_000);
      const heard = await open(['ru', 'en']).transcribe(samples, { signal });
      expect(['ru', 'en']).toContain(heard.language);
    },
    PATIENCE_MS,
  );
});
