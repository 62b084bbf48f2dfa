import { errorText, ServiceError } from '#core/errors.ts';
import { SMALLEST_MODEL } from '../models/manifest.ts';
import { languageName } from './languages.ts';

/** The usual choice for other languages. */
const FIRST_WHISPER_MODEL = 'whisper-base';

/** The recording stays as it is. */
export class LanguageModelMissingError extends ServiceError {
  constructor(language: string) {
    const isEnglish = language === 'en';
    const model = isEnglish ? SMALLEST_MODEL : FIRST_WHISPER_MODEL;
    const name = languageName(language);
    super(errorText('LANGUAGE_MODEL_MISSING', { name, language, model }), {
      context: { language, model },
    });
  }
}

/** It does not want to. Its own words are left out: they can repeat what it was sent. */
export class AsrEndpointRefusedError extends ServiceError {
  readonly status: number;

  constructor(host: string, status: number) {
    super(errorText('ASR_ENDPOINT_REFUSED', { host, status, hint: hintFor(status) }), {
      context: { status },
    });
    this.status = status;
  }
}

function hintFor(status: number): string {
  if (status === 401 || status === 403) return 'Check audio.endpoint.key.';
  if (status === 404) return 'Check audio.endpoint.url and the name in audio.model.';
  return 'What was recorded is kept and tried again.';
}
