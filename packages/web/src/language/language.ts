/**
 * The language of the page and its catalogue, which is loaded before any module that has texts is evaluated: texts may therefore stand
 * in constants. A page has one language for its whole life; choosing another loads the page again.
 */
import { preferences } from '../parts/preferences.ts';
import { chooseLanguage, SOURCE } from './choose-language.ts';

type Catalogue = Readonly<Record<string, string>>;

const CATALOGUES = import.meta.glob<Catalogue>(['./locales/*.json', '!./locales/en.json'], {
  import: 'default',
});
const fileOf = (code: string) => `./locales/${code}.json`;

/** The codes of all languages, the source first. */
export const LANGUAGES: readonly string[] = [
  SOURCE,
  ...Object.keys(CATALOGUES).map((file) => file.slice('./locales/'.length, -'.json'.length)),
];

export const language = chooseLanguage(preferences().language, navigator.languages, LANGUAGES);

/** Empty for English, and when it cannot be loaded: each message then stands for itself. */
export const catalogue: Catalogue =
  (await CATALOGUES[fileOf(language.code)]?.().catch(() => undefined)) ?? {};

if (typeof document !== 'undefined') {
  document.documentElement.lang = language.code;
  document.documentElement.dir = language.direction;
}
