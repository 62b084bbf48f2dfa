/**
 * Text → terms, the same for documents and queries. FTS5 is given the result, joined by spaces, with
 * its `ascii` tokenizer, which splits at those spaces and nowhere else.
 *
 * Letters are folded (case, accents, compatibility forms). A run of letters and digits is one term;
 * `getUserName` also gives get, user and name. `_ / . @ : -` separate runs, so a whole identifier,
 * path or address is a phrase. Scripts without spaces become overlapping pairs of characters: a word
 * inside a sentence is then a pair or a phrase of pairs, found without a dictionary. Emoji are terms.
 */

/** Raise on any change of this file's results: the index must then be rebuilt. */
export const TOKENIZER_VERSION = 1;

const MAX_TERM_LENGTH = 64;
const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー々';
export const RUN = new RegExp(
  `[${UNSPACED}]+|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])+|\\p{Extended_Pictographic}|\\p{Regional_Indicator}{2}`,
  'gu',
);
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u');
const HUMP = /\p{Ll}(?=\p{Lu})|\p{Lu}(?=\p{Lu}\p{Ll})/gu;
const NOT_ASCII = /[^\0-\x7f]/;
const HAS_UPPER_AFTER_LOWER = /[a-z][A-Z]|[A-Z]{2}[a-z]/;
const LETTERS_WITHOUT_DECOMPOSITION: Readonly<Record<string, string>> = {
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ı: 'i',
};

export interface Terms {
  /** In the order of the text. */
  words: string[];
  /** Parts of compound words, without order. */
  parts: string[];
}

/** Strips accents and compatibility forms; keeps kana voicing marks and Hangul syllables whole. */
export function fold(text: string): string {
  if (!NOT_ASCII.test(text)) return text;
  return (
    text
      .normalize('NFKD')
      // Accents, and the selectors that ask for the text or the picture form of the same sign.
      .replace(/[\u0300-\u036f\ufe00-\ufe0f]+/g, '')
      .replace(/[øØłŁđĐßẞæÆœŒı]/g, (letter) => LETTERS_WITHOUT_DECOMPOSITION[letter] ?? letter)
      .normalize('NFC')
  );
}

/** For case-insensitive substring filters. */
export function foldCase(text: string): string {
  return fold(text).toLowerCase();
}

export function termsOf(text: string): Terms {
  const words: string[] = [];
  const parts = new Set<string>();
  for (const run of runsOf(text)) {
    if (IS_UNSPACED.test(run)) pushPairs(run, words);
    else pushWord(run, words, parts);
  }
  return { words, parts: [...parts] };
}

function runsOf(text: string): string[] {
  if (!NOT_ASCII.test(text)) return text.match(/[A-Za-z0-9]+/g) ?? [];
  // Private-use and lone surrogate characters never become terms: the index uses the former itself.
  return fold(text).match(RUN) ?? [];
}

function pushWord(run: string, words: string[], parts: Set<string>): void {
  words.push(run.toLowerCase().slice(0, MAX_TERM_LENGTH));
  if (!NOT_ASCII.test(run) && !HAS_UPPER_AFTER_LOWER.test(run)) return;
  const pieces = run.replace(HUMP, '$&\0').split('\0');
  if (pieces.length < 2) return;
  for (const piece of pieces) parts.add(piece.toLowerCase().slice(0, MAX_TERM_LENGTH));
}

/** 東京都 → 東京 京都 都. The last character stands alone so that it can be found by itself. */
function pushPairs(run: string, words: string[]): void {
  const characters = [...run];
  for (let i = 0; i < characters.length; i++) {
    words.push(`${characters[i]}${characters[i + 1] ?? ''}`);
  }
}

export function isUnspaced(term: string): boolean {
  return IS_UNSPACED.test(term);
}

/** Prefixes of up to this many characters have their own index. */
export const INDEXED_PREFIX_LENGTH = 3;

/** The beginnings of all words, each once: what `prefix_fts` holds for a document. */
export function prefixesOf(terms: Terms): string[] {
  const prefixes = new Set<string>();
  for (const list of [terms.words, terms.parts]) {
    for (const term of list) addPrefixes(term, prefixes);
  }
  return [...prefixes];
}

function addPrefixes(term: string, into: Set<string>): void {
  const isAscii = term.charCodeAt(0) < 128 && !NOT_ASCII.test(term);
  if (isAscii) {
    into.add(term.slice(0, 1));
    into.add(term.slice(0, 2));
    into.add(term.slice(0, 3));
  } else if (!IS_UNSPACED.test(term)) {
    const characters = [...term];
    for (let n = 1; n <= INDEXED_PREFIX_LENGTH; n++) into.add(characters.slice(0, n).join(''));
  }
}

/** Whether a word or a part of a compound begins so. The quick look answers most texts by itself. */
export function hasWordBeginning(text: string, prefix: string): boolean {
  const at = text.indexOf(prefix);
  if (at === 0 || (at > 0 && text[at - 1] === ' ')) return true;
  const { words, parts } = termsOf(text);
  const begins = (term: string) => term.startsWith(prefix) && !IS_UNSPACED.test(term);
  return words.some(begins) || parts.some(begins);
}

/** Private-use tokens in the `extra` column: they make app and context filters part of the match. */
export function appToken(appId: number): string {
  return `\ue000a${appId}`;
}

export function contextToken(contextId: number): string {
  return `\ue000c${contextId}`;
}
