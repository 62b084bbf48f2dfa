/** The names of languages on the page, and when the language of a recording is worth showing. */
import { language } from '../language/language.ts';
import { t } from '../language/message.ts';

/** In the language of the page. */
export function languageName(code: string, locale = language.locale): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'language' }).of(code) ?? code;
  } catch {
    // Whatever was stored as a language, the recording is shown.
    return code;
  }
}

/** Undefined for a recording in the language of the page, of which nobody needs to know. */
export function shownLanguage(code: string | null, locale = language.locale): string | undefined {
  if (code === null) return t('Language unknown');
  return code === new Intl.Locale(locale).language ? undefined : languageName(code, locale);
}
