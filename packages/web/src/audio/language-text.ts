/** The words around the language of a recording, and when it is worth showing. */
import { plural } from '../parts/format.ts';

/** In the language of the page. */
export function languageName(code: string, of = pageLanguage()): string {
  return new Intl.DisplayNames([of], { type: 'language' }).of(code) ?? code;
}

function pageLanguage(): string {
  return globalThis.document?.documentElement.lang || 'en';
}

/** Undefined for a recording in the language of the page, of which nobody needs to know. */
export function shownLanguage(code: string | null, of = pageLanguage()): string | undefined {
  if (code === null) return TEXTS.unknown;
  return code === new Intl.Locale(of).language ? undefined : languageName(code, of);
}

export const TEXTS = {
  unknown: 'Language unknown',
  correct: 'Correct the language',
  language: 'Spoken language',
  choose: 'Choose a language',
  recording: 'This recording',
  speaker: (name: string) => `All that ${name} said`,
  everything: 'Everything',
  reading: 'Reading the recording again…',
  done: (name: string) => `The text is in ${name} now.`,
  same: 'The text is the same.',
  waiting: (recordings: number) =>
    `${plural(recordings, 'recording')} to read again, one after the other.`,
  restore: 'Restore the older text',
  restored: 'The text is what it was before.',
  notUnderstood: (recordings: number) =>
    `${plural(recordings, 'recording')} in a language that was not understood`,
  notUnderstoodHint:
    'Nothing was invented. Listen, name the language, or install a model: hindcast models pull whisper-base',
};
