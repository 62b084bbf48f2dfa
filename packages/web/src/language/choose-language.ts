/** Which of the page's languages a person gets, and how times and numbers are written in it. Pure. */

export interface Language {
  /** The name of its catalogue; `en` is the source and has none. */
  code: string;
  /** For `Intl`: the browser's own variant of the language where it has one, such as `de-AT`. */
  locale: string;
  direction: 'ltr' | 'rtl';
}

export const SOURCE = 'en';
/** Dates of the English page are `Fri 13 Nov` for everybody. */
const SOURCE_LOCALE = 'en-GB';

/** `chosen` is a code or anything else for the browser's choice. A script counts: who reads 繁體字 is not given 简体字. */
export function chooseLanguage(
  chosen: string,
  fromBrowser: readonly string[],
  known: readonly string[],
): Language {
  const wanted = known.includes(chosen) ? [chosen] : fromBrowser;
  for (const tag of wanted) {
    const code = known.includes(tag) ? tag : known.find((one) => isSameLanguage(one, tag));
    if (code === undefined) continue;
    const variant = fromBrowser.find((one) => isSameLanguage(code, one)) ?? code;
    const locale = code === SOURCE ? SOURCE_LOCALE : variant;
    return { code, locale, direction: directionOf(code) };
  }
  return { code: SOURCE, locale: SOURCE_LOCALE, direction: 'ltr' };
}

/** A code with a region, as the pseudo-locale has one, is never meant by a browser. */
function isSameLanguage(code: string, tag: string): boolean {
  if (code.includes('-')) return code === tag;
  const [ours, theirs] = [maximized(code), maximized(tag)];
  return ours?.language === theirs?.language && ours?.script === theirs?.script;
}

function maximized(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    // A browser may name what is no language: it matches none.
    return undefined;
  }
}

const RIGHT_TO_LEFT = new Set(['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm']);

function directionOf(code: string): Language['direction'] {
  return RIGHT_TO_LEFT.has(maximized(code)?.script ?? '') ? 'rtl' : 'ltr';
}

/** What speakers of a language call it. */
export function nameOf(code: string): string {
  const name = new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
  return name.slice(0, 1).toLocaleUpperCase(code) + name.slice(1);
}
